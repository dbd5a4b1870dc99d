#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// Makes a text fit for a line of the log and an argument of scontrol: without control characters and quotes, at most
/// 200 bytes.
std::string one_line(std::string_view text);

}  // namespace skiff
