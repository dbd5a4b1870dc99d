#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/session.h"

namespace skiff::cli {

/// The arguments of `explain`.
struct ExplainOptions {
  std::string target;
  std::string spec = "cluster.yaml";
  bool spec_given = false;
  std::string output;  ///< the output directory, with which the target may begin
};

/// The explanation of a rule such as `SKF101`. std::nullopt if there is no such rule.
std::optional<std::string> explain_rule(std::string_view id);

/// An output line, `slurm/slurm.conf:42`.
struct LineTarget {
  std::string path;
  std::uint32_t line = 0;
};

/// std::nullopt if the target is not a path with a line number.
std::optional<LineTarget> line_target(std::string_view target);

/// What decided the line: lines of the spec, defaults, and lines of the catalogue and of templates. If there is no such
/// line, returns std::nullopt and sets `problem` to the reason.
std::optional<std::string> explain_line(const LineTarget& target, const Session& session, std::string_view output,
                                        std::string& problem);

/// The description of a field, and every output line that the field or its default decides. `session` is nullptr if
/// there is no spec. If there is no such field, returns std::nullopt and sets `problem` to the reason.
std::optional<std::string> explain_field(std::string_view path, const Session* session, std::string& problem);

}  // namespace skiff::cli
