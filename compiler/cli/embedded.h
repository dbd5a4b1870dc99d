#pragma once

#include <string_view>

namespace skiff::cli {

/// The text of a file of the repository that is embedded in the program. Throws std::logic_error if it is not embedded.
std::string_view embedded_text(std::string_view path);

}  // namespace skiff::cli
