#include <algorithm>

#include "check/sample.h"
#include "check/scalar.h"
#include "check/visitor.h"
#include "text/quote.h"

namespace skiff {
namespace {

// Two nodes with equal forms are equal. The order of a map's fields does not matter.
std::string form(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return "~";
    case Node::Kind::scalar:
      return (scalar_kind(node) == ScalarKind::text ? "s" : "n") + std::to_string(node.text.size()) + ":" + node.text;
    case Node::Kind::sequence:
      break;
    case Node::Kind::mapping: {
      std::vector<std::string> fields;
      for (const Entry& entry : node.entries) fields.push_back(form(entry.key) + form(entry.value));
      std::sort(fields.begin(), fields.end());
      std::string out = "{";
      for (const std::string& field : fields) out += field + ",";
      return out + "}";
    }
  }
  std::string out = "[";
  for (const Node& item : node.items) out += form(item) + ",";
  return out + "]";
}

}  // namespace

void Visitor::visit_list(const Node& node, const Schema& schema, Slot slot) {
  const std::size_t size = node.items.size();
  if (schema.min_items && size < *schema.min_items) {
    report("SKF112", Problem::invalid, node.span, printed(node),
           "must have at least " + counted(*schema.min_items, "item") + (size == 0 ? fewest(schema, slot) : ""));
  } else if (schema.max_items && size > *schema.max_items) {
    report("SKF112", Problem::invalid, node.span, printed(node),
           "must have no more than " + counted(*schema.max_items, "item") + ", but has " + std::to_string(size));
  }
  if (schema.unique_items) check_unique(node);
  if (!schema.items) return;
  for (const Node& item : node.items) visit(item, *schema.items, {.name = slot.name, .item = true});
}

std::string Visitor::fewest(const Schema& schema, Slot slot) const {
  if (!slot.required) return "; write one, or remove the field";
  const std::string example = sample(schema);
  std::string hint = "; write one";
  if (!example.empty()) hint += ", for example " + example;
  const Level& around = levels_.back();
  if (around.item) hint += ", or remove this item of " + quote(around.name);
  return hint;
}

void Visitor::check_unique(const Node& node) {
  std::vector<std::pair<std::string, const Node*>> forms;
  for (const Node& item : node.items) {
    if (item.kind != Node::Kind::null) forms.emplace_back(form(item), &item);  // nulls are SKF103
  }
  std::stable_sort(forms.begin(), forms.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const std::pair<std::string, const Node*>* first = nullptr;
  for (const auto& entry : forms) {
    if (first && first->first == entry.first) {
      report("SKF113", Problem::duplicate, entry.second->span, printed(*entry.second), "each item may appear only once",
             {{first->second->span, "the first one is here"}});
    } else {
      first = &entry;
    }
  }
}

}  // namespace skiff
