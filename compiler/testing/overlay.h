#pragma once

#include <string>
#include <string_view>

namespace skiff::testing {

/// The YAML text `base`, overlaid with the YAML text `over`. The result is JSON, which is also YAML. Maps are merged
/// key by key, and lists of maps with a `name` by their names. Any other value replaces the old one, and null removes
/// it. Throws std::invalid_argument if a text cannot be parsed.
std::string overlaid(std::string_view base, std::string_view over);

}  // namespace skiff::testing
