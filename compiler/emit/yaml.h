#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/file_set.h"
#include "lower/k8s/value.h"

namespace skiff {

/// Appends one YAML document to `file` in the canonical form: LF, two spaces, `- ` at the parent's indent, comments
/// above their entry, strings plain only where no YAML 1.1 or 1.2 reader takes them for something else, `|` for text of
/// several lines. A second document is preceded by `---`. Each line carries the origin of what stands on it.
void append_document(OutputFile& file, const Value& document);

/// A scalar string as it stands in YAML, quoted if needed.
std::string yaml_scalar(std::string_view text);

}  // namespace skiff
