#include "verify/slurm_words.h"

#include <algorithm>

#include "diag/suggest.h"
#include "text/quote.h"
#include "text/split.h"
#include "verify/report.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

using Source = SlurmValue::Source;

// The name before an argument: "bf_window" for "bf_window=1440" and for "bf_window=".
std::string_view name_of(std::string_view word) { return word.substr(0, word.find('=')); }

// Slurm accepts the name of a plugin with and without its kind: "cgroup" for "task/cgroup".
std::string_view without_kind(std::string_view plugin) { return plugin.substr(plugin.rfind('/') + 1); }

bool same_value(const SlurmValue& row, std::string_view word) {
  // The name of a plugin, and a word that a function compares completely, have no argument.
  const bool argument =
      row.value.ends_with('=') || row.source == Source::man_page || (row.source == Source::code && row.list);
  if (compare_words(name_of(row.value), argument ? name_of(word) : word) == 0) return true;
  return row.value.find('/') != std::string_view::npos && word.find('/') == std::string_view::npos &&
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
  Words(const SlurmParameter& parameter, std::span<const SlurmValue> rows, bool needs_kind, std::uint32_t target,
        const ImagePlugins& images)
      : parameter_(parameter),
        rows_(rows),
        source_(std::ranges::any_of(rows, [](const SlurmValue& row) { return row.source == Source::plugins; })
                    ? Source::plugins
                    : rows.front().source),
        needs_kind_(needs_kind),
        target_(target),
        images_(images) {}

  void check(std::string_view given, std::vector<WordFault>& out) const {
    const std::string_view word = trimmed(given);
    // A documented value may also be a number, but not one of a list.
    if (word.empty() || (is_number(word) && source_ == Source::man_page && !rows_.front().list)) return;
    std::vector<SlurmValue> found;
    std::copy_if(rows_.begin(), rows_.end(), std::back_inserter(found),
                 [&](const SlurmValue& row) { return same_value(row, word); });
    const auto known =
        std::find_if(found.begin(), found.end(), [&](const SlurmValue& row) { return in_release(row, target_); });
    if (known != found.end()) {
      if (source_ == Source::plugins) spelling(known->value, given, out);
      if (known->value.ends_with('=') && word.find('=') == std::string_view::npos) no_argument(known->value, word, out);
    } else if (found.empty()) {
      unknown(word, out);
    } else {
      const bool ends = source_ == Source::plugins || source_ == Source::parser;
      out.push_back({"SKF458", Problem::forbidden, ends ? Severity::error : Severity::warning, std::string(word),
                     quote(word) + ' ' + other_release(std::span<const SlurmValue>(found), target_) +
                         (source_ == Source::plugins ? ", whose daemons would not start" : "")});
    }
  }

 private:
  // Slurm looks for the word with its equals sign, and ignores it without one.
  static void no_argument(std::string_view known, std::string_view word, std::vector<WordFault>& out) {
    out.push_back({"SKF470", Problem::invalid, Severity::error, std::string(word),
                   "needs an argument: " + quote(std::string(known) + "ARGUMENT")});
  }

  // The name of a plugin is a file name, so its case and its kind matter. For "none" neither matters.
  void spelling(std::string_view plugin, std::string_view word, std::vector<WordFault>& out) const {
    constexpr std::uint32_t none_is_dropped = 231100;
    const std::string_view name = without_kind(plugin);
    if (name == "none" && target_ >= none_is_dropped && parameter_.key != "TLSType" && parameter_.key != "CertgenType")
      return;
    const bool with_kind = word.find('/') != std::string_view::npos;
    if (word == plugin || (!with_kind && !needs_kind_ && word == name)) return;
    out.push_back({"SKF472", Problem::invalid, Severity::error, std::string(word),
                   "must be " + quote(plugin) + ", because Slurm finds the plugin's file by this name"});
  }

  void unknown(std::string_view word, std::vector<WordFault>& out) const {
    std::vector<std::string_view> names;
    for (const SlurmValue& row : rows_) {
      if (in_release(row, target_)) names.push_back(name_of(row.value));
    }
    const std::string release = release_text(target_ / 100 * 100);
    const std::string hint = did_you_mean(name_of(word), names);
    if (source_ == Source::parser) {
      out.push_back({"SKF471", Problem::unsupported, Severity::error, std::string(word),
                     "not a value that Slurm " + release + " accepts for " + std::string(parameter_.key) + hint});
    } else if (source_ == Source::plugins && needs_kind_ && word.find(',') != std::string_view::npos) {
      out.push_back({"SKF472", Problem::invalid, Severity::error, std::string(word), "must be one plugin, not a list"});
    } else if (source_ == Source::plugins && needs_kind_ && word.find('/') == std::string_view::npos) {
      const std::string kind(rows_.front().value.substr(0, rows_.front().value.find('/') + 1));
      out.push_back({"SKF472", Problem::invalid, Severity::error, std::string(word),
                     "must begin with " + quote(kind) + ", because Slurm finds no plugin without its kind" + hint});
    } else if (source_ == Source::plugins) {
      plugin(word, release, hint, out);
    } else {
      out.push_back({"SKF458", Problem::unsupported, Severity::warning, std::string(word),
                     "not a value that Slurm " + release + " documents for " + std::string(parameter_.key) + hint});
    }
  }

  // A plugin that Slurm does not have may be the site's own, in images of its own.
  void plugin(std::string_view word, const std::string& release, const std::string& hint,
              std::vector<WordFault>& out) const {
    const std::string_view known = rows_.front().value;
    const std::string file = std::string(known.substr(0, known.find('/'))) + '_' + std::string(without_kind(word));
    const std::string what = "not a plugin of Slurm " + release;
    switch (images_.has(file)) {
      case ImagePlugins::Answer::there:
        return;
      case ImagePlugins::Answer::absent:
        out.push_back({"SKF458", Problem::unsupported, Severity::error, std::string(word),
                       what + (hint.empty() ? ", and " + images_.absent(file) : hint)});
        return;
      case ImagePlugins::Answer::unknown:
        out.push_back({"SKF458", Problem::unsupported, Severity::warning, std::string(word),
                       what + (hint.empty() ? ", and " + images_.unknown(file) : hint)});
    }
  }

  const SlurmParameter& parameter_;
  std::span<const SlurmValue> rows_;
  const Source source_;
  const bool needs_kind_;
  const std::uint32_t target_;
  const ImagePlugins& images_;
};

}  // namespace

std::span<const SlurmValue> words_of(const SlurmParameter& parameter) {
  return rows_of(rows_of(slurm_values(), parameter.file, parameter.line), parameter.key);
}

std::vector<WordFault> word_faults(const SlurmParameter& parameter, std::span<const SlurmValue> rows, bool needs_kind,
                                   std::string_view value, std::uint32_t target, const ImagePlugins& images) {
  std::vector<WordFault> faults;
  if (rows.empty()) return faults;
  const Words words(parameter, rows, needs_kind, target, images);
  if (!rows.front().list) {
    words.check(value, faults);
    return faults;
  }
  for (const std::string_view word : Parts(value, ',')) words.check(word, faults);
  return faults;
}

}  // namespace skiff
