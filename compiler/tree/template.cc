#include "tree/template.h"

#include <algorithm>
#include <stdexcept>

#include "text/number.h"

namespace skiff {
namespace {

[[noreturn]] void defect(const Template& source, std::uint32_t line, std::string_view what, std::string_view name) {
  throw std::logic_error(std::string(source.path) + ":" + std::to_string(line) + ": " + std::string(what) + " <" +
                         std::string(name) + ">");
}

std::string_view placeholder_name(std::string_view text) {
  if (text.size() >= 2 && text.front() == '<' && text.back() == '>') return text.substr(1, text.size() - 2);
  return text;
}

SharedText both(const SharedText& above, const SharedText& below) {
  if (above.empty() || below.empty()) return above.empty() ? below : above;
  return above.str() + "\n" + below.str();
}

std::int64_t number(const Template& source, const TemplateNode& node) {
  const auto parsed = to_number(node.text);
  if (!parsed) defect(source, node.line, "not a number:", node.text);
  return *parsed;
}

/// The value of a node of the template, without the nodes below it.
Value bare(const Template& source, const TemplateNode& node, const Origin& here) {
  Value value;
  value.kind = node.kind;
  value.origin = here;
  if (node.kind == Value::Kind::string) value.text = SharedText::lasting(node.text);
  if (node.kind == Value::Kind::integer) value.number = number(source, node);
  if (node.kind == Value::Kind::boolean) value.number = node.text == "true" ? 1 : 0;
  value.comment = SharedText::lasting(node.comment);
  return value;
}

std::size_t children(const Template& source, std::size_t index) {
  std::size_t count = 0;
  const std::size_t end = index + source.nodes[index].size;
  for (std::size_t i = index + 1; i < end; i += source.nodes[i].size) ++count;
  return count;
}

const Substitution* find(std::span<const Substitution> substitutions, std::string_view name) {
  const auto found = std::find_if(substitutions.begin(), substitutions.end(),
                                  [&](const Substitution& one) { return one.name == name; });
  return found == substitutions.end() ? nullptr : &*found;
}

}  // namespace

class Form::Filler {
 public:
  Filler(const Form& form, std::span<const Substitution> own)
      : form_(form), source_(form.source_), why_(form.why_), own_(own) {}

  Value node(std::size_t index) {
    if (const auto& ready = form_.ready_[index]) return *ready;
    const TemplateNode& from = source_.nodes[index];
    const Origin here = Origin::fixed(source_.path, from.line) | why_;
    if (from.placeholder) return filled(from, here);
    Value value = bare(source_, from, here);
    if (from.kind == Value::Kind::list) items(index, value);
    if (from.kind == Value::Kind::map) members(index, value);
    return value;
  }

 private:
  Value filled(const TemplateNode& node, const Origin& here) const {
    const std::string_view name = placeholder_name(node.text);
    const Substitution* found = find(own_, name);
    if (!found) found = find(form_.common_, name);
    if (!found) defect(source_, node.line, "no value for the placeholder", name);
    Value value = found->value;
    if (value.kind == Value::Kind::none) return value;
    settle(value, here);
    value.origin |= here;
    if (!node.comment.empty()) value.comment = both(SharedText::lasting(node.comment), value.comment);
    return value;
  }

  bool is_settled(const Value& value) const {
    return !value.origin.empty() && why_.empty() &&
           std::all_of(value.items.begin(), value.items.end(), [&](const Value& item) { return is_settled(item); }) &&
           std::all_of(value.members.begin(), value.members.end(),
                       [&](const Member& member) { return is_settled(member.value); });
  }

  // Adds `why_` to the origins of the value and of all nodes in it. A node without an origin gets `here`.
  void settle(Value& value, const Origin& here) const {
    if (is_settled(value)) return;  // so that the value can remain shared
    if (value.origin.empty()) {
      value.origin = here;
    } else if (!why_.empty()) {
      value.origin |= why_;
    }
    if (!value.items.empty())
      for (Value& item : value.items.own()) settle(item, here);
    if (!value.members.empty())
      for (Member& member : value.members.own()) settle(member.value, here);
  }

