#pragma once

#include <string_view>

namespace skiff::cli {

/// The text of a file of the repository that the program carries. Throws std::logic_error if it carries no such file.
std::string_view embedded_text(std::string_view path);

}  // namespace skiff::cli
