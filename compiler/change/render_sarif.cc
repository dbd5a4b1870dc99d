#include <algorithm>

#include "change/render.h"
#include "change/render_forms.h"
#include "diag/sarif.h"

namespace skiff::change {
namespace {

std::string_view level_of(Class value) {
  if (value >= Class::refused) return "error";
  return value >= Class::restart ? "warning" : "note";
}

std::string rule_of(Class value) { return "diff/" + std::string(name_of(value).id); }

const Decision* first_decision(const Change& change) {
  for (const FieldChange& field : change.fields)
    if (!field.decided.empty()) return &field.decided.front();
  return nullptr;
}

std::string message_of(const Change& change) {
  const std::string_view note = change.how == How::added ? " (new)" : change.how == How::removed ? " (removed)" : "";
  std::string text = change.object + std::string(note) + ": " + change.consequence;
  for (const FieldChange& field : change.fields)
    if (const std::string line = field_line(field); !line.empty()) text += "\n" + line;
  for (std::size_t i = 0; i < change.steps.size(); ++i) text += "\n" + std::to_string(i + 1) + ". " + change.steps[i];
  return text;
}

}  // namespace

std::string sarif(const std::vector<Change>& changes, const std::string& newer) {
  std::vector<SarifRule> rules;
  for (const ClassName& name : class_names()) {
    if (std::ranges::none_of(changes, [&](const Change& change) { return change.value == name.value; })) continue;
    rules.push_back({rule_of(name.value), "docs/changes.md#classes"});
  }
  std::vector<SarifResult> results;
  for (const Change& change : changes) {
    const Decision* decision = first_decision(change);
    const std::string rule = rule_of(change.value), field = decision ? decision->field : "";
    const SarifPlace place =
        decision ? SarifPlace{decision->file, decision->place, {}} : SarifPlace{newer, std::nullopt, {}};
    results.push_back({rule,
                       level_of(change.value),
                       message_of(change),
                       place,
                       field,
                       {"skiffClassObjectAndPath/v1", rule + ":" + change.object + ":" + field}});
  }
  return sarif_log(rules, results);
}

}  // namespace skiff::change
