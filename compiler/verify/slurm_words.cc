#include "verify/slurm_words.h"

#include <algorithm>

#include "diag/suggest.h"
#include "text/quote.h"
#include "verify/report.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

using Source = SlurmValue::Source;

// What stands before an argument: "bf_window" of "bf_window=1440" and of "bf_window=".
std::string_view name_of(std::string_view word) { return word.substr(0, word.find('=')); }

// Slurm takes a plugin's name with and without its kind: "cgroup" for "task/cgroup".
std::string_view without_kind(std::string_view plugin) { return plugin.substr(plugin.rfind('/') + 1); }

bool same_value(const SlurmValue& row, std::string_view word) {
  if (compare_words(name_of(row.value), name_of(word)) == 0) return true;
  return row.source == Source::plugins && word.find('/') == std::string_view::npos &&
         compare_words(without_kind(row.value), word) == 0;
}

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string_view trimmed(std::string_view word) {
  while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
  while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
  return word;
}

class Words {
 public:
  Words(const SlurmParameter& parameter, std::span<const SlurmValue> rows, std::uint32_t target)
      : parameter_(parameter), rows_(rows), target_(target) {}

  void check(std::string_view word, std::vector<WordFault>& out) const {
    // Levels and masks have numbers beside their names.
    if (word.empty() || is_number(word)) return;
    std::vector<SlurmValue> found;
    std::copy_if(rows_.begin(), rows_.end(), std::back_inserter(found),
                 [&](const SlurmValue& row) { return same_value(row, word); });
    const auto known = [&](const SlurmValue& row) { return in_release(row, target_); };
    if (std::any_of(found.begin(), found.end(), known)) return;
    if (found.empty()) {
      out.push_back({Problem::unsupported, Severity::warning, unknown(word)});
      return;
    }
    const bool plugin = found.front().source == Source::plugins;
    out.push_back({Problem::forbidden, plugin ? Severity::error : Severity::warning,
                   quote(word) + ' ' + other_release(std::span<const SlurmValue>(found), target_) +
                       (plugin ? ", whose daemons would not start" : "")});
  }

 private:
  std::string unknown(std::string_view word) const {
    std::vector<std::string_view> names;
    for (const SlurmValue& row : rows_) {
      if (in_release(row, target_)) names.push_back(name_of(row.value));
    }
    const std::string release = release_text(target_ / 100 * 100);
    const bool plugin = rows_.front().source == Source::plugins;
    return quote(word) +
           (plugin ? " is no plugin that comes with Slurm " + release
                   : " is no word that Slurm " + release + " documents for " + std::string(parameter_.key)) +
           did_you_mean(name_of(word), names);
  }

  const SlurmParameter& parameter_;
  std::span<const SlurmValue> rows_;
  std::uint32_t target_;
};

}  // namespace

std::span<const SlurmValue> words_of(const SlurmParameter& parameter) {
  return rows_of(rows_of(slurm_values(), parameter.file, parameter.line), parameter.key);
}

std::vector<WordFault> word_faults(const SlurmParameter& parameter, std::span<const SlurmValue> rows,
                                   std::string_view value, std::uint32_t target) {
  std::vector<WordFault> faults;
  if (rows.empty()) return faults;
  const Words words(parameter, rows, target);
  if (!rows.front().list) {
    words.check(trimmed(value), faults);
    return faults;
  }
  while (true) {
    const std::size_t comma = value.find(',');
    words.check(trimmed(value.substr(0, comma)), faults);
    if (comma == std::string_view::npos) return faults;
    value.remove_prefix(comma + 1);
  }
}

}  // namespace skiff
