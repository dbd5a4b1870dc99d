#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skiff::benchmark {

/// A number with its unit, as in floors and results: `350 GB/s`.
struct Quantity {
  double value = 0;
  std::string unit;
  friend bool operator==(const Quantity&, const Quantity&) = default;
};

/// A plain decimal number without a sign, such as 348.12; none for anything else (nan, inf, 1e3, a space).
std::optional<double> parse_decimal(std::string_view text);

/// `NUMBER UNIT` with one space between them; a unit has up to 16 letters, digits, `/`, `%`, `-` and `_`.
std::optional<Quantity> parse_quantity(std::string_view text);

/// `312.4 GB/s`: at most three decimal places, without trailing zeros.
std::string text_of(const Quantity& quantity);
std::string text_of(double value);

}  // namespace skiff::benchmark
