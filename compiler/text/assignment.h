#pragma once

#include <optional>
#include <string_view>

#include "text/ascii.h"

namespace skiff {

/// A field of YAML that was written as in a configuration file, `NAME=VALUE`, or without the space, `NAME:VALUE`.
struct Assignment {
  std::string_view name;
  std::string_view value;
};

/// std::nullopt if the text is no assignment, or if `NAME: VALUE` would not mean the same in YAML without quotes.
constexpr std::optional<Assignment> assignment(std::string_view text) {
  const auto trimmed = [](std::string_view part) {
    while (part.starts_with(' ') || part.starts_with('\t')) part.remove_prefix(1);
    while (part.ends_with(' ') || part.ends_with('\t')) part.remove_suffix(1);
    return part;
  };
  const std::size_t at = text.find_first_of("=:");
  if (at == std::string_view::npos) return std::nullopt;
  const Assignment found{trimmed(text.substr(0, at)), trimmed(text.substr(at + 1))};
  if (found.name.empty() || !is_letter(found.name[0])) return std::nullopt;
  for (const char c : found.name)
    if (!is_alnum(c) && c != '_' && c != '-' && c != '.') return std::nullopt;
  if (found.value.empty() || found.value.starts_with("//")) return std::nullopt;  // the latter is a URL
  // Several assignments in one text.
  if (found.value.find(' ') != std::string_view::npos && found.value.find('=') != std::string_view::npos)
    return std::nullopt;
  const bool special = std::string_view("=:-?,[]{}#&*!|>'\"%@`").find(found.value[0]) != std::string_view::npos;
  if (special || found.value.find_first_of("\n{}") != std::string_view::npos ||
      found.value.find(": ") != std::string_view::npos || found.value.find(" #") != std::string_view::npos)
    return std::nullopt;
  return found;
}

}  // namespace skiff
