#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace skiff {

/// Removes the number at the beginning of `text` and returns it. If there is none, or it does not fit into T, returns
/// std::nullopt and leaves `text` unchanged. Reads like std::from_chars: no space or plus before the number, and
/// independent of the locale.
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

/// The number that is the whole text, or std::nullopt.
template <class T = std::int64_t>
std::optional<T> to_number(std::string_view text, int base = 10) {
  const std::optional<T> value = take_number<T>(text, base);
  return text.empty() ? value : std::nullopt;
}

}  // namespace skiff
