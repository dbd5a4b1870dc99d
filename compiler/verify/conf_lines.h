#pragma once

#include <string_view>
#include <vector>

#include "plan/owned.h"
#include "verify/verify.h"

namespace skiff {

/// The value of a parameter without the quotes around it.
std::string_view unquoted(std::string_view value);

/// The Slurm file with this name in the output, or nullptr. `slurm.conf` finds slurm/slurm.conf.
const OutputConf* find_conf(const VerifyInput& input, std::string_view name);
std::string_view file_name(std::string_view path);

/// The last top-level parameter with this name, which is the one that Slurm uses. nullptr if there is none.
const Parameter* find_parameter(const OutputConf* file, std::string_view key);
/// The value of this parameter without quotes, or `otherwise`.
std::string_view value_of(const OutputConf* file, std::string_view key, std::string_view otherwise);

/// True if the top-level parameter is yes, in one of the words that Slurm reads as such. Without it, it is no.
bool is_yes(const OutputConf* file, std::string_view key);

/// The parameter of a line with this name, or nullptr.
const Parameter* find_parameter(const ConfLine& line, std::string_view key);

/// A `NodeName=` or `PartitionName=` line, with the `=DEFAULT` line that precedes it.
struct NamedLine {
  const ConfLine* line;
  const ConfLine* preset = nullptr;

  const Parameter& name() const { return line->parameters.front(); }
  /// The parameter of the line, or else that of the `=DEFAULT` line, or else nullptr.
  const Parameter* find(std::string_view key) const;
};

/// All lines that begin with `key`, without the `=DEFAULT` lines.
std::vector<NamedLine> lines_of(const OutputConf* file, std::string_view key);

/// Reports a diagnostic about a parameter. The file and the key are appended to the message.
void report(Diagnostics& out, std::string_view rule, Problem problem, const OutputConf& file,
            const Parameter& parameter, std::string message, Severity severity = Severity::error);

/// The same about one item of a list, which is shown instead of the whole value.
void report_item(Diagnostics& out, std::string_view rule, Problem problem, const OutputConf& file,
                 const Parameter& parameter, std::string_view item, std::string message,
                 Severity severity = Severity::error);

}  // namespace skiff
