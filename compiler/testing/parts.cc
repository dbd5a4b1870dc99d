#include <set>

#include "testing/leaves.h"

namespace skiff::testing {
namespace {

constexpr std::string_view blanks = " \t\r\n";

// The text to remove with `span`, so that the rest is still YAML. In braces and brackets, it includes the comma after
// the span, or the comma before it if the span is the last one.
Span removable(Span span, std::string_view text) {
  const std::size_t next = text.find_first_not_of(blanks, span.end);
  const std::size_t before = span.begin == 0 ? text.npos : text.find_last_not_of(blanks, span.begin - 1);
  const auto at = [&](std::size_t position) { return position == text.npos ? '\0' : text[position]; };
  const auto begin = static_cast<std::uint32_t>(before), end = static_cast<std::uint32_t>(next);
  if (at(next) == ',') return {span.begin, end + 1};
  if ((at(next) == '}' || at(next) == ']') && at(before) == ',') return {begin, span.end};
  return span;
}

// Extends the span to the dash of an item in a block list.
Span with_dash(Span removed, std::string_view text) {
  const std::size_t before = text.find_last_not_of(' ', removed.begin - 1);
  if (text[before] == '-') removed.begin = static_cast<std::uint32_t>(before);
  return removed;
}

class Collector {
 public:
  explicit Collector(std::string_view text) : text_(text) {}

  std::vector<Part> found;

  void visit(const Node& node, const std::string& path) {
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const Node& item = node.items[i];
      const std::string child = path + "[" + std::to_string(i) + "]";
      if (item.kind == Node::Kind::scalar) add({child, item.span, with_dash(removable(item.span, text_), text_)});
      visit(item, child);
    }
    for (const Entry& entry : node.entries) {
      const std::string child = path.empty() ? entry.key.text : path + "." + entry.key.text;
      const Span span{entry.key.span.begin, entry.value.span.end};
      // The value of an alias is elsewhere in the text.
      const bool own = entry.value.span.begin >= entry.key.span.end;
      if (own && entry.value.kind == Node::Kind::scalar) add({child, span, removable(span, text_)});
      visit(entry.value, child);
    }
  }

 private:
  void add(Part part) {
    if (seen_.insert(part.span).second) found.push_back(std::move(part));
  }

  std::string_view text_;
  std::set<Span> seen_;
};

}  // namespace

std::vector<Part> parts(const Node& root, std::string_view text) {
  Collector collector(text);
  collector.visit(root, "");
  return std::move(collector.found);
}

}  // namespace skiff::testing
