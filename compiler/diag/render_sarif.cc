#include <algorithm>
#include <vector>

#include "diag/lines.h"
#include "diag/render_forms.h"
#include "diag/sarif.h"
#include "diag/wording.h"
#include "text/ascii.h"

namespace skiff {
namespace {

SarifPlace place_of(std::string_view file, const LineTable& lines, Span span) {
  SarifPlace place{std::string(file), {}, {}};
  if (span == Span{}) return place;
  place.begin = lines.place(span.begin);
  place.end = lines.place(span.end);
  return place;
}

}  // namespace

std::string render_sarif(std::string_view source, const Diagnostics& diagnostics, const RenderOptions& options) {
  const LineTable lines(source);
  std::vector<std::string_view> ids;
  for (const Diagnostic& diagnostic : diagnostics) ids.push_back(diagnostic.rule);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::vector<SarifRule> rules;
  for (const std::string_view id : ids) rules.push_back({std::string(id), "docs/rules.md#" + to_lower(id)});
  std::vector<SarifResult> results;
  for (const Diagnostic& diagnostic : diagnostics) {
    const std::string rule(diagnostic.rule);
    SarifResult result{rule,
                       severity_name(diagnostic.severity),
                       wording(diagnostic),
                       place_of(options.file, lines, diagnostic.span),
                       diagnostic.path,
                       {"skiffRuleAndPath/v1", rule + ":" + diagnostic.path}};
    for (const Note& note : diagnostic.notes) {
      result.related.push_back(place_of(options.file, lines, note.span));
      result.related.back().message = note.message;
    }
    results.push_back(std::move(result));
  }
  return sarif_log(rules, results);
}

}  // namespace skiff
