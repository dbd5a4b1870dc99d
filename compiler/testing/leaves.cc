#include "testing/leaves.h"

#include <algorithm>
#include <set>

#include "testing/branches.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/yaml_scalar.h"

namespace skiff::testing {
namespace {

using Schemas = std::vector<const Schema*>;

class Collector {
 public:
  std::vector<Leaf> found;

  void visit(const Node& node, const std::string& path, const Schemas& given) {
    const Schemas schemas = with_branches(given);
    if (node.kind == Node::Kind::scalar) add({path, node.span, node.text, node.quoted, false, schemas});
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      Schemas below;
      for (const Schema* schema : schemas) {
        if (schema->items) below.push_back(schema->items);
      }
      visit(node.items[i], path + "[" + std::to_string(i) + "]", below);
    }
    for (const Entry& entry : node.entries) {
      const std::string child = path.empty() ? entry.key.text : path + "." + entry.key.text;
      Schemas below;
      bool own = false;
      for (const Schema* schema : schemas) {
        if (const SchemaProperty* property = schema->property(entry.key.text)) {
          below.push_back(property->schema);
        } else if (schema->additional) {
          below.push_back(schema->additional);
          own = true;
        }
      }
      if (own) add({child + " (key)", entry.key.span, entry.key.text, entry.key.quoted, true, schemas});
      visit(entry.value, child, below);
    }
  }

 private:
  void add(Leaf leaf) {
    if (seen_.insert(leaf.span).second) found.push_back(std::move(leaf));
  }

  std::set<Span> seen_;
};

// Appends texts in which one run of digits is increased by one, doubled, or decreased by one: 65Gi for 64Gi, 8-00:00:00
// for 7-00:00:00.
void append_incremented(std::vector<std::string>& out, const std::string& text) {
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    if (!is_digit(text[begin]) || (begin > 0 && is_digit(text[begin - 1]))) continue;
    std::size_t end = begin;
    while (end < text.size() && is_digit(text[end])) ++end;
    const auto number = to_number<std::uint64_t>(std::string_view(text).substr(begin, end - begin));
    if (!number) continue;
    for (const std::uint64_t other : {*number + 1, *number * 2, *number - 1}) {
      std::string digits = std::to_string(other);
      while (digits.size() < end - begin) digits.insert(0, 1, '0');
      out.push_back(text.substr(0, begin) + digits + text.substr(end));
    }
  }
}

void append_strings(std::vector<std::string>& out, const Leaf& leaf, const std::vector<Leaf>& all) {
  const std::string& text = leaf.text;
  append_incremented(out, text);
  for (const char* suffix : {"x", "2", "-x", "/x", ".x"}) out.push_back(text + suffix);
  for (const Schema* schema : leaf.schemas) out.insert(out.end(), schema->examples.begin(), schema->examples.end());
  // A leaf with the text of a name is a name, or refers to one.
  const auto is_name = [](const Leaf& other) { return other.key || other.path.ends_with(".name"); };
  if (!std::ranges::any_of(all, [&](const Leaf& other) { return is_name(other) && other.text == text; })) return;
  for (const Leaf& other : all) {
    if (is_name(other)) out.push_back(other.text);
  }
}

}  // namespace

std::vector<Leaf> leaves(const Node& root) {
  Collector collector;
  collector.visit(root, "", {&cluster_schema()});
  std::ranges::sort(collector.found, {}, &Leaf::span);
  return std::move(collector.found);
}

bool is_choice(const Leaf& leaf) {
  return !leaf.key && std::ranges::any_of(leaf.schemas, [](const Schema* schema) {
    return !schema->enumeration.empty() || (schema->types & Schema::boolean);
  });
}

std::vector<std::string> candidates(const Leaf& leaf, const std::vector<Leaf>& all) {
  std::vector<std::string> out;
  for (const Schema* schema : leaf.schemas) {
    out.insert(out.end(), schema->enumeration.begin(), schema->enumeration.end());
    if (schema->types & Schema::boolean && !leaf.quoted) out.insert(out.end(), {"true", "false"});
  }
  append_strings(out, leaf, all);
  // Remove duplicates, the old text and the empty text.
  std::set<std::string> seen{leaf.text, ""};
  std::erase_if(out, [&](const std::string& text) { return !seen.insert(text).second; });
  return out;
}

std::string as_written(const Leaf& leaf, std::string_view text) {
  const bool plain_before = !leaf.quoted;
  const bool bare = text.find_first_of(",[]{}:#&*!|>'\"%@`\\ ") == text.npos;
  if (plain_before && bare && !text.empty()) return std::string(text);
  std::string quoted = yaml_scalar(text);
  if (quoted.front() != '"') quoted = '"' + quoted + '"';
  return quoted;
}

}  // namespace skiff::testing
