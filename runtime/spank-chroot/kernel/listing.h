#pragma once

#include <optional>
#include <string>
#include <vector>

namespace jail {

/// The names in an open folder but `.` and `..`; nothing, with errno, where it can't be read.
std::optional<std::vector<std::string>> names_in(int folder);

}  // namespace jail