  void items(std::size_t index, Value& list) {
    const std::size_t end = index + source_.nodes[index].size;
    std::vector<Value> items;
    items.reserve(children(source_, index));
    for (std::size_t i = index + 1; i < end; i += source_.nodes[i].size) {
      Value item = node(i);
      if (item.kind == Value::Kind::none) continue;
      if (!source_.nodes[i].placeholder || item.kind != Value::Kind::list) {
        items.push_back(std::move(item));
        continue;
      }
      const Origin line = Origin::fixed(source_.path, source_.nodes[i].line);
      const std::size_t first = items.size();
      for (const Value& spliced : item.items) {
        items.push_back(spliced);
        items.back().origin |= line;
      }
      // A comment above the placeholder goes above the inserted items. Without items it is dropped.
      if (first < items.size()) items[first].comment = both(item.comment, items[first].comment);
      // The list has these items for the same reason as the inserted list has them.
      list.origin |= item.origin;
    }
    list.items = std::move(items);
  }

  void members(std::size_t index, Value& map) {
    const std::size_t end = index + source_.nodes[index].size;
    std::vector<Member> members;
    members.reserve(children(source_, index));
    for (std::size_t i = index + 1; i < end; i += source_.nodes[i].size) {
      Value value = node(i);
      if (value.kind != Value::Kind::none)
        members.push_back({SharedText::lasting(source_.nodes[i].key), std::move(value)});
    }
    map.members = std::move(members);
  }

  const Form& form_;
  const Template& source_;
  const Origin& why_;
  std::span<const Substitution> own_;
};

Form::Form(const Template& source, Substitutions common, const Origin& why)
    : source_(source), why_(why.shared()), common_(std::move(common)), ready_(source.nodes.size()) {
  if (source.nodes.empty()) throw std::logic_error(std::string(source.path) + ": the template is empty");
  check_names(common_);
  const auto is_open = [&](const TemplateNode& node) {
    return node.placeholder && !find(common_, placeholder_name(node.text));
  };
  for (const TemplateNode& node : source.nodes) {
    const std::string_view name = placeholder_name(node.text);
    if (is_open(node) && std::find(open_.begin(), open_.end(), name) == open_.end()) open_.push_back(name);
  }
  for (std::size_t i = 0; i < source.nodes.size();) {
    const auto subtree = source.nodes.subspan(i, source.nodes[i].size);
    const bool open = std::any_of(subtree.begin(), subtree.end(), is_open);
    if (!open) ready_[i] = Filler(*this, {}).node(i);
    i += open ? 1 : subtree.size();
  }
}

// Checks that there is a placeholder for each value, and only one value for it.
void Form::check_names(const Substitutions& fillings) const {
  for (auto filling = fillings.begin(); filling != fillings.end(); ++filling) {
    const auto is_same = [&](const Substitution& other) { return other.name == filling->name; };
    const bool is_common = &fillings != &common_ && std::any_of(common_.begin(), common_.end(), is_same);
    if (is_common || std::any_of(fillings.begin(), filling, is_same))
      defect(source_, 1, "two values for the placeholder", filling->name);
    const auto is_its = [&](const TemplateNode& node) {
      return node.placeholder && placeholder_name(node.text) == filling->name;
    };
    if (std::none_of(source_.nodes.begin(), source_.nodes.end(), is_its))
      defect(source_, 1, "there is no placeholder", filling->name);
  }
}

Value Form::fill(const Substitutions& own) const {
  // If there are as many values as open placeholders, and each placeholder has one, no value is superfluous. Otherwise
  // search for the wrong one.
  const bool all = own.size() == open_.size() &&
                   std::all_of(open_.begin(), open_.end(), [&](std::string_view name) { return find(own, name); });
  if (!all) check_names(own);
  return Filler(*this, own).node(0);
}

Value fill(const Template& source, Substitutions substitutions, const Origin& why) {
  return Form(source, std::move(substitutions), why).fill({});
}

}  // namespace skiff
