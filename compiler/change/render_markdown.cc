#include "change/render.h"
#include "change/render_forms.h"

namespace skiff::change {
namespace {

/// Code that may contain backquotes.
std::string code(const std::string& words) {
  const std::string fence = words.find('`') == std::string::npos ? "`" : "``";
  const std::string space = fence.size() > 1 ? " " : "";
  return fence + space + words + space + fence;
}

/// A step is a command or a sentence, which ends with a full stop.
std::string step(const std::string& words) { return words.ends_with('.') ? words : code(words); }

}  // namespace

std::string markdown(const std::vector<Change>& changes) {
  if (changes.empty()) return "**skiff diff**: no changes\n";
  std::string out = "**skiff diff**: " + summary(changes) + "\n";
  const Change* last = nullptr;
  for (const Change& change : changes) {
    if (!last || last->value != change.value) out += "\n### " + std::string(name_of(change.value).title) + "\n\n";
    last = &change;
    const std::string_view note = change.how == How::added ? " (new)" : change.how == How::removed ? " (removed)" : "";
    out += "- **" + change.object + "**" + std::string(note) + ": " + change.consequence + "\n";
    for (const FieldChange& field : change.fields) {
      const std::string line = field_line(field), decided = decided_line(field);
      if (line.empty() && decided.empty()) continue;
      out += "  - " + (line.empty() ? "" : code(line)) + (line.empty() || decided.empty() ? "" : " ") + decided + "\n";
    }
    for (std::size_t i = 0; i < change.steps.size(); ++i)
      out += "  " + std::to_string(i + 1) + ". " + step(change.steps[i]) + "\n";
  }
  return out;
}

}  // namespace skiff::change
