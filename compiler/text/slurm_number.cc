#include "text/slurm_number.h"

#include <limits>

#include "text/ascii.h"
#include "text/number.h"

namespace skiff {

std::optional<SlurmNumber> read_slurm_number(std::string_view text) {
  SlurmNumber number{0, false, text.ends_with('k') || text.ends_with('K'), true};
  if (number.thousands) text.remove_suffix(1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  } else if (text.size() > 1 && text.front() == '0') {
    number.octal = true;
    base = 8;
  }
  const std::string_view digits = std::string_view("0123456789abcdef").substr(0, static_cast<std::size_t>(base));
  if (text.empty()) return std::nullopt;
  for (const char c : text) {
    if (digits.find(to_lower(c)) == digits.npos) return std::nullopt;
  }
  const auto value = to_number<std::uint64_t>(text, base);
  const std::uint64_t factor = number.thousands ? 1024 : 1;
  number.fits = value && *value <= std::numeric_limits<std::uint64_t>::max() / factor;
  if (number.fits) number.value = *value * factor;
  return number;
}

bool is_unlimited(std::string_view text) { return same_but_case(text, "UNLIMITED") || same_but_case(text, "INFINITE"); }

std::optional<std::int64_t> to_slurm_number(std::string_view text, std::int64_t most) {
  if (is_unlimited(text)) return most;
  const auto number = read_slurm_number(text);
  if (!number) return std::nullopt;
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const bool larger = !number->fits || number->value > static_cast<std::uint64_t>(largest);
  return larger ? largest : static_cast<std::int64_t>(number->value);
}

}  // namespace skiff
