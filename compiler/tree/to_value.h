#pragma once

#include <cstdint>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tree/value.h"

// What a plan is made of, as values.

namespace skiff {

Value to_value(const Tracked<std::string>& text);
Value to_value(const Tracked<std::int64_t>& number);
Value to_value(const Tracked<bool>& boolean);
Value to_value(const std::vector<Tracked<std::string>>& texts);
Value to_value(const std::optional<Tracked<std::string>>& text);
Value to_value(const std::optional<Tracked<std::int64_t>>& number);
/// A map of the user's pairs; `none` if there are none.
Value to_value(const std::vector<std::pair<std::string, Tracked<std::string>>>& pairs);
/// A string that the source of skiff fixes.
Value fixed(std::string_view text, std::source_location here = std::source_location::current());
/// Nothing: removes the entry or item that it fills.
inline Value none() { return {}; }

/// `list` with `item` behind it, unless that is `none`.
void append(Value& list, Value item);
/// `list`, or `none` if it is empty.
Value unless_empty(Value list);

}  // namespace skiff
