#include "change/breaking.h"

#include <algorithm>
#include <optional>

#include "change/render_forms.h"
#include "text/quote.h"

namespace skiff::change {
namespace {

/// The field of the spec that decided one of these fields first. The whole spec if none did, as after an update of skiff.
Span span_of(const Change& change) {
  for (const FieldChange& field : change.fields)
    if (!field.decided.empty()) return field.decided.front().span;
  return {};
}

std::string steps_of(const Change& change) {
  std::string text;
  for (std::size_t i = 0; i < change.steps.size(); ++i)
    text += (i == 0 ? "" : "; ") + std::to_string(i + 1) + ". " + change.steps[i];
  return text;
}

Diagnostic refused(const Change& change, const std::string& folder) {
  Diagnostic error{.rule = "SKF501", .problem = Problem::forbidden, .span = span_of(change)};
  error.message = "Kubernetes refuses this change of " + change.object + ", which " + quote(folder) + " has (" +
                  field_line(change.fields.front()) + "); undo it, or build with --accept-refused";
  if (!change.steps.empty())
    error.notes.push_back({error.span, "with --accept-refused, follow these steps: " + steps_of(change)});
  return error;
}

Diagnostic other_cluster(const Side& before, const Change& renamed, const std::string& folder) {
  return {.rule = "SKF502",
          .problem = Problem::forbidden,
          .span = span_of(renamed),
          .message = quote(folder) + " has the output of the cluster " + quote(before.cluster) + " in the namespace " +
                     quote(before.ns) + "; build into another directory, or with --accept-other-cluster"};
}

}  // namespace

Diagnostics breaking(const Side& before, const Side& after, const std::vector<Change>& changes,
                     const std::string& folder, Accepted accepted) {
  Diagnostics errors;
  if (before.cluster != after.cluster || before.ns != after.ns) {
    // `changes` begins with it: nothing is worse.
    if (!accepted.other_cluster) errors.push_back(other_cluster(before, changes.front(), folder));
    return errors;
  }
  if (accepted.refused) return errors;
  for (const Change& change : changes)
    if (change.value == Class::refused) errors.push_back(refused(change, folder));
  return errors;
}

}  // namespace skiff::change
