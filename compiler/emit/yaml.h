#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tree/file_set.h"
#include "tree/value.h"

namespace skiff {

/// What was written of the parts that many documents share. The documents must live as long as this.
struct WrittenParts {
  struct Part {
    std::string text;
    std::vector<Origin> lines;
  };
  std::map<std::tuple<const void*, std::size_t, bool>, Part>
      parts;  ///< by the list, its indent, and if it begins behind a dash
};

/// Appends one YAML document to `file` in the canonical form: LF, two spaces, `- ` at the parent's indent, comments
/// above their entry, strings plain only where no YAML 1.1 or 1.2 reader takes them for something else, `|` for text of
/// several lines. A second document is preceded by `---`. Each line carries the origin of what stands on it.
void append_document(OutputFile& file, const Value& document);
/// The same, faster for many documents.
void append_document(OutputFile& file, const Value& document, WrittenParts& parts);

/// A scalar string as it stands in YAML, quoted if needed.
std::string yaml_scalar(std::string_view text);

}  // namespace skiff
