#include "embed/generate.h"
#include "embed/source.h"

namespace skiff::embed {
namespace {

// `inline constexpr std::string_view mark = "[HC] ";`, or with `std::int64_t` for an unquoted number.
std::string constant(const Source& source, const Entry& entry) {
  const std::string& value = entry.value.text;
  if (entry.value.kind != Node::Kind::scalar || value.empty())
    source.fail(entry.key.span, "must be a text or a number");
  const bool number = is_integer(entry.value);
  return std::string("inline constexpr ") + (number ? "std::int64_t " : "std::string_view ") +
         identifier(entry.key.text) + " = " + (number ? value : literal(value)) + ";\n";
}

}  // namespace

Generated generate_shared(const std::string& root, const std::vector<std::string>& paths) {
  if (paths.size() != 1) throw Fault("shared: error: exactly one table is expected");
  const Source source = load_tree(root, paths[0]);
  std::string header = "#pragma once\n\n#include <cstdint>\n#include <string_view>\n";
  for (const Entry& part : source.root.entries) {
    if (part.value.kind != Node::Kind::mapping) source.fail(part.key.span, "must be a map of names to values");
    header += "\nnamespace skiff::shared::" + identifier(part.key.text) + " {\n";
    for (const Entry& entry : part.value.entries) header += constant(source, entry);
    header += "}\n";
  }
  return {.header = header, .source = "#include \"embedded/shared.h\"\n"};
}

}  // namespace skiff::embed
