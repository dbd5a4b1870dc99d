#include <algorithm>
#include <unordered_map>

#include "verify/checks.h"
#include "verify/conf_lines.h"
#include "verify/conf_text.h"
#include "verify/report.h"
#include "verify/slurm_values.h"

namespace skiff {
namespace {

using Type = SlurmParameter::Type;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return result;
}

// -1, 0 or 1, without regard to case.
int compare(std::string_view a, std::string_view b) {
  const auto fold = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const char x = fold(a[i]), y = fold(b[i]);
    if (x != y) return x < y ? -1 : 1;
  }
  return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

using Entries = std::span<const SlurmParameter>;

// The parameters of one file that may stand on one kind of line.
Entries group_of(Entries all, std::string_view file, std::string_view line) {
  const auto below = [&](const SlurmParameter& entry) {
    const int order = entry.file.compare(file);
    return order < 0 || (order == 0 && compare(entry.line, line) < 0);
  };
  const auto first = std::partition_point(all.begin(), all.end(), below);
  const auto last = std::partition_point(first, all.end(), [&](const SlurmParameter& entry) {
    return entry.file == file && compare(entry.line, line) == 0;
  });
  return {first, last};
}

// All entries of a key; several if its type changed.
Entries entries_of(Entries group, std::string_view key) {
  const auto first = std::partition_point(group.begin(), group.end(),
                                          [&](const SlurmParameter& entry) { return compare(entry.key, key) < 0; });
  const auto last = std::partition_point(first, group.end(),
                                         [&](const SlurmParameter& entry) { return compare(entry.key, key) == 0; });
  return {first, last};
}

// "23.02.1" of 230201; the first of a series is named without its number.
std::string release(std::uint32_t number) {
  const auto two = [](std::uint32_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  std::string text = two(number / 10000) + '.' + two(number / 100 % 100);
  if (number % 100 != 0) text += '.' + std::to_string(number % 100);
  return text;
}

// One file's checks.
class File {
 public:
  File(const VerifyInput& input, const OutputConf& file, Diagnostics& out)
      : file_(file),
        name_(file_name(file.path)),
        // A target names no point release: the newest of its series counts.
        target_(static_cast<std::uint32_t>(input.slurm.major * 10000 + input.slurm.minor * 100 + 99)),
        top_(group_of(slurm_parameters(), name_, "")),
        out_(out) {}

  bool known() const { return !top_.empty(); }

  void check() {
    for (const ConfLine& line : file_.conf->lines) {
      if (line.parameters.empty()) continue;
      const Parameter& first = line.parameters.front();
      const SlurmParameter* entry = key(top_, first, "");
      if (!entry) continue;
      const bool repeatable = entry->type == Type::line || entry->type == Type::array;
      if (!repeatable) once(seen_, first);
      value(*entry, first);
      if (line.parameters.size() > 1) rest(line, *entry);
    }
  }

 private:
  void say(std::string_view rule, Problem problem, const Parameter& at, std::string message,
           Severity severity = Severity::error) {
    report(out_, rule, problem, file_, at, std::move(message), severity);
  }

  // The parameters behind the first of a `NodeName=` line and its like.
  void rest(const ConfLine& line, const SlurmParameter& entry) {
    if (entry.type != Type::line) {
      say("SKF455", Problem::invalid, line.parameters[1], "must stand on a line of its own");
      return;
    }
    const Entries group = group_of(slurm_parameters(), name_, entry.key);
    on_line_.clear();
    for (std::size_t i = 1; i < line.parameters.size(); ++i) {
      const Parameter& parameter = line.parameters[i];
      const SlurmParameter* found = key(group, parameter, entry.key);
      if (!found) continue;
      once(on_line_, parameter);
      value(*found, parameter);
    }
  }

  // The table's entry for a key in the target version; reports what the version does not know.
  const SlurmParameter* key(Entries group, const Parameter& parameter, std::string_view line) {
    const Entries found = entries_of(group, parameter.key);
    for (const SlurmParameter& entry : found) {
      if (target_ < entry.since || (entry.removed != 0 && target_ >= entry.removed)) continue;
      if (entry.defunct != 0 && target_ >= entry.defunct) {
        say("SKF452", Problem::invalid, parameter,
            "has no effect since Slurm " + release(entry.defunct) + ", whose daemons log an error about it",
            Severity::warning);
      }
      return &entry;
    }
    if (!found.empty()) {
      const bool later = target_ < found.front().since;
      say("SKF451", Problem::forbidden, parameter,
          (later ? "came with Slurm " + release(found.front().since)
                 : "went with Slurm " + release(found.back().removed)) +
              ", the target is " + release(target_ / 100 * 100) + ", whose daemons would not start");
      return nullptr;
    }
    std::vector<std::string_view> names;
    for (const SlurmParameter& entry : group) {
      if (target_ >= entry.since && (entry.removed == 0 || target_ < entry.removed)) names.push_back(entry.key);
    }
    say("SKF450", Problem::invalid, parameter,
        quoted(parameter.key) + " is no parameter " +
            (line.empty() ? "of " : "of a " + std::string(line) + " line in ") + std::string(name_) +
            did_you_mean(parameter.key, names));
    return nullptr;
  }

  void once(std::vector<std::string_view>& seen, const Parameter& parameter) {
    for (const std::string_view before : seen) {
      if (compare(before, parameter.key) != 0) continue;
      say("SKF454", Problem::duplicate, parameter,
          quoted(parameter.key) + " stands twice, and Slurm takes the last one");
      return;
    }
    seen.push_back(parameter.key);
  }

  void value(const SlurmParameter& entry, const Parameter& parameter) {
    if (const std::string why = bad_text(parameter.value); !why.empty()) {
      say("SKF455", Problem::invalid, parameter, why);
    } else if (const std::string reason = bad_value(entry.type, unquoted(parameter.value)); !reason.empty()) {
      say("SKF453", Problem::invalid, parameter, reason);
    }
  }

  const OutputConf& file_;
  const std::string_view name_;
  const std::uint32_t target_;
  const Entries top_;
  Diagnostics& out_;
  std::vector<std::string_view> seen_, on_line_;
};

// The text must give back the typed lines, in the order of each first key: layouts move lines, but not among equals.
void check_text(const OutputConf& file, Diagnostics& out) {
  const ParsedConf parsed = parse_conf(file.text);
  const auto say = [&](std::uint32_t line, const Origin& origin, std::string message) {
    report(out, "SKF456", Problem::invalid, std::string(file.path) + ':' + std::to_string(line), origin, "",
           std::move(message));
  };
  for (const auto& [number, message] : parsed.errors) say(number, {}, message);
  std::unordered_map<std::string, std::vector<const ParsedLine*>> read;
  for (const ParsedLine& line : parsed.lines) read[lower(line.parameters.front().first)].push_back(&line);
  std::unordered_map<std::string, std::size_t> next;
  for (const ConfLine& line : file.conf->lines) {
    if (line.parameters.empty()) continue;
    const Parameter& first = line.parameters.front();
    const std::string key = lower(first.key);
    const auto found = read.find(key);
    const std::size_t at = next[key]++;
    if (found == read.end() || at >= found->second.size()) {
      say(0, first.origin, "the text lacks a line with " + quoted(first.key + '=' + first.value));
      continue;
    }
    const ParsedLine& twin = *found->second[at];
    const bool same =
        std::equal(line.parameters.begin(), line.parameters.end(), twin.parameters.begin(), twin.parameters.end(),
                   [](const Parameter& a, const auto& b) { return a.key == b.first && unquoted(a.value) == b.second; });
    if (!same)
      say(twin.number, first.origin,
          "Slurm reads this line otherwise than " + quoted(first.key + '=' + first.value) + " was meant");
  }
  for (const auto& [key, lines] : read) {
    if (const std::size_t meant = next.contains(key) ? next.at(key) : 0; lines.size() > meant) {
      say(lines[meant]->number, {}, "the text has a line that nobody meant");
    }
  }
}

}  // namespace

void check_slurm(const VerifyInput& input, Diagnostics& out) {
  for (const OutputConf& file : input.conf_files) {
    if (!file.conf || file.conf->separator != '=') continue;
    File checks(input, file, out);
    if (!checks.known()) continue;
    const std::size_t before = out.size();
    checks.check();
    // What can't be written at all reads otherwise for certain.
    const bool unwritable = std::any_of(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                                        [](const Diagnostic& d) { return d.rule == "SKF455"; });
    if (!unwritable) check_text(file, out);
  }
}

}  // namespace skiff
