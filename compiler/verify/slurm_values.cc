#include "verify/slurm_values.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "text/number.h"
#include "text/slurm_number.h"
#include "verify/conf_lines.h"

namespace skiff {
namespace {

std::string bad_number(std::string_view value, std::uint64_t most) {
  if (is_unlimited(value)) return {};
  const auto number = read_slurm_number(value);
  if (!number) return "must be a whole number or UNLIMITED";
  if (number->thousands && most == std::numeric_limits<std::uint16_t>::max())
    return "must not have the suffix k, which Slurm accepts only for larger types";
  if (number->octal) return "must not start with 0, because Slurm would read it as octal";
  if (!number->fits || number->value > most) return "must be no more than " + std::to_string(most);
  return {};
}

}  // namespace

std::string bad_value(SlurmParameter::Type type, std::string_view value) {
  using Type = SlurmParameter::Type;
  switch (type) {
    case Type::boolean: {
      constexpr std::string_view words[] = {"yes", "no", "true", "false", "up", "down", "1", "0"};
      const bool known =
          std::any_of(std::begin(words), std::end(words), [&](std::string_view word) { return same_key(word, value); });
      return known ? "" : "must be yes or no";
    }
    case Type::uint16:
      return bad_number(value, std::numeric_limits<std::uint16_t>::max());
    case Type::uint32:
      return bad_number(value, std::numeric_limits<std::uint32_t>::max());
    case Type::uint64:
      return bad_number(value, std::numeric_limits<std::uint64_t>::max());
    case Type::real: {
      return to_number<double>(value) || is_unlimited(value) ? "" : "must be a number";
    }
    default:
      return {};
  }
}

std::int64_t most_of(SlurmParameter::Type type) {
  using Type = SlurmParameter::Type;
  if (type == Type::uint16) return std::numeric_limits<std::uint16_t>::max();
  if (type == Type::uint32) return std::numeric_limits<std::uint32_t>::max();
  return type == Type::uint64 ? std::numeric_limits<std::int64_t>::max() : 0;
}

std::string bad_text(std::string_view value) {
  const bool is_quoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
  const std::string_view inner = unquoted(value);
  if (value.empty()) return "must not be empty, because Slurm's parser rejects that";
  if (inner.find('"') != std::string_view::npos)
    return "must not contain a double quote, because Slurm's files cannot contain one in a value";
  for (const char c : inner) {
    if (c == '\n' || c == '\r') return "must be a single line";
    if (c == '#') return "must not contain #, which begins a comment even inside quotes";
    if (c == '\\') return "must not contain a backslash, because Slurm removes it";
    if (static_cast<unsigned char>(c) < ' ' && c != '\t') return "must not contain control characters";
    if ((c == ' ' || c == '\t') && !is_quoted) return "must be in double quotes, because it contains spaces";
  }
  return {};
}

}  // namespace skiff
