#include "text/hostlist.h"

#include <algorithm>
#include <charconv>

#include "text/ascii.h"
#include "text/number.h"
#include "text/split.h"

namespace skiff {
namespace {

// Slurm's limit (MAX_RANGE in src/common/hostlist.c).
constexpr std::uint64_t max_range = 65536;
// No cluster is larger. Keeps `a[0-999]b[0-999]c[0-999]` from filling the memory.
constexpr std::size_t max_runs = 1u << 20;
// No DNS name is longer (RFC 1035). With this limit, even a million names need little memory.
constexpr std::size_t max_name = 253;

// A decimal number of at most 18 digits. Anything else is not the number of a host name.
std::optional<std::uint64_t> number(std::string_view text) {
  if (text.empty() || text.size() > 18 || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  return to_number<std::uint64_t>(text);
}

unsigned digits(std::uint64_t value) {
  unsigned count = 1;
  while (value >= 10) {
    value /= 10;
    ++count;
  }
  return count;
}

void append_number(std::string& text, std::uint64_t value, unsigned width) {
  char buffer[24];
  char* const end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  const auto size = static_cast<unsigned>(end - buffer);
  if (size < width) text.append(width - size, '0');
  text.append(buffer, end);
}

// A name outside brackets. The digits at its end become the number.
HostRun plain(std::string_view name) {
  std::size_t begin = name.size();
  while (begin > 0 && is_digit(name[begin - 1]) && name.size() - begin < 18) --begin;
  const std::optional<std::uint64_t> value = number(name.substr(begin));
  if (!value) return {std::string(name), 0, 0, 0};
  return {std::string(name.substr(0, begin)), *value, *value, static_cast<unsigned>(name.size() - begin)};
}

// Parses the ranges between two brackets, without prefix and suffix. Returns false for invalid ranges.
bool parse_ranges(std::string_view text, Hostlist& runs) {
  for (const std::string_view range : Parts(text, ',')) {
    const std::size_t dash = range.find('-');
    const std::string_view low = range.substr(0, dash);
    const std::string_view high = dash == std::string_view::npos ? low : range.substr(dash + 1);
    const auto first = number(low), last = number(high);
    if (!first || !last || *last < *first || *last - *first >= max_range) return false;
    runs.push_back({{}, *first, *last, static_cast<unsigned>(low.size())});
  }
  return true;
}

// Parses one element of the list. All brackets but the last are expanded into prefixes. Returns false for an invalid
// element.
bool parse_element(std::string_view text, Hostlist& out) {
  if (text.empty() || text.find(']') < text.find('[')) return false;
  std::size_t outside = 0;
  const std::size_t last_open = text.rfind('[');
  if (last_open == std::string_view::npos) {
    out.push_back(plain(text));
    return true;
  }
  std::vector<std::string> prefixes = {""};
  while (true) {
    const std::size_t open = text.find('[');
    const std::size_t close = text.find(']', open);
    if (close == std::string_view::npos) return false;
    Hostlist ranges;
    if ((outside += open) > max_name || !parse_ranges(text.substr(open + 1, close - open - 1), ranges)) return false;
    for (std::string& prefix : prefixes) prefix += text.substr(0, open);
    text.remove_prefix(close + 1);
    if (text.find('[') == std::string_view::npos) {
      if (text.find(']') != std::string_view::npos || outside + text.size() > max_name) return false;
      if (prefixes.size() * ranges.size() + out.size() >= max_runs) return false;
      for (const std::string& prefix : prefixes) {
        for (const HostRun& run : ranges) out.push_back({prefix, run.first, run.last, run.width, std::string(text)});
      }
      return true;
    }
    std::vector<std::string> longer;
    for (const std::string& prefix : prefixes) {
      for (const HostRun& run : ranges) {
        for (std::uint64_t n = run.first; n <= run.last; ++n) {
          append_number(longer.emplace_back(prefix), n, run.width);
          if (longer.size() >= max_runs) return false;
        }
      }
    }
    prefixes = std::move(longer);
  }
}

}  // namespace

bool HostRun::padded() const { return width > digits(first); }

std::optional<Hostlist> parse_hostlist(std::string_view text) {
  Hostlist hosts;
  std::size_t begin = 0;
  bool inside = false;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '[') {
      if (inside) return std::nullopt;
      inside = true;
    } else if (i < text.size() && text[i] == ']') {
      if (!inside) return std::nullopt;
      inside = false;
    } else if (i == text.size() || (text[i] == ',' && !inside)) {
      if (inside || !parse_element(text.substr(begin, i - begin), hosts)) return std::nullopt;
      begin = i + 1;
    }
  }
  return hosts;
}

