#include "verify/form_kinds.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "text/ascii.h"
#include "text/number.h"
#include "text/slurm_number.h"
#include "text/split.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

using Kind = SlurmForm::Kind;

constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t uint32_max = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t uint16_max = std::numeric_limits<std::uint16_t>::max();

bool is_one_of(std::string_view value, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return compare_words(word, value) == 0; });
}

bool digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

bool number_in(std::string_view text, std::int64_t least, std::int64_t most) {
  const auto number = digits(text) ? to_number(text) : std::nullopt;
  return number && *number >= least && *number <= most;
}

// The seconds of minutes[:seconds], hours:minutes:seconds or days-[hours[:minutes[:seconds]]], as time_str2secs reads
// them.
std::optional<std::int64_t> seconds_of(std::string_view value) {
  const std::size_t dash = value.find('-');
  std::vector<std::int64_t> numbers;
  const auto add = [&](std::string_view text) {
    if (!number_in(text, 0, int_max)) return false;
    numbers.push_back(*to_number(text));
    return true;
  };
  std::int64_t days = 0;
  if (dash != std::string_view::npos) {
    if (!add(value.substr(0, dash))) return std::nullopt;
    days = numbers[0];
    numbers.clear();
    value.remove_prefix(dash + 1);
    if (value.empty()) return days * 86400;
  }
  for (const std::string_view part : Parts(value, ':')) {
    if (!add(part)) return std::nullopt;
  }
  if (numbers.size() > 3) return std::nullopt;
  const bool minutes_first = dash == std::string_view::npos && numbers.size() < 3;
  numbers.resize(3);
  return minutes_first ? numbers[0] * 60 + numbers[1] : days * 86400 + numbers[0] * 3600 + numbers[1] * 60 + numbers[2];
}

// Slurm stores the seconds in 32 bits and rounds them up to minutes.
constexpr std::int64_t most_seconds = int_max - 59;

bool is_time(std::string_view value) {
  if (value == "-1" || is_unlimited(value)) return true;
  const auto seconds = seconds_of(value);
  return seconds && *seconds <= most_seconds;
}

bool is_period(std::string_view value) {
  const auto seconds = seconds_of(value);
  return seconds && *seconds > 0 && *seconds <= most_seconds;
}

// The number below INFINITE is NO_VAL, with which a node keeps the time of the cluster.
bool is_idle(std::string_view value) {
  constexpr std::array<std::string_view, 2> never = {"INFINITE", "-1"};
  return is_one_of(value, never) || number_in(value, 0, uint32_max - 2);
}

bool is_level(std::string_view value) {
  constexpr std::array<std::string_view, 10> levels = {"quiet", "fatal",  "error",  "info",   "verbose",
                                                       "debug", "debug2", "debug3", "debug4", "debug5"};
  return is_one_of(value, levels) || number_in(value, 0, 9);
}

bool are_rlimits(std::string_view value) {
  if (value == "ALL" || value == "NONE") return true;
  constexpr std::array<std::string_view, 10> names = {"CPU", "FSIZE", "DATA",   "STACK",   "CORE",
                                                      "RSS", "NPROC", "NOFILE", "MEMLOCK", "AS"};
  for (std::string_view name : Parts(value, ',')) {
    if (name.starts_with("RLIMIT_")) name.remove_prefix(7);
    if (std::ranges::find(names, name) == names.end()) return false;
  }
  return true;
}

bool is_port_range(std::string_view value, std::int64_t most) {
  const std::string_view first = take_until(value, '-');
  return number_in(first, 1, most) && number_in(value, *to_number(first) + 1, most);
}

bool are_licenses(std::string_view value) {
  std::string list(value);
  std::ranges::replace(list, ';', ',');
  for (const std::string_view license : Parts(list, ',')) {
    const std::size_t end = license.find_first_of(":=");
    const std::string_view name = license.substr(0, end);
    if (name.empty() || name.find(' ') != std::string_view::npos) return false;
    if (end != std::string_view::npos && !number_in(license.substr(end + 1), 0, int_max)) return false;
  }
  return true;
}

// Slurm reads a unit only if the TRES is counted in bytes.
bool are_weights(std::string_view value) {
  for (const std::string_view weight : Parts(value, ',')) {
    const std::size_t equals = weight.find('=');
    if (equals == 0 || equals == std::string_view::npos) return false;
    const std::string_view name = weight.substr(0, equals);
    std::string_view number = weight.substr(equals + 1);
    if (!take_number<double>(number)) return false;
    const bool bytes = compare_words(name, "mem") == 0 || compare_words(name.substr(0, 3), "bb/") == 0;
    if (bytes && number.size() == 1 && std::string_view("KMGTPkmgtp").find(number.front()) != std::string_view::npos)
      continue;
    if (!number.empty()) return false;
  }
  return true;
}

