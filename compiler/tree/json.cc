#include "tree/json.h"

#include <string_view>

#include "text/quote.h"

namespace skiff {
namespace {

using Kind = Value::Kind;

void append_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) append_escaped(out, c, "\\u00");
  out += '"';
}

void append(std::string& out, const Value& value, std::size_t indent) {
  const auto new_line = [&](std::size_t depth) {
    out += '\n';
    out.append(depth, ' ');
  };
  bool first = true;
  const auto next = [&] {
    if (!first) out += ',';
    first = false;
    new_line(indent + 2);
  };
  switch (value.kind) {
    case Kind::none:
      out += "null";
      break;
    case Kind::string:
      append_string(out, value.text);
      break;
    case Kind::integer:
      out += std::to_string(value.number);
      break;
    case Kind::boolean:
      out += value.number ? "true" : "false";
      break;
    case Kind::list:
      out += '[';
      for (const Value& item : value.items) {
        if (item.kind == Kind::none) continue;
        next();
        append(out, item, indent + 2);
      }
      if (!first) new_line(indent);
      out += ']';
      break;
    case Kind::map:
      out += '{';
      for (const Member& member : value.members) {
        if (member.value.kind == Kind::none) continue;
        next();
        append_string(out, member.key);
        out += ": ";
        append(out, member.value, indent + 2);
      }
      if (!first) new_line(indent);
      out += '}';
      break;
  }
}

}  // namespace

void append_json(std::string& out, const Value& value) { append(out, value, 0); }

}  // namespace skiff
