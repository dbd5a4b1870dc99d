#pragma once

#include <string>
#include <string_view>

namespace skiff::testing {

/// The YAML text `base` with that of `over` laid over it, as JSON, which is YAML too. Maps are merged key by key, lists of maps with a
/// `name` by their names; any other value takes the place of what stood there, and null takes it away. Throws std::invalid_argument
/// where a text does not read.
std::string overlaid(std::string_view base, std::string_view over);

}  // namespace skiff::testing
