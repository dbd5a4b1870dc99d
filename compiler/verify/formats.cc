#include "verify/formats.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "text/ascii.h"
#include "text/number.h"
#include "text/split.h"

namespace skiff {
namespace {

bool is_lower_alnum(char c) { return is_lower(c) || is_digit(c); }

template <class F>
bool all(std::string_view text, F&& f) {
  return std::all_of(text.begin(), text.end(), f);
}

bool is_label_part(std::string_view text) {
  return !text.empty() && is_lower_alnum(text.front()) && is_lower_alnum(text.back()) &&
         all(text, [](char c) { return is_lower_alnum(c) || c == '-'; });
}

// The format of label values and of the name in label keys.
bool is_qualified(std::string_view text) {
  return !text.empty() && text.size() <= 63 && is_alnum(text.front()) && is_alnum(text.back()) &&
         all(text, [](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; });
}

}  // namespace

bool is_dns1123_label(std::string_view text) { return text.size() <= 63 && is_label_part(text); }

bool is_dns1123_subdomain(std::string_view text) {
  return text.size() <= 253 && std::ranges::all_of(Parts(text, '.'), is_label_part);
}

bool is_dns1035_label(std::string_view text) { return is_dns1123_label(text) && is_lower(text.front()); }

bool is_label_key(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return is_qualified(text);
  return is_dns1123_subdomain(text.substr(0, slash)) && is_qualified(text.substr(slash + 1));
}

bool is_label_value(std::string_view text) { return text.empty() || is_qualified(text); }

bool is_port_name(std::string_view text) {
  return text.size() <= 15 && is_label_part(text) && text.find("--") == std::string_view::npos &&
         std::any_of(text.begin(), text.end(), is_lower);
}

bool is_env_name(std::string_view text) {
  return !text.empty() && !is_digit(text.front()) && all(text, [](char c) { return is_alnum(c) || c == '_'; });
}

bool is_config_key(std::string_view text) {
  return !text.empty() && text.size() <= 253 && text != "." && text.substr(0, 2) != ".." &&
         all(text, [](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; });
}

bool is_mount_path(std::string_view text) {
  if (text.empty() || text.front() != '/' || text.find(':') != std::string_view::npos) return false;
  if (text == "/") return true;
  return std::ranges::all_of(Parts(text.substr(1), '/'), [](std::string_view part) {
    return !part.empty() && part != ".." && part != "." && all(part, [](char c) { return c > ' ' && c != 0x7f; });
  });
}

bool is_image_reference(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at != std::string_view::npos) {
    const std::string_view digest = text.substr(at + 1);
    constexpr std::string_view algorithm = "sha256:";
    if (digest.substr(0, algorithm.size()) != algorithm || digest.size() != algorithm.size() + 64) return false;
    if (!all(digest.substr(algorithm.size()), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }))
      return false;
    text = text.substr(0, at);
  }
  const std::size_t slash = text.rfind('/');
  const std::size_t colon = text.rfind(':');
  if (colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash)) {
    const std::string_view tag = text.substr(colon + 1);
    if (tag.empty() || tag.size() > 128 || tag.front() == '.' || tag.front() == '-') return false;
    if (!all(tag, [](char c) { return is_alnum(c) || c == '_' || c == '.' || c == '-'; })) return false;
    text = text.substr(0, colon);
  }
  if (text.empty() || text.size() > 255) return false;
  bool first = text.find('/') != std::string_view::npos;
  return std::ranges::all_of(Parts(text, '/'), [&first](std::string_view part) {
    // Only the first of several parts can be a host, which may have a port and upper case letters.
    if (std::exchange(first, false)) {
      const std::size_t port = part.find(':');
      if (port != std::string_view::npos && (port + 1 == part.size() || !all(part.substr(port + 1), is_digit)))
        return false;
      const std::string_view host = part.substr(0, port);
      return !host.empty() && is_alnum(host.front()) && is_alnum(host.back()) &&
             all(host, [](char c) { return is_alnum(c) || c == '.' || c == '-' || c == '_'; });
    }
    return !part.empty() && is_lower_alnum(part.front()) && is_lower_alnum(part.back()) &&
           all(part, [](char c) { return is_lower_alnum(c) || c == '.' || c == '-' || c == '_'; });
  });
}

