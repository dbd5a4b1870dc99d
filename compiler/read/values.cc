#include "read/values.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "read/reader.h"
#include "text/number.h"
#include "text/split.h"

namespace skiff {
namespace {

Span moved(Span span, std::uint32_t by) { return {span.begin + by, span.end + by}; }

/// A decimal number in its printed form. "0755" and "+1" are not numbers here, because only some parsers read them as
/// numbers.
std::optional<std::int64_t> whole_number(std::string_view text) {
  const std::optional<std::int64_t> number = to_number(text);
  return number && std::to_string(*number) == text ? number : std::nullopt;
}

Value value_of(const Node& node, std::uint32_t at) {
  const Origin place = Origin::spec(moved(node.span, at));
  switch (node.kind) {
    case Node::Kind::null:
      return {};
    case Node::Kind::scalar:
      if (!node.quoted) {
        if (const auto number = whole_number(node.text)) return Value::integer(*number, place);
        if (node.text == "true" || node.text == "false") return Value::boolean(node.text == "true", place);
      }
      return Value::string(node.text, place);
    case Node::Kind::sequence: {
      std::vector<Value> items;
      for (const Node& item : node.items) items.push_back(value_of(item, at));
      return Value::list(std::move(items), place);
    }
    case Node::Kind::mapping:
      break;
  }
  Value map = Value::map(place);
  for (const Entry& entry : node.entries) map.add(entry.key.text, value_of(entry.value, at));
  return map;
}

/// True if the text holds anything but comments and white space.
bool says_something(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = take_until(text, '\n');
    const std::size_t first = line.find_first_not_of(" \r");
    if (first != std::string_view::npos && line[first] != '#') return true;
  }
  return false;
}

}  // namespace

ReadValues read_values(std::string_view text) {
  ReadValues result;
  // No line inside a value begins with the separator: block scalars are indented, and in any other value the line would
  // end the document.
  constexpr std::string_view separator = "---\n";
  std::size_t begin = text.starts_with(separator) ? separator.size() : 0;
  while (begin <= text.size()) {
    const std::size_t end = text.find("\n---\n", begin);
    const std::string_view document = text.substr(begin, end == std::string_view::npos ? end : end + 1 - begin);
    if (says_something(document)) {
      const auto at = static_cast<std::uint32_t>(begin);
      ReadResult read_one = read(document);
      for (Diagnostic& found : read_one.diagnostics) {
        found.span = moved(found.span, at);
        for (Note& note : found.notes) note.span = moved(note.span, at);
        result.diagnostics.push_back(std::move(found));
      }
      result.documents.push_back(value_of(read_one.root, at));
    }
    if (end == std::string_view::npos) break;
    begin = end + 1 + separator.size();
  }
  return result;
}

}  // namespace skiff
