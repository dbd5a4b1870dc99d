#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skiff::benchmark {

/// A number with its unit, as a floor is written and a result is told: `350 GB/s`.
struct Quantity {
  double value = 0;
  std::string unit;
  friend bool operator==(const Quantity&, const Quantity&) = default;
};

/// A plain decimal number without a sign, such as 348.12; none for anything else (nan, inf, 1e3, a blank).
std::optional<double> parse_decimal(std::string_view text);

/// `NUMBER UNIT` with one blank between; a unit has up to 16 letters, digits, `/`, `%`, `-` and `_`.
std::optional<Quantity> parse_quantity(std::string_view text);

/// `312.4 GB/s`: three digits behind the point at most, without zeros at the end.
std::string text_of(const Quantity& quantity);
std::string text_of(double value);

}  // namespace skiff::benchmark