std::uint64_t host_count(const Hostlist& hosts) {
  std::uint64_t count = 0;
  for (const HostRun& run : hosts) count += run.count();
  return count;
}

void append_host(std::string& text, const HostRun& run, std::uint64_t number) {
  text += run.prefix;
  if (run.width > 0) append_number(text, number, run.width);
  text += run.suffix;
}

bool HostReader::next(std::string& name) {
  if (run_ == hosts_.size()) return false;
  const HostRun& run = hosts_[run_];
  name.clear();
  append_host(name, run, run.first + offset_);
  if (++offset_ == run.count()) {
    ++run_;
    offset_ = 0;
  }
  return true;
}

std::vector<std::string> expand(const Hostlist& hosts) {
  std::vector<std::string> names(host_count(hosts));
  HostReader reader(hosts);
  for (std::string& name : names) reader.next(name);
  return names;
}

namespace {

// True if two runs are printed in one pair of brackets.
bool in_one_bracket(const HostRun& a, const HostRun& b) {
  return a.width > 0 && b.width > 0 && a.prefix == b.prefix && a.suffix == b.suffix;
}

bool continues(const HostRun& before, const HostRun& run) {
  // Without leading zeros the width follows from the number, so 10 continues 9 although it is wider.
  return in_one_bracket(before, run) && (before.padded() ? run.width == before.width : !run.padded()) &&
         run.first == before.last + 1 && run.last - before.first < max_range;
}

Hostlist joined(const Hostlist& hosts) {
  Hostlist runs;
  for (const HostRun& run : hosts) {
    if (!runs.empty() && continues(runs.back(), run)) {
      runs.back().last = run.last;
    } else {
      runs.push_back(run);
    }
  }
  return runs;
}

}  // namespace

Hostlist collapse(const Hostlist& hosts) {
  const Hostlist runs = joined(hosts);
  // A single host is printed without brackets. Its number is then the digits at the end of its name, not the number
  // that was in brackets: `a[1]2` is `a12`, and `a13` continues it.
  Hostlist as_read;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const HostRun& run = runs[i];
    const bool alone = run.count() == 1 && !(i > 0 && in_one_bracket(runs[i - 1], run)) &&
                       !(i + 1 < runs.size() && in_one_bracket(run, runs[i + 1]));
    if (!alone) {
      as_read.push_back(run);
      continue;
    }
    std::string name;
    append_host(name, run, run.first);
    as_read.push_back(plain(name));
  }
  return joined(as_read);
}

std::string print_hostlist(const Hostlist& hosts) {
  const Hostlist runs = collapse(hosts);
  std::string text;
  for (std::size_t i = 0; i < runs.size();) {
    std::size_t end = i + 1;
    while (end < runs.size() && in_one_bracket(runs[i], runs[end])) {
      ++end;
    }
    if (!text.empty()) text += ',';
    if (end == i + 1 && runs[i].first == runs[i].last) {
      append_host(text, runs[i], runs[i].first);
    } else {
      text += runs[i].prefix + '[';
      for (std::size_t at = i; at < end; ++at) {
        if (at > i) text += ',';
        append_number(text, runs[at].first, runs[at].width);
        if (runs[at].last > runs[at].first) {
          text += '-';
          append_number(text, runs[at].last, runs[at].width);
        }
      }
      text += ']' + runs[i].suffix;
    }
    i = end;
  }
  return text;
}

}  // namespace skiff
