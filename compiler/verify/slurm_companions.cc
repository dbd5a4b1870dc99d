#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "plan/owned.h"
#include "text/quote.h"
#include "text/split.h"
#include "verify/checks.h"
#include "verify/conf_lines.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

using Relation = SlurmCompanion::Relation;

std::string_view trimmed(std::string_view word) {
  while (word.starts_with(' ')) word.remove_prefix(1);
  while (word.ends_with(' ')) word.remove_suffix(1);
  return word;
}

// The items of a value, without their arguments.
std::vector<std::string_view> words_in(const Parameter& parameter) {
  std::vector<std::string_view> words;
  for (std::string_view word : Parts(unquoted(parameter.value), ',')) {
    word = trimmed(word);
    words.push_back(word.substr(0, word.find('=')));
  }
  return words;
}

// The name for messages of the parameter that a row's parameter needs or excludes: the first of several.
std::string_view other_name(const SlurmCompanion& row) { return row.other_key.substr(0, row.other_key.find('|')); }

// ` (set spec.accounting)`, if the user cannot set the other parameter itself.
std::string field_of(const SlurmCompanion& row) {
  const OwnedParameter* other = find_owned(row.other_file, row.other_line, other_name(row));
  if (!other || other->policy != OwnedParameter::Policy::fixed || row.relation != Relation::needs) return "";
  return " (" + std::string(other->field) + ")";
}

// True for every form of the number or the time 0, such as 0x0 and 0-00:00.
bool is_zero(std::string_view word) {
  return word.starts_with('0') && word.find_first_not_of("0:-xX") == std::string_view::npos;
}

// True for the word as it is in the table, for a plugin without its kind, and for a GRES with its type and count.
bool same_word(std::string_view meant, std::string_view word) {
  if (meant == "0") return is_zero(word);
  if (compare_words(meant, word) == 0 || compare_words(meant, word.substr(0, word.find(':'))) == 0) return true;
  return word.find('/') == std::string_view::npos && meant.find('/') != std::string_view::npos &&
         compare_words(meant.substr(meant.find('/') + 1), word) == 0;
}

// True if the word is one of the row's words. A row without words matches every word.
bool is_meant(std::string_view words, std::string_view word) {
  const bool others = words.starts_with('!');
  if (others) words.remove_prefix(1);
  for (const std::string_view meant : Parts(words, '|')) {
    if (same_word(meant, word)) return !others;
  }
  return others || words.empty();
}

std::string listed(std::string_view words) {
  std::string text(words);
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 4) text.replace(at, 1, " or ");
  return text;
}

class Companions {
 public:
  Companions(const VerifyInput& input, Diagnostics& out) : input_(input), target_(newest_of(input.slurm)), out_(out) {}

  void check(const SlurmCompanion& row) {
    const OutputConf* file = find_conf(input_, row.file);
    if (!file || !file->conf || !in_release(row, target_)) return;
    // Without a slurmdbd of its own, the cluster has no accounting, or skiff does not know the file.
    if (row.other_file == "slurmdbd.conf" && !find_conf(input_, row.other_file)) return;
    if (row.line.empty()) {
      top(row, *file);
      return;
    }
    for (const NamedLine& line : lines_of(file, row.line)) {
      if (const Parameter* parameter = line.find(row.key))
        judge(row, *file, *parameter, row.other_line.empty() ? other_at_top(row) : line.find(row.other_key));
    }
  }

 private:
  void top(const SlurmCompanion& row, const OutputConf& file) {
    if (!row.key.ends_with('*')) {
      if (const Parameter* parameter = find_parameter(&file, row.key)) judge(row, file, *parameter, other_at_top(row));
      return;
    }
    const std::string_view begin = row.key.substr(0, row.key.size() - 1);
    for (const ConfLine& line : file.conf->lines) {
      if (line.parameters.empty()) continue;
      const Parameter& parameter = line.parameters.front();
      if (compare_words(std::string_view(parameter.key).substr(0, begin.size()), begin) == 0)
        judge(row, file, parameter, other_at_top(row));
    }
  }

  const Parameter* other_at_top(const SlurmCompanion& row) const {
    const OutputConf* file = find_conf(input_, row.other_file);
    for (const std::string_view key : Parts(row.other_key, '|')) {
      if (const Parameter* parameter = find_parameter(file, key)) return parameter;
    }
    return nullptr;
  }

  void judge(const SlurmCompanion& row, const OutputConf& file, const Parameter& parameter, const Parameter* other) {
    const bool itself = &parameter == other;
    if (row.relation == Relation::once) {
      const std::vector<std::string_view> words = words_in(parameter);
      for (auto word = words.begin(); word != words.end(); ++word) {
        const auto again =
            std::find_if(words.begin(), word, [&](auto before) { return compare_words(before, *word) == 0; });
        if (again != word && is_meant(row.words, *word)) {
          say(row, file, parameter, *word, itself, "");
          return;
        }
      }
      return;
    }
    for (const std::string_view word : words_in(parameter)) {
      if (!is_meant(row.words, word)) continue;
      std::string found;
      bool there = false;
      if (other) {
        for (const std::string_view beside : words_in(*other)) {
          if (itself && row.relation == Relation::excludes && same_word(word, beside)) continue;
          const bool meant =
              row.relation == Relation::named_in ? same_word(word, beside) : is_meant(row.other_words, beside);
          if (!meant) continue;
          there = true;
          found = beside;
          break;
        }
      }
      if (there == (row.relation != Relation::excludes)) continue;
      say(row, file, parameter, word, itself, found);
      return;
    }
  }

  void say(const SlurmCompanion& row, const OutputConf& file, const Parameter& parameter, std::string_view word,
           bool itself, std::string_view beside) {
    // A row without words is about the whole value, unless one of its items excludes another one. "Forbidden" shows no
    // value, so the message names the item.
    const bool whole = row.words.empty() && !itself;
    const bool excludes = row.relation == Relation::excludes;
    const std::string what = excludes && !whole ? quote(word) + ' ' : "";
    const std::string key(other_name(row));
    const std::string where = row.file == row.other_file ? " as well" : " in " + std::string(row.other_file);
    std::string message;
    switch (row.relation) {
      case Relation::needs:
        message = row.other_words.empty() ? "needs " + key + where
                  : itself                ? "needs " + listed(row.other_words) + " as well"
                                          : "needs " + key + '=' + listed(row.other_words) + where;
        break;
      case Relation::excludes:
        message = "cannot be combined with " + (itself                    ? quote(beside)
                                                : row.other_words.empty() ? key
                                                                          : key + '=' + std::string(beside));
        break;
      case Relation::once:
        message = "is given twice in the list";
        break;
      case Relation::named_in:
        message = "is not a TRES of " + key + "; only a cluster with accounting can list it there";
        break;
    }
    report_item(out_, "SKF473", excludes ? Problem::forbidden : Problem::invalid, file, parameter,
                whole ? std::string_view(parameter.value) : word, what + message + field_of(row));
  }

  const VerifyInput& input_;
  const std::uint32_t target_;
  Diagnostics& out_;
};

}  // namespace

void check_companions(const VerifyInput& input, Diagnostics& out) {
  Companions companions(input, out);
  for (const SlurmCompanion& row : slurm_companions()) companions.check(row);
}

}  // namespace skiff
