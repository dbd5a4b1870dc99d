#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tree/conf.h"

namespace skiff {

/// What Slurm reads out of a configuration file: a second opinion on the text that was written. It follows the grammar
/// of Slurm's own parser (src/common/parse_config.c), traps included: `#` ends a line even inside quotes, `\` escapes,
/// a value is one word or wholly quoted.
struct ParsedLine {
  std::uint32_t number = 0;  ///< in the text, from 1
  std::vector<std::pair<std::string_view, std::string_view>> parameters;
};

struct ParsedConf {
  std::vector<ParsedLine> lines;
  std::vector<std::pair<std::uint32_t, std::string>> errors;  ///< line number and what is wrong there
  std::deque<std::string> unescaped;                          ///< what the views of lines with escapes point into
};

/// A file that somebody else wrote, as typed lines.
Conf read_conf(const std::string& name, const Tracked<std::string>& text);

/// The views in the result point into `text`, or into the result itself.
ParsedConf parse_conf(std::string_view text);

}  // namespace skiff
