#pragma once

#include <cstdint>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tree/value.h"

// Converts parts of a plan to values.

namespace skiff {

Value to_value(const Tracked<std::string>& text);
Value to_value(const Tracked<std::int64_t>& number);
Value to_value(const Tracked<bool>& boolean);
Value to_value(const std::vector<Tracked<std::string>>& texts);
Value to_value(const std::optional<Tracked<std::string>>& text);
Value to_value(const std::optional<Tracked<std::int64_t>>& number);
/// A map of these pairs; `none` if there are none.
Value to_value(const std::vector<std::pair<std::string, Tracked<std::string>>>& pairs);
/// A string that skiff itself fixes. Its origin is the source line that calls this function. `text` must live as long
/// as the program.
Value fixed(std::string_view text, std::source_location here = std::source_location::current());
/// No value: removes the entry or item of a template that gets it.
inline Value none() { return {}; }

/// Appends `item` to `list`, unless it is `none`.
void append(Value& list, Value item);
/// `list`, or `none` if it is empty.
Value unless_empty(Value list);

}  // namespace skiff
