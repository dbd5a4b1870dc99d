#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "text/number.h"

namespace skiff {

// Times as seconds since 1970, in UTC. They do not depend on the time zone of the process.

/// The seconds of a time such as `2026-01-06T05:00:00`; nullopt for other text, and for a date that does not exist.
inline std::optional<std::int64_t> parse_utc(std::string_view text) {
  if (text.size() != 19 || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':')
    return std::nullopt;
  const auto part = [&](std::size_t at, std::size_t size) {
    return to_number<int>(text.substr(at, size)).value_or(-1);
  };
  const int year = part(0, 4), month = part(5, 2), day = part(8, 2);
  const int hour = part(11, 2), minute = part(14, 2), second = part(17, 2);
  if (year < 0 || month < 0 || day < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59) return std::nullopt;
  if (second < 0 || second > 59) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  return days * 86400 + hour * 3600 + minute * 60 + second;
}

/// The inverse of parse_utc, for years of four digits.
inline std::string print_utc(std::int64_t time) {
  std::int64_t days = time / 86400, rest = time % 86400;
  if (rest < 0) --days, rest += 86400;
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
  char text[64];
  snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d", static_cast<int>(date.year()),
           static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), static_cast<int>(rest / 3600),
           static_cast<int>(rest / 60 % 60), static_cast<int>(rest % 60));
  return text;
}

/// The seconds of an RFC 3339 time without fractions: `2026-01-06T05:00:00Z`, `2026-01-06T06:00:00+01:00`.
inline std::optional<std::int64_t> parse_rfc3339(std::string_view text) {
  const auto local = parse_utc(text.substr(0, 19));
  if (!local || text.size() < 20) return std::nullopt;
  const std::string_view offset = text.substr(19);
  if (offset == "Z") return local;
  if (offset.size() != 6 || (offset[0] != '+' && offset[0] != '-') || offset[3] != ':') return std::nullopt;
  const auto hours = to_number<int>(offset.substr(1, 2)), minutes = to_number<int>(offset.substr(4));
  if (!hours || !minutes || *hours < 0 || *hours > 23 || *minutes < 0 || *minutes > 59) return std::nullopt;
  const std::int64_t seconds = *hours * 3600 + *minutes * 60;
  return *local - (offset[0] == '+' ? seconds : -seconds);
}

/// The day of the week of a time: 0 is Sunday.
inline unsigned weekday(std::int64_t time) {
  const std::int64_t days = time / 86400 - (time % 86400 < 0 ? 1 : 0);
  return std::chrono::weekday(std::chrono::sys_days(std::chrono::days(days))).c_encoding();
}

/// Seconds as Slurm prints them: `04:00:00`, `7-00:00:00`.
inline std::string print_slurm_time(std::int64_t seconds) {
  char text[64];
  snprintf(text, sizeof text, "%02d:%02d:%02d", static_cast<int>(seconds / 3600 % 24),
           static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60));
  return seconds < 86400 ? text : std::to_string(seconds / 86400) + "-" + text;
}

}  // namespace skiff
