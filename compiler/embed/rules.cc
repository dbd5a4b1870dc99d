#include <algorithm>

#include "embed/generate.h"
#include "embed/source.h"

namespace skiff::embed {
namespace {

/// Joins the lines of each paragraph into one, because each output of the text breaks its lines itself.
std::string unwrapped(const Source& source) {
  std::string text;
  for (std::size_t i = 0; i < source.text.size(); ++i) {
    const char c = source.text[i];
    const bool single = c == '\n' && !text.empty() && text.back() != '\n' && source.text[i + 1] != '\n';
    text += single ? ' ' : c;
  }
  text.erase(text.find_last_not_of(" \n") + 1);
  if (text.empty()) source.fail({}, "a rule has no text");
  return text;
}

/// SKF306 for compiler/rules/SKF306.md.
std::string id_of(const std::string& path) {
  const std::size_t begin = path.rfind('/') + 1;
  return path.substr(begin, path.rfind('.') - begin);
}

}  // namespace

Generated generate_rules(const std::string& root, const std::vector<std::string>& paths) {
  std::vector<std::string> rows;
  for (const std::string& path : paths)
    rows.push_back("{" + literal(id_of(path)) + ", " + literal(unwrapped(load_text(root, path))) + "}");
  std::sort(rows.begin(), rows.end());
  return {.source =
              "#include \"diag/rule.h\"\n\nnamespace skiff {\nnamespace {\n\n" + array("RuleText", "texts", rows) +
              "}  // namespace\n\nstd::span<const RuleText> rule_texts() { return texts; }\n\n}  // namespace skiff\n"};
}

}  // namespace skiff::embed
