#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tree/conf.h"

namespace skiff {

/// A line of a configuration file as Slurm reads it, to check the text that skiff wrote. It follows the grammar of
/// Slurm's parser (src/common/parse_config.c), including its pitfalls: `#` begins a comment even inside quotes, `\`
/// escapes, and a value is one word or completely quoted.
struct ParsedLine {
  std::uint32_t number = 0;  ///< in the text, from 1
  std::vector<std::pair<std::string_view, std::string_view>> parameters;
};

struct ParsedConf {
  std::vector<ParsedLine> lines;
  std::vector<std::pair<std::uint32_t, std::string>> errors;  ///< line number and message
  std::deque<std::string> unescaped;                          ///< text of lines with escapes, for the views into it
};

/// A file that the user wrote, as typed lines. Parse errors are ignored here.
Conf read_conf(const std::string& name, const Tracked<std::string>& text);

/// The views in the result point into `text`, or into the result itself.
ParsedConf parse_conf(std::string_view text);

}  // namespace skiff
