#pragma once

#include <optional>
#include <string>
#include <vector>

namespace jail {

/// The names in an open directory, without `.` and `..`. If it cannot be read, returns nullopt and sets errno.
std::optional<std::vector<std::string>> names_in(int folder);

}  // namespace jail
