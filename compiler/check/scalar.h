#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "read/node.h"

namespace skiff {

/// The type of a scalar, as far as its text shows it. YAML versions differ on some unquoted scalars. For those, skiff
/// asks for a form that means the same in all versions.
enum class ScalarKind : std::uint8_t {
  text,       ///< in quotes, or none of the others
  integer,    ///< decimal, such as 0, 12, -3
  number,     ///< 1.33, 1e3, .inf
  boolean,    ///< true, false
  ambiguous,  ///< parsers differ on its type or value: 017, 0x1F, 0o17, +5, 1_000, True
};

ScalarKind scalar_kind(const Node& scalar);

/// The plain decimal form of an integer in another form: `017` -> 17, `1_000` -> 1000, `0x1F` -> 31. nullopt if the
/// text is not such an integer.
std::optional<std::string> plain_integer(std::string_view text);

/// `true` or `false` for other words that mean the same, in YAML 1.1 or to users: yes, off, True. Otherwise nullopt.
std::optional<std::string_view> plain_boolean(std::string_view text);

/// A value as Kubernetes' field errors print it: text in quotes, numbers without, collections abbreviated.
std::string printed(const Node& node);

}  // namespace skiff
