#include <algorithm>

#include "change/render.h"
#include "change/render_forms.h"

namespace skiff::change {
namespace {

constexpr std::string_view bold = "\033[1m", plain = "\033[0m";

std::string_view color_of(Class value) {
  if (value >= Class::refused) return "\033[1;31m";  // red
  if (value == Class::unknown) return "\033[1;35m";  // magenta
  if (value >= Class::restart) return "\033[1;33m";  // yellow
  return "\033[1;32m";                               // green
}

std::string in(std::string_view style, std::string_view words, bool color) {
  return color ? std::string(style) + std::string(words) + std::string(plain) : std::string(words);
}

}  // namespace

std::string summary(const std::vector<Change>& changes) {
  std::string out = std::to_string(changes.size()) + (changes.size() == 1 ? " change" : " changes");
  std::string_view between = ": ";
  const auto names = class_names();
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    const auto count = std::ranges::count(changes, name->value, &Change::value);
    if (count == 0) continue;
    out += std::string(between) + std::to_string(count) + " " + std::string(name->title);
    between = ", ";
  }
  return out;
}

std::string text(const std::vector<Change>& changes, bool color) {
  if (changes.empty()) return "";
  std::string out = summary(changes) + "\n";
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[i];
    if (i == 0 || changes[i - 1].value != change.value)
      out += "\n" + in(color_of(change.value), name_of(change.value).title, color) + "\n";
    const std::string_view note = change.how == How::added ? " (new)" : change.how == How::removed ? " (removed)" : "";
    out += "  " + in(bold, change.object, color) + std::string(note);
    for (const FieldChange& field : change.fields) {
      const std::string line = field_line(field), decided = decided_line(field);
      if (!line.empty()) out += "\n    " + line;
      if (!decided.empty()) out += (line.empty() ? ", " : "\n      ") + decided;
    }
    out += '\n';
    // Neighbours with the same consequence share its sentences.
    const bool shared = i + 1 < changes.size() && changes[i + 1].value == change.value &&
                        changes[i + 1].consequence == change.consequence && changes[i + 1].steps == change.steps;
    if (shared) continue;
    out += "    " + change.consequence + "\n";
    for (std::size_t step = 0; step < change.steps.size(); ++step)
      out += "      " + std::to_string(step + 1) + ". " + change.steps[step] + "\n";
  }
  return out;
}

std::string short_text(const std::vector<Change>& changes) {
  constexpr std::size_t most = 4;
  std::string out;
  for (std::size_t i = 0; i < changes.size();) {
    const Class value = changes[i].value;
    out += "  " + std::string(name_of(value).title) + ": ";
    std::size_t named = 0, more = 0;
    for (; i < changes.size() && changes[i].value == value; ++i) {
      if (named == most) {
        ++more;
        continue;
      }
      if (named++ > 0) out += ", ";
      out += changes[i].object;
    }
    if (more > 0) out += ", and " + std::to_string(more) + " more";
    out += '\n';
  }
  return out;
}

}  // namespace skiff::change
