#include <algorithm>
#include <nlohmann/json.hpp>

#include "diag/lines.h"
#include "diag/render_forms.h"
#include "diag/wording.h"

namespace skiff {
namespace {

using Json = nlohmann::ordered_json;

// Adds the members of the location, or none for a diagnostic about the whole file. The end is exclusive.
void add_place(Json& object, const LineTable& lines, Span span) {
  if (span == Span{}) return;
  const Place begin = lines.place(span.begin);
  const Place end = lines.place(span.end);
  object["line"] = begin.line;
  object["column"] = begin.column;
  object["endLine"] = end.line;
  object["endColumn"] = end.column;
}

}  // namespace

std::string render_json(std::string_view source, const Diagnostics& diagnostics, const RenderOptions& options) {
  const LineTable lines(source);
  Json list = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    Json entry = Json::object();
    entry["rule"] = diagnostic.rule;
    entry["severity"] = severity_name(diagnostic.severity);
    entry["file"] = options.file;
    add_place(entry, lines, diagnostic.span);
    entry["path"] = diagnostic.path;
    if (diagnostic.problem != Problem::plain) entry["problem"] = problem_name(diagnostic.problem);
    if (!diagnostic.value.empty()) entry["value"] = diagnostic.value;
    entry["message"] = diagnostic.message;
    entry["text"] = wording(diagnostic);
    if (!diagnostic.notes.empty()) {
      Json notes = Json::array();
      for (const Note& note : diagnostic.notes) {
        Json item = Json::object();
        add_place(item, lines, note.span);
        item["message"] = note.message;
        notes.push_back(std::move(item));
      }
      entry["notes"] = std::move(notes);
    }
    list.push_back(std::move(entry));
  }
  const auto errors = std::count_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::error; });
  Json root = Json::object();
  root["errors"] = errors;
  root["warnings"] = static_cast<std::ptrdiff_t>(diagnostics.size()) - errors;
  root["diagnostics"] = std::move(list);
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace skiff
