#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skiff {

/// A line of two texts side by side: kept (' '), removed ('-') or added ('+'); with its end, so that a missing one shows.
struct DiffLine {
  char mark;
  std::string_view text;
};

/// All lines of both texts, each kept one once.
std::vector<DiffLine> diff_lines(std::string_view before, std::string_view after);

/// The unified diff of two texts with three lines of context, without a header; empty if they are equal.
std::string unified_diff(std::string_view before, std::string_view after);

}  // namespace skiff
