#include <algorithm>
#include <string_view>

#include "embed/generate.h"
#include "embed/source.h"
#include "read/extent.h"
#include "text/ascii.h"

namespace skiff::embed {
namespace {

bool is_placeholder(std::string_view text) {
  if (text.size() < 3 || text.front() != '<' || text.back() != '>') return false;
  text = text.substr(1, text.size() - 2);
  return is_letter(text[0]) && std::all_of(text.begin(), text.end(), is_alnum);
}

// Writes a tree as a flat table, in the order of the text.
class TreeTable {
 public:
  explicit TreeTable(const Source& source) : source_(source) {}

  std::string write() {
    add({}, source_.root, source_.root.span.begin);
    return std::move(out_);
  }

 private:
  std::uint32_t add(std::string_view key, const Node& node, std::uint32_t at) {
    const std::uint32_t line = source_.line(at);
    const bool is_root = &node == &source_.root;  // a comment above the root belongs to its first entry
    const std::string comment = is_root ? "" : comment_above(at, line);
    if (!is_root) last_line_ = line;
    const std::size_t head = out_.size();
    std::uint32_t size = 1;
    for (const Entry& entry : node.entries) size += add(entry.key.text, entry.value, entry.key.span.begin);
    for (const Node& item : node.items) size += add({}, item, item.span.begin);
    out_.insert(head, row(key, node, line, size, comment));
    return size;
  }

  std::string row(std::string_view key, const Node& node, std::uint32_t line, std::uint32_t size,
                  const std::string& comment) const {
    const bool placeholder = !node.quoted && node.kind == Node::Kind::scalar && is_placeholder(node.text);
    return "    {Value::Kind::" + kind(node) + ", " + std::to_string(line) + ", " + std::to_string(size) + ", " +
           literal(key) + ", " + literal(node.text) + ", " + literal(comment) + ", " +
           (placeholder ? "true" : "false") + "},\n";
  }

  std::string kind(const Node& node) const {
    switch (node.kind) {
      case Node::Kind::mapping:
        return "map";
      case Node::Kind::sequence:
        return "list";
      case Node::Kind::null:
        source_.fail(node.span, "a value is missing");
      case Node::Kind::scalar:
        break;
    }
    if (node.quoted) return "string";
    if (is_integer(node)) return "integer";
    if (node.text == "true" || node.text == "false") return "boolean";
    for (const std::string_view word :
         {"yes", "no", "on", "off", "y", "n", "Yes", "No", "On", "Off", "True", "False"}) {
      if (node.text == word) source_.fail(node.span, "put \"" + node.text + "\" in quotes, or write true or false");
    }
    return "string";
  }

  // The comment lines directly above a line. They belong to the outermost node that begins on this line.
  std::string comment_above(std::uint32_t at, std::uint32_t line) const {
    if (line == last_line_) return {};
    std::string comment;
    std::uint32_t begin = at - column_of(source_.text, at);
    while (begin > 0) {
      const std::uint32_t above = begin - 1 - column_of(source_.text, begin - 1);
      std::string_view text = std::string_view(source_.text).substr(above, begin - 1 - above);
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
      if (text.substr(0, 1) != "#") break;
      text.remove_prefix(text.substr(0, 2) == "# " ? 2 : 1);
      comment = std::string(text) + (comment.empty() ? "" : "\n") + comment;
      begin = above;
    }
    return comment;
  }

  const Source& source_;
  std::uint32_t last_line_ = 0;
  std::string out_;
};

}  // namespace

Generated generate_templates(const std::string& root, const std::vector<std::string>& paths) {
  constexpr std::string_view folder = "templates/";
  Generated out;
  out.header =
      "#pragma once\n\n#include <span>\n\n#include \"tree/template.h\"\n\nnamespace skiff::templates {\n\n"
      "extern const std::span<const Template* const> all;\n";
  out.source = "#include \"embedded/templates.h\"\n\nnamespace skiff::templates {\n\n";
  std::vector<std::string> all;
  for (const std::string& path : paths) {
    const Source source = load_tree(root, path);
    std::string_view stem = path;
    if (stem.starts_with(folder)) stem.remove_prefix(folder.size());
    const std::string name = identifier(stem.substr(0, stem.rfind('.')));
    out.header += "extern const Template " + name + ";\n";
    out.source += "namespace { constexpr TemplateNode " + name + "_nodes[] = {\n" + TreeTable(source).write() +
                  "}; }\nconstinit const Template " + name + " = {" + literal(path) + ", " + name + "_nodes};\n\n";
    all.push_back("&" + name);
  }
  out.header += "\n}  // namespace skiff::templates\n";
  out.source += "namespace {\n\n" + array("const Template*", "list", all) +
                "}  // namespace\n\nconstinit const std::span<const Template* const> all = list;\n\n"
                "}  // namespace skiff::templates\n";
  return out;
}

}  // namespace skiff::embed
