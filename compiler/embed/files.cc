#include "embed/generate.h"
#include "embed/source.h"

namespace skiff::embed {

Generated generate_files(const std::string& root, const std::vector<std::string>& paths) {
  Generated out;
  out.header =
      "#pragma once\n\n#include <span>\n\n#include \"tree/embedded_file.h\"\n\nnamespace skiff::files {\n\n"
      "extern const std::span<const EmbeddedFile* const> all;\n";
  out.source = "#include \"embedded/files.h\"\n\nnamespace skiff::files {\n\n";
  std::vector<std::string> all;
  for (const std::string& path : paths) {
    const Source source = load_text(root, path);
    const std::string name = identifier(path);
    out.header += "extern const EmbeddedFile " + name + ";\n";
    out.source += "constinit const EmbeddedFile " + name + " = {" + literal(path) + ",\n    {" + literal(source.text) +
                  ", " + std::to_string(source.text.size()) + "}};\n";
    all.push_back("&" + name);
  }
  out.header += "\n}  // namespace skiff::files\n";
  out.source += "namespace {\n\n" + array("const EmbeddedFile*", "list", all) +
                "}  // namespace\n\nconstinit const std::span<const EmbeddedFile* const> all = list;\n\n"
                "}  // namespace skiff::files\n";
  return out;
}

}  // namespace skiff::embed