namespace {

struct CronField {
  int low, high;
  std::string_view names;  ///< three letters each, from `low` on
};

constexpr CronField cron_fields[] = {{0, 59, ""},
                                     {0, 23, ""},
                                     {1, 31, ""},
                                     {1, 12, "janfebmaraprmayjunjulaugsepoctnovdec"},
                                     {0, 6, "sunmontuewedthufrisat"}};

std::optional<int> cron_number(std::string_view text, const CronField& field) {
  if (text.size() == 3 && !is_digit(text.front())) {
    const std::size_t at = field.names.find(to_lower(text));
    if (at == std::string_view::npos || at % 3 != 0) return std::nullopt;
    return field.low + static_cast<int>(at / 3);
  }
  const auto value = to_number<int>(text);
  return value && *value >= field.low && *value <= field.high ? value : std::nullopt;
}

bool is_cron_range(std::string_view text, const CronField& field) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    if (to_number<int>(text.substr(slash + 1)).value_or(0) < 1) return false;
    text = text.substr(0, slash);
  }
  if (text == "*" || text == "?") return true;
  const std::size_t dash = text.find('-');
  const auto low = cron_number(text.substr(0, dash), field);
  const auto high = dash == std::string_view::npos ? low : cron_number(text.substr(dash + 1), field);
  return low && high && *low <= *high;
}

}  // namespace

bool is_cron_schedule(std::string_view text) {
  for (std::string_view name : {"@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"}) {
    if (text == name) return true;
  }
  std::size_t count = 0;
  while (!text.empty()) {
    if (text.front() == ' ') {
      text.remove_prefix(1);
      continue;
    }
    const std::size_t end = std::min(text.find(' '), text.size());
    if (count == std::size(cron_fields)) return false;
    const CronField& field = cron_fields[count++];
    if (!std::ranges::all_of(Parts(text.substr(0, end), ','),
                             [&](std::string_view part) { return is_cron_range(part, field); }))
      return false;
    text.remove_prefix(end);
  }
  return count == std::size(cron_fields);
}

std::optional<long double> parse_quantity(std::string_view text) {
  std::size_t at = 0;
  bool negative = false;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) negative = text[at++] == '-';
  long double value = 0;
  std::size_t digits = 0;
  for (; at < text.size() && is_digit(text[at]); ++at, ++digits) value = value * 10 + (text[at] - '0');
  if (at < text.size() && text[at] == '.') {
    long double place = 1;
    for (++at; at < text.size() && is_digit(text[at]); ++at, ++digits) value += (place /= 10) * (text[at] - '0');
  }
  if (digits == 0) return std::nullopt;
  if (negative) value = -value;
  const std::string_view suffix = text.substr(at);
  if (suffix.empty()) return value;
  if (suffix.size() > 1 && (suffix[0] == 'e' || suffix[0] == 'E')) {
    std::string_view exponent = suffix.substr(1);
    if (exponent[0] == '+') exponent.remove_prefix(1);
    const auto power = to_number<int>(exponent);
    if (!power) return std::nullopt;
    return value * std::pow(10.0L, *power);
  }
  constexpr std::string_view decimal = "numkMGTPE", powers = "kMGTPE";
  if (suffix.size() == 1 && decimal.find(suffix[0]) != std::string_view::npos) {
    constexpr int exponents[] = {-9, -6, -3, 3, 6, 9, 12, 15, 18};
    const int power = exponents[decimal.find(suffix[0])];
    // Divide instead of multiplying by a fraction, so that 500m is exactly one half.
    return power < 0 ? value / std::pow(10.0L, -power) : value * std::pow(10.0L, power);
  }
  if (suffix.size() == 2 && suffix[1] == 'i') {
    const std::size_t power = suffix[0] == 'K' ? 0 : powers.find(suffix[0]);
    if (power == std::string_view::npos || suffix[0] == 'k') return std::nullopt;
    return value * std::pow(1024.0L, static_cast<int>(power) + 1);
  }
  return std::nullopt;
}

}  // namespace skiff
