#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skiff {

/// A line of a diff: kept (' '), removed ('-') or added ('+'). It includes its line end, so that a missing line end is
/// visible.
struct DiffLine {
  char mark;
  std::string_view text;
};

/// All lines of both texts. Each kept line appears once.
std::vector<DiffLine> diff_lines(std::string_view before, std::string_view after);

/// The unified diff of two texts with three lines of context, without a header. Empty if the texts are equal.
std::string unified_diff(std::string_view before, std::string_view after);

}  // namespace skiff
