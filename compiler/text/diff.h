#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// The unified diff of two texts with three lines of context, without a header; empty if they are equal.
std::string unified_diff(std::string_view before, std::string_view after);

}  // namespace skiff
