#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/span.h"

namespace skiff {

/// The vocabulary of Kubernetes' field errors (k8s.io/apimachinery/pkg/util/validation/field/errors.go).
/// `plain` is for what has no field: text that is not YAML, say.
enum class Problem { plain, required, invalid, unsupported, duplicate, not_found, forbidden };

enum class Severity { error, warning };

/// A second place that belongs to a diagnostic, such as the first of two equal names.
struct Note {
  Span span;
  std::string message;
};

/// One finding about the spec. Texts are lower case, without a full stop; user text stands in double quotes.
///
/// The field path is not stored by those who report: `span` points at the spec's node and `locate` (read/path.h) turns
/// it into a path such as `spec.nodeSets[1].gpus.count`. `child` is appended to it where the finding is about a field
/// that is not there (`Required value`).
struct Diagnostic {
  std::string_view rule;  ///< stable id, `SKF101`; documented in cli/catalogue
  Severity severity = Severity::error;
  Problem problem = Problem::plain;
  Span span;
  std::string child;    ///< name of the absent field below the node at `span`, or empty
  std::string value;    ///< the offending value as printed, quoted if a string; empty for required and plain
  std::string message;  ///< what is wrong and what would be right
  std::vector<Note> notes = {};
  std::string path = {};  ///< filled by `locate`
};

using Diagnostics = std::vector<Diagnostic>;

/// True if one of them is an error; the next pass does not run then.
bool has_errors(const Diagnostics& diagnostics);

}  // namespace skiff
