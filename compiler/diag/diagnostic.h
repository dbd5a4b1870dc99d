#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/span.h"

namespace skiff {

/// The types of field errors in Kubernetes (k8s.io/apimachinery/pkg/util/validation/field/errors.go). `plain` is for
/// errors without a field, such as text that is not YAML.
enum class Problem { plain, required, invalid, unsupported, duplicate, not_found, forbidden };

enum class Severity { error, warning };

/// A second location that belongs to a diagnostic, such as the first of two equal names.
struct Note {
  Span span;
  std::string message;
};

/// One error or warning about the spec. Texts are in lower case and without a full stop. User text is in double quotes.
///
/// Code that reports a diagnostic does not set the field path: `span` points at the node of the spec, and `locate`
/// (read/path.h) turns it into a path such as `spec.nodeSets[1].gpus.count`. For a missing field (`Required value`),
/// `child` is appended to the path.
struct Diagnostic {
  std::string_view rule;  ///< stable id, `SKF101`; documented in cli/catalogue
  Severity severity = Severity::error;
  Problem problem = Problem::plain;
  Span span;
  std::string child;    ///< name of the missing field below the node at `span`, or empty
  std::string value;    ///< the invalid value as printed, quoted if it is a string; empty for required and plain
  std::string message;  ///< what is wrong and what would be right
  std::vector<Note> notes = {};
  std::string path = {};  ///< filled by `locate`
};

using Diagnostics = std::vector<Diagnostic>;

/// True if one of them is an error. Then the next pass does not run.
bool has_errors(const Diagnostics& diagnostics);

}  // namespace skiff
