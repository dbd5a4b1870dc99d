#include "embed/generate.h"
#include "embed/source.h"
#include "text/split.h"

namespace skiff::embed {
namespace {

struct Block {
  std::vector<std::string> comments, keys;
};

std::vector<Block> blocks_of(const Source& source) {
  std::vector<Block> blocks(1);
  std::uint32_t number = 0;
  for (std::string_view rest = source.text; !rest.empty();) {
    const std::string_view line = take_until(rest, '\n');
    ++number;
    if (line.empty())
      blocks.emplace_back();
    else if (line.starts_with('#'))
      blocks.back().comments.push_back("{" + literal(line) + ", " + std::to_string(number) + "}");
    else
      blocks.back().keys.push_back(literal(line));
  }
  return blocks;
}

// Appends an array of the rows to `out` and returns its name. Returns "{}" if there are no rows.
std::string array_of(std::string_view type, const std::string& name, const std::vector<std::string>& rows,
                     std::string& out) {
  if (rows.empty()) return "{}";
  out += array(type, name, rows);
  return name;
}

}  // namespace

Generated generate_layouts(const std::string& root, const std::vector<std::string>& paths) {
  Generated out;
  out.header = "#pragma once\n\n#include \"tree/layout.h\"\n\nnamespace skiff::layouts {\n\n";
  out.source = "#include \"embedded/layouts.h\"\n\nnamespace skiff::layouts {\n\n";
  for (const std::string& path : paths) {
    const Source source = load_text(root, path);
    const std::string name = identifier(path.substr(path.rfind('/') + 1));
    std::vector<std::string> rows;
    for (const Block& block : blocks_of(source)) {
      const std::string stem = name + "_" + std::to_string(rows.size());
      const std::string comments = array_of("LayoutBlock::Comment", stem + "_comments", block.comments, out.source);
      const std::string keys = array_of("std::string_view", stem + "_keys", block.keys, out.source);
      rows.push_back("{" + comments + ", " + keys + "}");
    }
    out.header += "extern const Layout " + name + ";\n";
    out.source += array("LayoutBlock", name + "_blocks", rows) + "constinit const Layout " + name + " = {" +
                  literal(path) + ", " + name + "_blocks};\n\n";
  }
  out.header += "\n}  // namespace skiff::layouts\n";
  out.source += "}  // namespace skiff::layouts\n";
  return out;
}

}  // namespace skiff::embed
