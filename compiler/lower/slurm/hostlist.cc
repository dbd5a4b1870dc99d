#include "lower/slurm/hostlist.h"

#include <algorithm>
#include <charconv>

#include "text/ascii.h"

namespace skiff {
namespace {

// Slurm's own limit (MAX_RANGE in src/common/hostlist.c).
constexpr std::uint64_t max_range = 65536;
// No cluster is larger; keeps `a[0-999]b[0-999]c[0-999]` from filling memory.
constexpr std::size_t max_runs = 1u << 20;

// A decimal number of at most 18 digits; anything else is no number of a host name.
std::optional<std::uint64_t> number(std::string_view text) {
  if (text.empty() || text.size() > 18 || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
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

// A name outside brackets: digits at its end become the number.
HostRun plain(std::string_view name) {
  std::size_t begin = name.size();
  while (begin > 0 && is_digit(name[begin - 1]) && name.size() - begin < 18) --begin;
  const std::optional<std::uint64_t> value = number(name.substr(begin));
  if (!value) return {std::string(name), 0, 0, 0};
  return {std::string(name.substr(0, begin)), *value, *value, static_cast<unsigned>(name.size() - begin)};
}

// The ranges between two brackets, without prefix and suffix.
bool parse_ranges(std::string_view text, Hostlist& runs) {
  for (;;) {
    const std::size_t comma = text.find(',');
    const std::string_view range = text.substr(0, comma);
    const std::size_t dash = range.find('-');
    const std::string_view low = range.substr(0, dash);
    const std::string_view high = dash == std::string_view::npos ? low : range.substr(dash + 1);
    const auto first = number(low), last = number(high);
    if (!first || !last || *last < *first || *last - *first >= max_range) return false;
    runs.push_back({{}, *first, *last, static_cast<unsigned>(low.size())});
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

// One element of the list. All brackets but the last are multiplied out into prefixes.
bool parse_element(std::string_view text, Hostlist& out) {
  if (text.empty() || text.find(']') < text.find('[')) return false;
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
    if (!parse_ranges(text.substr(open + 1, close - open - 1), ranges)) return false;
    for (std::string& prefix : prefixes) prefix += text.substr(0, open);
    text.remove_prefix(close + 1);
    if (text.find('[') == std::string_view::npos) {
      if (text.find(']') != std::string_view::npos) return false;
      for (const std::string& prefix : prefixes) {
        for (const HostRun& run : ranges) out.push_back({prefix, run.first, run.last, run.width, std::string(text)});
      }
      return out.size() < max_runs;
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

Hostlist collapse(const Hostlist& hosts) {
  Hostlist joined;
  for (const HostRun& run : hosts) {
    if (!joined.empty() && run.width > 0) {
      HostRun& before = joined.back();
      // Without leading zeros the width follows from the number, so 9 and 10 continue one another as well.
      const bool same_width = before.padded() ? run.width == before.width : before.width > 0 && !run.padded();
      if (same_width && run.first == before.last + 1 && run.prefix == before.prefix && run.suffix == before.suffix) {
        before.last = run.last;
        continue;
      }
    }
    joined.push_back(run);
  }
  return joined;
}

std::string print_hostlist(const Hostlist& hosts) {
  const Hostlist runs = collapse(hosts);
  std::string text;
  for (std::size_t i = 0; i < runs.size();) {
    std::size_t end = i + 1;
    while (end < runs.size() && runs[i].width > 0 && runs[end].width > 0 && runs[end].prefix == runs[i].prefix &&
           runs[end].suffix == runs[i].suffix) {
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
