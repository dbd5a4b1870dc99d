#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace skiff {

/// The number that `text` begins with, which is taken away; nothing, and `text` as it was, where there is none or it does not fit. As
/// std::from_chars reads it: no blank or plus before it, and no locale.
template <class T = std::int64_t>
std::optional<T> take_number(std::string_view& text, int base = 10) {
  T value{};
  const char* const end = text.data() + text.size();
  std::from_chars_result read;
  if constexpr (std::is_floating_point_v<T>)
    read = std::from_chars(text.data(), end, value);
  else
    read = std::from_chars(text.data(), end, value, base);
  if (read.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return value;
}

/// The same where it is all of the text.
template <class T = std::int64_t>
std::optional<T> to_number(std::string_view text, int base = 10) {
  const std::optional<T> value = take_number<T>(text, base);
  return text.empty() ? value : std::nullopt;
}

}  // namespace skiff
