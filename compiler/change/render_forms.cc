#include "change/render_forms.h"

namespace skiff::change {

std::string field_line(const FieldChange& field) {
  if (field.path.empty() && field.before.empty() && field.after.empty()) return "";
  std::string line = field.how == How::added ? "+ " : field.how == How::removed ? "- " : "";
  line += field.path;
  if (field.before.empty() && field.after.empty()) return line;
  if (!field.path.empty()) line += ": ";
  if (field.how != How::added) line += field.before.empty() ? "\"\"" : field.before;
  if (field.how == How::changed) line += " -> ";
  if (field.how != How::removed) line += field.after.empty() ? "\"\"" : field.after;
  return line;
}

std::string decided_line(const FieldChange& field) {
  constexpr std::size_t most = 3;
  std::string line;
  for (std::size_t i = 0; i < field.decided.size() && i < most; ++i) {
    line += line.empty() ? "by " : ", ";
    line += field.decided[i].field + " (" + place_of(field.decided[i]) + ")";
  }
  if (field.decided.size() > most) line += ", and " + std::to_string(field.decided.size() - most) + " more";
  return line;
}

}  // namespace skiff::change
