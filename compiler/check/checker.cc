#include "check/checker.h"

#include <algorithm>

#include "check/sample.h"
#include "check/visitor.h"
#include "text/quote.h"

namespace skiff {
namespace {

bool same(const Diagnostic& a, const Diagnostic& b) {
  return a.rule == b.rule && a.span == b.span && a.child == b.child && a.message == b.message;
}

}  // namespace

Diagnostics check(const Node& root, const Schema& schema) { return Visitor().run(root, schema); }

Diagnostics Visitor::run(const Node& root, const Schema& schema) {
  visit(root, schema, {});
  std::stable_sort(found_.begin(), found_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  // The node of an anchor is checked again at each alias, which gives the same diagnostics at the same position.
  found_.erase(std::unique(found_.begin(), found_.end(), same), found_.end());
  return std::move(found_);
}

void Visitor::report(std::string_view rule, Problem problem, Span span, std::string value, std::string message,
                     std::vector<Note> notes) {
  found_.push_back({.rule = rule,
                    .problem = problem,
                    .span = span,
                    .value = std::move(value),
                    .message = std::move(message),
                    .notes = std::move(notes)});
}

void Visitor::visit(const Node& node, const Schema& schema, Slot slot) {
  if (node.kind == Node::Kind::null) return no_value(node, schema, slot);
  const Schema* chosen = choose(node, schema);
  if (!chosen) return;
  switch (node.kind) {
    case Node::Kind::null:
      break;
    case Node::Kind::scalar:
      visit_scalar(node, *chosen);
      break;
    case Node::Kind::sequence:
      visit_list(node, *chosen, slot);
      break;
    case Node::Kind::mapping:
      visit_object(node, *chosen, slot);
      break;
  }
}

void Visitor::no_value(const Node& node, const Schema& schema, Slot slot) {
  const std::string example = slot.item ? sample(schema) : sample_field(slot.name, schema);
  std::string message = "give a value";
  if (!example.empty()) message += ", for example " + quote(example);
  if (!slot.required) message += slot.item ? ", or remove the item" : ", or remove the field";
  report("SKF103", Problem::required, node.span, {}, std::move(message));
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

}  // namespace skiff