bool are_tres(std::string_view value) {
  constexpr std::array<std::string_view, 7> whole = {"billing", "cpu", "energy", "mem", "node", "pages", "vmem"};
  constexpr std::array<std::string_view, 5> named = {"bb/", "fs/", "gres/", "ic/", "license/"};
  for (const std::string_view tres : Parts(value, ',')) {
    const std::size_t slash = std::min(tres.find('/'), tres.size() - 1);
    if (!is_one_of(tres, whole) && !(slash + 1 < tres.size() && is_one_of(tres.substr(0, slash + 1), named)))
      return false;
  }
  return true;
}

// The options of libmariadb that _set_mysql_ssl_opts reads.
bool are_storage_options(std::string_view value) {
  constexpr std::array<std::string_view, 5> names = {"SSL_CA", "SSL_CAPATH", "SSL_CERT", "SSL_CIPHER", "SSL_KEY"};
  for (const std::string_view option : Parts(value, ',')) {
    const std::size_t equals = option.find('=');
    if (equals == std::string_view::npos || equals + 1 == option.size() || !is_one_of(option.substr(0, equals), names))
      return false;
  }
  return true;
}

bool are_paths(std::string_view value) {
  if (compare_words(value, "none") == 0) return true;
  for (const std::string_view path : Parts(value, ',')) {
    if (!path.starts_with('/')) return false;
  }
  return true;
}

bool is_frequency(std::string_view value) {
  constexpr std::array<std::string_view, 4> kinds = {"task", "energy", "network", "filesystem"};
  if (number_in(value, 0, uint16_max)) return true;
  for (const std::string_view part : Parts(value, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || !is_one_of(part.substr(0, equals), kinds)) return false;
    if (!number_in(part.substr(equals + 1), 0, uint16_max)) return false;
  }
  return true;
}

// Numbers up to `most` and ranges of them.
bool are_ranges(std::string_view value, std::int64_t most) {
  for (std::string_view range : Parts(value, ',')) {
    const std::string_view first = take_until(range, '-');
    if (!number_in(first, 0, most)) return false;
    const bool is_range = range.data() != first.data() + first.size();
    if (is_range && !number_in(range, *to_number(first), most)) return false;
  }
  return true;
}

// The number of jobs has 15 bits. The bit above them means FORCE.
bool is_share(std::string_view value) {
  constexpr std::array<std::string_view, 4> words = {"NO", "EXCLUSIVE", "YES", "FORCE"};
  if (is_one_of(value, words)) return true;
  const std::string_view word = take_until(value, ':');
  return (compare_words(word, "YES") == 0 && number_in(value, 2, 32767)) ||
         (compare_words(word, "FORCE") == 0 && number_in(value, 1, 32767));
}

// A unit may be abbreviated.
bool is_purge(std::string_view value) {
  const std::size_t end = std::min(value.find_first_not_of("0123456789"), value.size());
  const std::string unit = to_lower(value.substr(end));
  constexpr std::array<std::string_view, 3> units = {"hours", "days", "months"};
  return number_in(value.substr(0, end), 0, uint16_max) &&
         std::ranges::any_of(units, [&](std::string_view word) { return word.starts_with(unit); });
}

// It may have a fraction.
bool is_percent(std::string_view value) {
  constexpr double most = 100;
  const auto number = to_number<double>(value);
  return number && *number >= 0 && *number <= most;
}

bool are_users(std::string_view value) {
  for (const std::string_view user : Parts(value, ',')) {
    if (digits(user) ? !number_in(user, 0, uint32_max - 2) : user.empty() || user.find(' ') != user.npos) return false;
  }
  return true;
}

bool are_features(std::string_view value) {
  const auto letter = [](char c) { return is_letter(c) || c == '_' || c == '='; };
  for (const std::string_view feature : Parts(value, ',')) {
    if (feature.empty() || !letter(feature.front())) return false;
    if (!std::ranges::all_of(feature, [&](char c) { return letter(c) || is_digit(c) || c == '.'; })) return false;
  }
  return true;
}

bool is_gpu_frequency(std::string_view value) {
  constexpr std::array<std::string_view, 4> names = {"low", "medium", "high", "highm1"};
  for (std::string_view part : Parts(value, ',')) {
    if (compare_words(part, "verbose") == 0) continue;
    const std::size_t equals = part.find('=');
    if (equals != std::string_view::npos) {
      if (compare_words(part.substr(0, equals), "memory") != 0) return false;
      part.remove_prefix(equals + 1);
    }
    if (!is_one_of(part, names) && !number_in(part, 1, uint32_max)) return false;
  }
  return true;
}

