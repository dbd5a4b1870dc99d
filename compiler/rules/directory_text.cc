#include "rules/directory_text.h"

#include <algorithm>

#include "text/ascii.h"

namespace skiff {
namespace {

bool is_attribute(std::string_view name) {
  return !name.empty() && is_letter(name.front()) &&
         std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '.'; });
}

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// Takes one part up to the next comma or plus sign that is not escaped. False if it is not attribute=value.
bool take_part(std::string_view& rest) {
  std::size_t end = 0;
  while (end < rest.size() && rest[end] != ',' && rest[end] != '+') {
    if (rest[end] == '\\' && ++end == rest.size()) return false;
    ++end;
  }
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end);
  const std::size_t equals = part.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view value = without_blanks(part.substr(equals + 1));
  return is_attribute(without_blanks(part.substr(0, equals))) && !value.empty() &&
         value.find_first_of("\";<>") == std::string_view::npos;
}

/// The part of `rest` before the parenthesis that closes a comparison.
bool take_comparison(std::string_view& rest) {
  const std::size_t end = rest.find_first_of("()");
  if (end == std::string_view::npos || rest[end] == '(') return false;
  std::string_view text = rest.substr(0, end);
  rest.remove_prefix(end);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return false;
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1))
    if (at + 2 >= text.size() || !is_hex_digit(text[at + 1]) || !is_hex_digit(text[at + 2])) return false;
  std::string_view attribute = text.substr(0, equals);
  if (attribute.ends_with('>') || attribute.ends_with('<') || attribute.ends_with('~')) attribute.remove_suffix(1);
  // A matching rule of Active Directory: memberOf:1.2.840.113556.1.4.1941:=cn=hpc,dc=example,dc=com
  if (attribute.ends_with(':')) attribute = attribute.substr(0, attribute.find(':'));
  return is_attribute(attribute) && equals + 1 < text.size();
}

constexpr int deepest = 100;

bool take_filter(std::string_view& rest, int depth) {
  if (depth > deepest || !rest.starts_with('(')) return false;
  rest.remove_prefix(1);
  if (rest.starts_with('&') || rest.starts_with('|')) {
    rest.remove_prefix(1);
    do
      if (!take_filter(rest, depth + 1)) return false;
    while (rest.starts_with('('));
  } else if (rest.starts_with('!')) {
    rest.remove_prefix(1);
    if (!take_filter(rest, depth + 1)) return false;
  } else if (!take_comparison(rest)) {
    return false;
  }
  if (!rest.starts_with(')')) return false;
  rest.remove_prefix(1);
  return true;
}

}  // namespace

bool is_distinguished_name(std::string_view text) {
  while (take_part(text)) {
    if (text.empty()) return true;
    text.remove_prefix(1);
  }
  return false;
}

bool is_ldap_filter(std::string_view text) { return take_filter(text, 0) && text.empty(); }

}  // namespace skiff
