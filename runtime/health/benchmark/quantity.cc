#include "benchmark/quantity.h"

#include <algorithm>
#include <cstdio>

#include "text/ascii.h"
#include "text/number.h"

namespace skiff::benchmark {
namespace {

bool is_unit(std::string_view text) {
  return !text.empty() && text.size() <= 16 && std::all_of(text.begin(), text.end(), [](char c) {
    return is_alnum(c) || c == '/' || c == '%' || c == '-' || c == '_';
  });
}

}  // namespace

std::optional<double> parse_decimal(std::string_view text) {
  const auto point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view rest = point == text.npos ? "0" : text.substr(point + 1);
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.size() <= 15 && std::all_of(part.begin(), part.end(), is_digit);
  };
  if (!digits(whole) || !digits(rest)) return std::nullopt;
  return to_number<double>(text);
}

std::optional<Quantity> parse_quantity(std::string_view text) {
  const auto blank = text.find(' ');
  if (blank == text.npos) return std::nullopt;
  const auto value = parse_decimal(text.substr(0, blank));
  const std::string_view unit = text.substr(blank + 1);
  if (!value || !is_unit(unit)) return std::nullopt;
  return Quantity{*value, std::string(unit)};
}

std::string text_of(double value) {
  char digits[64];
  std::string text(digits, static_cast<std::size_t>(std::snprintf(digits, sizeof digits, "%.3f", value)));
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string text_of(const Quantity& quantity) { return text_of(quantity.value) + " " + quantity.unit; }

}  // namespace skiff::benchmark