bool is_buffer_size(std::string_view value) {
  constexpr std::array<std::string_view, 19> units = {"",    "k",  "m",  "g",  "t",  "p",  "kib", "mib",  "gib",  "tib",
                                                      "pib", "kb", "mb", "gb", "tb", "pb", "n",   "node", "nodes"};
  const std::size_t end = std::min(value.find_first_not_of("0123456789"), value.size());
  return number_in(value.substr(0, end), 1, std::numeric_limits<std::int64_t>::max()) &&
         is_one_of(value.substr(end), units);
}

bool are_buffer_pools(std::string_view value) {
  for (std::string_view pool : Parts(value, ',')) {
    const std::string_view name = take_until(pool, ':');
    const bool counted = pool.data() != name.data() + name.size();
    if (name.empty() || (counted && !number_in(pool, 1, int_max))) return false;
  }
  return true;
}

bool is_slice(std::string_view value) {
  constexpr std::string_view end = ".slice";
  if (!value.ends_with(end) || value.size() == end.size() || value.front() == '-') return false;
  return std::ranges::all_of(value, [](char c) {
    return is_letter(c) || is_digit(c) || std::string_view(":-_.@").find(c) != std::string_view::npos;
  });
}

// The name of a plugin, which contains a slash, is the name of a file.
bool is_word(std::string_view words, std::string_view value) {
  const bool exact = words.starts_with(same_case);
  if (exact) words.remove_prefix(1);
  for (const std::string_view word : Parts(words, '|')) {
    if (exact || word.find('/') != std::string_view::npos ? word == value : compare_words(word, value) == 0)
      return true;
  }
  return false;
}

bool are_words(std::string_view words, std::string_view value) {
  if (!words.ends_with(repeated_words)) return is_word(words, value);
  words.remove_suffix(repeated_words.size());
  for (const std::string_view part : Parts(value, ',')) {
    if (!is_word(words, part)) return false;
  }
  return true;
}

}  // namespace

bool has_form(const SlurmForm& form, std::string_view value, std::int64_t most) {
  switch (form.kind) {
    case Kind::number: {
      if (is_unlimited(value) && most == uint16_max) return false;
      // Slurm reads texts and arguments with atoi() and strtol() of base 10, for which 0x10 is 0 and 1k is 1.
      const auto number = form.word.empty() && most != 0 ? to_slurm_number(value, most) : to_number(value);
      return number && *number >= form.least && *number <= form.most;
    }
    case Kind::refused:
    case Kind::ignored:
      return true;
    case Kind::time:
      return is_time(value);
    case Kind::period:
      return is_period(value);
    case Kind::minutes:
      return is_unlimited(value) || number_in(value, 0, uint16_max - 1);
    case Kind::idle:
      return is_idle(value);
    case Kind::none:
      return compare_words(value, "NONE") == 0;
    case Kind::words:
      return are_words(form.words, value);
    case Kind::plugin:
      return true;
    case Kind::level:
      return is_level(value);
    case Kind::rlimits:
      return are_rlimits(value);
    case Kind::ports:
      return number_in(value, 1, uint16_max) || is_port_range(value, uint16_max);
    case Kind::port_range:
      // NO_VAL16 and INFINITE16, which are not ports to parse_uint16.
      return is_port_range(value, uint16_max - 2);
    case Kind::licenses:
      return are_licenses(value);
    case Kind::weights:
      return are_weights(value);
    case Kind::tres:
      return are_tres(value);
    case Kind::path:
      return value.starts_with('/');
    case Kind::paths:
      return are_paths(value);
    case Kind::frequency:
      return is_frequency(value);
    case Kind::exit_codes:
      return are_ranges(value, 255);
    case Kind::cpus:
      return are_ranges(value, uint16_max);
    case Kind::share:
      return is_share(value);
    case Kind::purge:
      return is_purge(value);
    case Kind::memory: {
      const auto number = to_slurm_number(value, most);
      return number && *number <= most_memory;
    }
    case Kind::storage:
      return are_storage_options(value);
    case Kind::text:
      return !value.empty();
    case Kind::percent:
      return is_percent(value);
    case Kind::users:
      return are_users(value);
    case Kind::features:
      return are_features(value);
    case Kind::gpu_frequency:
      return is_gpu_frequency(value);
    case Kind::buffer_size:
      return is_buffer_size(value);
    case Kind::buffer_pools:
      return are_buffer_pools(value);
    case Kind::slice:
      return is_slice(value);
  }
  return true;
}

}  // namespace skiff
