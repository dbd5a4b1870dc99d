#include "policy/values.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "policy/options.h"
#include "text/ascii.h"
#include "text/join.h"
#include "text/number.h"
#include "text/split.h"

namespace skiff::policy {
namespace {

bool is_one_of(std::string_view option, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view name) { return same_but_case(name, option); });
}

std::string_view name_in(std::string_view tres) { return tres.substr(0, tres.find('=')); }

/// The number of a TRES in the smallest unit. Memory and burst buffers without a unit are in mebibytes
/// (slurmdb_get_tres_base_unit, slurmdb_defs.c).
std::optional<double> amount_in(std::string_view tres) {
  std::string_view number = tres.substr(std::min(tres.size(), name_in(tres).size() + 1));
  const auto value = take_number<double>(number);
  if (!value || number.size() > 1) return std::nullopt;
  constexpr std::string_view units = "KMGTPE";
  const bool bytes = same_but_case(name_in(tres), "mem") || to_lower(name_in(tres)).starts_with("bb/");
  if (number.empty()) return bytes ? *value * 1024 : *value;
  const std::size_t unit = units.find(to_upper(number[0]));
  if (unit == units.npos) return std::nullopt;
  double factor = bytes ? 1 : 1024;
  for (std::size_t i = 0; i < unit; ++i) factor *= 1024;
  return *value * factor;
}

std::string comparable_tres(std::string_view tres) {
  const auto amount = amount_in(tres);
  return to_lower(name_in(tres)) + '=' + (amount ? std::to_string(*amount) : std::string(tres));
}

/// The seconds of a time as in sacct(1) and sacctmgr(1): `[DAYS-]HOURS:MINUTES:SECONDS` and its short forms. A number
/// alone is in `unit` seconds.
std::optional<std::int64_t> seconds_in(std::string_view text, std::int64_t unit) {
  // Slurm has 32 bits for times. With larger numbers, the sum could overflow.
  constexpr std::int64_t most = UINT32_MAX;
  std::int64_t days = 0;
  const bool has_days = text.find('-') != text.npos && text.find('-') > 0;
  if (has_days) {
    const auto given = to_number(take_until(text, '-'));
    if (!given || *given > most) return std::nullopt;
    days = *given;
  }
  std::vector<std::int64_t> parts;
  for (const std::string_view part : Parts(text, ':')) {
    const auto number = to_number(part);
    if (!number || *number < 0 || *number > most || parts.size() == 3) return std::nullopt;
    parts.push_back(*number);
  }
  if (parts.size() == 1 && !has_days) return parts[0] * unit;
  // After days, the first number is hours. Otherwise two numbers are minutes and seconds.
  if (!has_days && parts.size() == 2) parts.insert(parts.begin(), 0);
  parts.resize(3);
  return ((days * 24 + parts[0]) * 60 + parts[1]) * 60 + parts[2];
}

std::set<std::string> entries_of(std::string_view option, std::string_view value) {
  std::set<std::string> entries;
  for (const std::string_view entry : Parts(value, ','))
    if (!entry.empty()) entries.insert(is_tres(option) ? comparable_tres(entry) : to_lower(entry));
  return entries;
}

}  // namespace

std::optional<std::int64_t> seconds_of(std::string_view option, std::string_view value) {
  if (same_but_case(option, "GraceTime")) return seconds_in(value, 1);
  if (is_one_of(option, {"GrpWall", "MaxWall", "PreemptExemptTime"})) return seconds_in(value, 60);
  return std::nullopt;
}

std::string value_after(std::string_view option, std::string_view value, std::string_view shown) {
  if (!is_tres(option)) return value == "-1" ? "" : std::string(value);
  std::vector<std::string_view> entries;
  for (const std::string_view entry : Parts(shown, ','))
    if (!entry.empty()) entries.push_back(entry);
  for (const std::string_view entry : Parts(value, ',')) {
    std::erase_if(entries, [&](auto old) { return same_but_case(name_in(old), name_in(entry)); });
    if (!entry.empty() && !entry.ends_with("=-1")) entries.push_back(entry);
  }
  return joined(entries, ",");
}

bool same_value(std::string_view option, std::string_view one, std::string_view other) {
  if (same_but_case(one, other)) return true;
  if (const auto time = seconds_of(option, one); time) return time == seconds_of(option, other);
  const auto number = to_number<double>(one), other_number = to_number<double>(other);
  if (number && other_number) return *number == *other_number;
  if (is_one_of(option, {"Description", "Organization"})) return false;
  return entries_of(option, one) == entries_of(option, other);
}

}  // namespace skiff::policy
