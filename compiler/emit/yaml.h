#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tree/file_set.h"
#include "tree/value.h"

namespace skiff {

/// The text of parts that many documents share. The documents must live as long as this object.
struct WrittenParts {
  struct Part {
    std::string text;
    std::vector<Origin> lines;
  };
  std::map<std::tuple<const void*, std::size_t, bool>, Part>
      parts;  ///< by the list, its indentation, and whether it begins after a dash
};

/// Appends one YAML document to `file` in the canonical form: LF, two spaces, `- ` at the indentation of the parent,
/// comments above their entry, and `|` for text of several lines. Strings are unquoted only if no YAML 1.1 or 1.2
/// parser reads them as something else. A second document is preceded by `---`. Each line has the origin of its
/// content.
void append_document(OutputFile& file, const Value& document);
/// The same, faster for many documents.
void append_document(OutputFile& file, const Value& document, WrittenParts& parts);

/// True if append_document can write this key of a map: YAML parsers read only about a thousand bytes up to its colon, with its
/// quotes and escapes. append_document throws std::logic_error for a longer one.
bool is_writable_key(std::string_view name);

}  // namespace skiff
