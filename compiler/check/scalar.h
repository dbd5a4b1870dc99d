#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "read/node.h"

namespace skiff {

/// What a scalar says about its type. Text in quotes is text; for plain text YAML's versions differ, and where they do,
/// we ask for one form that means the same to all of them.
enum class ScalarKind : std::uint8_t {
  text,       ///< in quotes, or plain and taken for text by everybody who matters here
  integer,    ///< decimal, as 0, 12, -3
  number,     ///< 1.33, 1e3, .inf
  boolean,    ///< true, false
  ambiguous,  ///< a number to some readers, or another one: 017, 0x1F, 0o17, +5, 1_000, True
};

ScalarKind scalar_kind(const Node& scalar);

/// How an integer that was written in another form should be written: `017` -> 17, `1_000` -> 1000, `0x1F` -> 31.
std::optional<std::string> plain_integer(std::string_view text);

/// `true` or `false` for the words that people and YAML 1.1 use for them: yes, off, True.
std::optional<std::string_view> plain_boolean(std::string_view text);

/// A value as Kubernetes' field errors print it: text quoted, numbers bare, collections in short.
std::string printed(const Node& node);

}  // namespace skiff
