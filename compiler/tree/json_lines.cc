#include "tree/json_lines.h"

#include "tree/json.h"

namespace skiff {
namespace {

// `head` is the text before the value on its line. If another part, `next`, follows, a comma ends the last line of the
// value, so the origin of that line includes the origin of `next`.
void append(OutputFile& file, const Value& value, const std::string& indent, const std::string& head,
            const Value* next) {
  const std::string tail = next ? "," : "";
  const Origin last = next ? value.origin | next->origin : value.origin;
  const bool list = value.kind == Value::Kind::list;
  if (!list && value.kind != Value::Kind::map) {
    std::string text;
    append_json(text, value);
    file.line(indent + head + text + tail, last);
    return;
  }
  std::vector<std::pair<std::string, const Value*>> parts;
  for (const Value& item : value.items)
    if (item.kind != Value::Kind::none) parts.emplace_back("", &item);
  for (const Member& member : value.members) {
    if (member.value.kind == Value::Kind::none) continue;
    std::string key;
    append_json(key, Value::string(member.key, {}));
    parts.emplace_back(key + ": ", &member.value);
  }
  if (parts.empty()) return file.line(indent + head + (list ? "[]" : "{}") + tail, last);
  file.line(indent + head + (list ? "[" : "{"), value.origin);
  for (std::size_t i = 0; i < parts.size(); ++i)
    append(file, *parts[i].second, indent + "  ", parts[i].first, i + 1 < parts.size() ? parts[i + 1].second : nullptr);
  file.line(indent + (list ? "]" : "}") + tail, last);
}

}  // namespace

void append_json_lines(OutputFile& file, const Value& value) { append(file, value, "", "", nullptr); }

}  // namespace skiff
