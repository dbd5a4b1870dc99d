#include "check/scalar.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/number.h"
#include "text/quote.h"
#include "text/split.h"

namespace skiff {
namespace {

bool all_of(std::string_view text, std::string_view allowed) {
  return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

constexpr std::string_view digits = "0123456789";

std::string_view without_sign(std::string_view text) {
  return !text.empty() && (text[0] == '-' || text[0] == '+') ? text.substr(1) : text;
}

bool is_decimal(std::string_view text) {
  if (text.substr(0, 1) == "-") text.remove_prefix(1);
  return all_of(text, digits) && (text.size() == 1 || text[0] != '0');
}

// The floats of YAML 1.2, and those of YAML 1.1 with `_`.
bool is_number(std::string_view text) {
  text = without_sign(text);
  for (const std::string_view word : {".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"}) {
    if (text == word) return true;
  }
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent != std::string_view::npos) {
    if (!all_of(without_sign(text.substr(exponent + 1)), digits)) return false;
    text = text.substr(0, exponent);
  }
  const std::size_t dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  const std::string_view part = dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);
  if (whole.empty() && part.empty()) return false;
  if (exponent == std::string_view::npos && dot == std::string_view::npos) return false;
  return (whole.empty() || all_of(whole, digits)) && (part.empty() || all_of(part, "0123456789_"));
}

// YAML 1.1 parsers read 12:30:00 as a number in base 60, that is 45000.
bool is_sexagesimal(std::string_view text) {
  text = without_sign(text);
  const std::size_t colon = text.find(':');
  if (colon == 0 || colon == std::string_view::npos || !all_of(text.substr(0, colon), digits)) return false;
  for (const std::string_view part : Parts(text.substr(colon + 1), ':')) {
    if (part.empty() || part.size() > 2 || !all_of(part, digits) || (part.size() == 2 && part[0] > '5')) return false;
  }
  return true;
}

bool is_odd_integer(std::string_view text) {
  text = without_sign(text);
  const std::string_view prefix = text.substr(0, 2);
  if (prefix == "0x") return all_of(text.substr(2), "0123456789abcdefABCDEF_");
  if (prefix == "0o") return all_of(text.substr(2), digits);
  if (prefix == "0b") return all_of(text.substr(2), "01_");
  return !text.empty() && text[0] >= '0' && text[0] <= '9' && all_of(text, "0123456789_");
}

}  // namespace

ScalarKind scalar_kind(const Node& scalar) {
  if (scalar.quoted) return ScalarKind::text;
  const std::string_view text = scalar.text;
  if (text == "true" || text == "false") return ScalarKind::boolean;
  for (const std::string_view word : {"True", "TRUE", "False", "FALSE"}) {
    if (text == word) return ScalarKind::ambiguous;
  }
  if (is_decimal(text)) return ScalarKind::integer;
  if (is_odd_integer(text) || is_sexagesimal(text)) return ScalarKind::ambiguous;
  return is_number(text) ? ScalarKind::number : ScalarKind::text;
}

std::optional<std::string> plain_integer(std::string_view text) {
  const bool negative = text.substr(0, 1) == "-";
  std::string body(without_sign(text));
  body.erase(std::remove(body.begin(), body.end(), '_'), body.end());
  int base = 10;
  const std::string prefix = body.substr(0, 2);
  if (prefix == "0x") base = 16;
  if (prefix == "0o") base = 8;
  if (prefix == "0b") base = 2;
  if (base != 10) body.erase(0, 2);
  // 1.0 is a whole number, so its plain form is 1.
  if (const std::size_t dot = body.find('.'); base == 10 && dot != std::string::npos) {
    if (dot == 0 || body.find_first_not_of('0', dot + 1) != std::string::npos) return std::nullopt;
    body.erase(dot);
  }
  const auto value = to_number(body, base);
  if (!value) return std::nullopt;
  return (negative && *value != 0 ? "-" : "") + std::to_string(*value);
}

std::optional<std::string_view> plain_boolean(std::string_view text) {
  const std::string lower = to_lower(text);
  for (const std::string_view word : {"true", "yes", "y", "on", "enabled"}) {
    if (lower == word) return "true";
  }
  for (const std::string_view word : {"false", "no", "n", "off", "disabled"}) {
    if (lower == word) return "false";
  }
  return std::nullopt;
}

std::string printed(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return "null";
    case Node::Kind::sequence:
      return node.items.empty() ? "[]" : "[...]";
    case Node::Kind::mapping:
      return node.entries.empty() ? "{}" : "{...}";
    case Node::Kind::scalar:
      break;
  }
  return scalar_kind(node) == ScalarKind::text ? quote(node.text) : node.text;
}

}  // namespace skiff
