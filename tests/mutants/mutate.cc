#include "mutate.h"

#include <algorithm>
#include <optional>

#include "fields.h"
#include "places.h"
#include "text/split.h"
#include "values.h"
#include "verify/slurm_table.h"

namespace skiff::mutants {
namespace {

using Pointer = Json::json_pointer;

// "slurm.config.TCPTimeout" for /spec/slurm/config and TCPTimeout.
std::string dotted(const Pointer& at) {
  std::string text = at.to_string();
  if (text.starts_with("/spec/")) text.erase(0, 6);
  if (text.starts_with("/")) text.erase(0, 1);
  std::ranges::replace(text, '/', '.');
  return text;
}

std::string shown(const Json& value) {
  std::string text = value.dump();
  return text.size() > 120 ? text.substr(0, 60) + "... (" + std::to_string(text.size()) + ")" : text;
}

std::string name_of(const Base& base) { return base.name; }
std::string name_of(const std::string& word) { return word; }
std::string name_of(const Json& value) { return value.dump(); }
std::string name_of(const Field& field) { return field.at.to_string(); }

std::string name_of(const SlurmParameter* row) {
  return std::string(row->file) + "/" + std::string(row->line) + "/" + std::string(row->key);
}

std::string name_of(const SlurmCompanion& row) {
  std::string name;
  for (const std::string_view part :
       {row.file, row.line, row.key, row.words, row.other_file, row.other_line, row.other_key, row.other_words})
    name += std::string(part) + "/";
  return name;
}

template <class List>
const auto& pick(const List& list, Random& random) {
  return random.pick(list, [](const auto& item) { return name_of(item); });
}

std::vector<const SlurmParameter*> parameters(std::uint32_t release) {
  std::vector<const SlurmParameter*> rows;
  for (const SlurmParameter& row : slurm_parameters()) {
    if (in_release(row, release)) rows.push_back(&row);
  }
  return rows;
}

// Sets the parameter. Returns what was done, or nothing if the spec has no place for it.
std::optional<std::string> set(Json& spec, const SlurmParameter& row, const Json& value, Random& random) {
  const auto place = place_of(spec, row.file, row.line, random);
  if (!place) return std::nullopt;
  set_parameter(spec, *place, row.key, value);
  return dotted(*place) + "." + std::string(row.key) + " = " + shown(value);
}

std::optional<std::string> set_any(Json& spec, const SlurmParameter& row, std::uint32_t release, Random& random) {
  const std::vector<Values> kinds = values_of(row, release);
  return set(spec, row, pick(kinds[random.below(kinds.size())], random), random);
}

const SlurmParameter* find(std::string_view file, std::string_view line, std::string_view key, std::uint32_t release) {
  if (key.ends_with('*')) key.remove_suffix(1);
  for (const SlurmParameter& row : rows_of(slurm_parameters(), file, line)) {
    if (in_release(row, release) && compare_words(row.key.substr(0, key.size()), key) == 0) return &row;
  }
  return nullptr;
}

// One of the words, or another value half of the time.
std::optional<std::string> set_word(Json& spec, const SlurmParameter& row, std::string_view words,
                                    std::uint32_t release, Random& random) {
  std::vector<std::string> list;
  for (const std::string_view word : Parts(words, '|')) {
    if (!word.empty() && word.front() != '!') list.emplace_back(word);
  }
  if (list.empty() || random.below(2) == 0) return set_any(spec, row, release, random);
  return set(spec, row, pick(list, random), random);
}

std::optional<std::string> change_pair(Json& spec, std::uint32_t release, Random& random) {
  std::optional<std::string> first, second;
  if (random.below(3) > 0) {
    const SlurmCompanion& row = pick(slurm_companions(), random);
    const SlurmParameter* one = find(row.file, row.line, row.key, release);
    const SlurmParameter* other = find(row.other_file, row.other_line, row.other_key, release);
    if (!in_release(row, release) || !one || !other || one == other) return std::nullopt;
    first = set_word(spec, *one, row.words, release, random);
    second = set_word(spec, *other, row.other_words, release, random);
  } else {
    const auto rows = parameters(release);
    first = set_any(spec, *pick(rows, random), release, random);
    second = set_any(spec, *pick(rows, random), release, random);
  }
  if (!first || !second) return std::nullopt;
  return *first + ", " + *second;
}

std::optional<std::string> change_field(Json& spec, Random& random) {
  const std::vector<Field> fields = fields_of(spec);
  const Field& field = pick(fields, random);
  const std::vector<Json> values = values_of(spec, field);
  if (values.empty()) return std::nullopt;
  const Json& value = pick(values, random);
  spec[field.at] = value;
  return dotted(field.at) + " = " + shown(value);
}

}  // namespace

Mutant mutate(const std::vector<Base>& bases, std::uint32_t release, Change change, Random& random) {
  const Base& base = pick(bases, random);
  Json spec = base.spec;
  std::optional<std::string> what;
  switch (change) {
    case Change::parameter: {
      const auto rows = parameters(release);
      what = set_any(spec, *pick(rows, random), release, random);
      break;
    }
    case Change::field:
      what = change_field(spec, random);
      break;
    case Change::pair:
      what = change_pair(spec, release, random);
      break;
  }
  if (!what) return {nullptr, {}, {}};
  return {&base, std::move(spec), base.name + ": " + *what};
}

}  // namespace skiff::mutants
