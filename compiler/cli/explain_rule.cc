#include <algorithm>

#include "cli/catalogue.h"
#include "cli/explain.h"
#include "embedded/files.h"
#include "text/ascii.h"
#include "text/split.h"

namespace skiff::cli {
namespace {

// False for examples with bytes that a terminal cannot show, or that would control it.
bool can_be_shown(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
}

}  // namespace

std::optional<std::string> explain_rule(std::string_view id) {
  const Rule* rule = find_rule(to_upper(id));
  if (!rule) return std::nullopt;
  std::string out(rule->id);
  out += ": ";
  out += rule->title;
  out += "\n\n";
  out += text_of(*rule);
  out += '\n';
  if (rule->example.empty()) return out;
  const std::string path = "golden/errors/" + std::string(rule->example) + ".yaml";
  out += "\nExample, " + path;
  const auto file = std::ranges::find(files::all, path, &EmbeddedFile::path);
  if (file == files::all.end() || !can_be_shown((*file)->text)) return out + "\n";
  out += ":\n\n";
  for (std::string_view rest = (*file)->text; !rest.empty();) {
    out += "    ";
    out += take_until(rest, '\n');
    out += '\n';
  }
  return out;
}

}  // namespace skiff::cli
