#include "lower/template.h"

#include <charconv>
#include <stdexcept>

namespace skiff {
namespace {

[[noreturn]] void defect(const Template& source, std::uint32_t line, std::string_view what, std::string_view name) {
  throw std::logic_error(std::string(source.path) + ":" + std::to_string(line) + ": " + std::string(what) + " <" +
                         std::string(name) + ">");
}

std::string_view hole_name(std::string_view text) {
  if (text.size() >= 2 && text.front() == '<' && text.back() == '>') return text.substr(1, text.size() - 2);
  return text;
}

std::string both(std::string_view above, std::string_view below) {
  if (above.empty() || below.empty()) return std::string(above.empty() ? below : above);
  return std::string(above) + "\n" + std::string(below);
}

class Filler {
 public:
  Filler(const Template& source, Holes& holes, const Origin& why)
      : source_(source), holes_(holes), why_(why.shared()), uses_(holes.size(), 0) {
    for (std::size_t i = 0; i < holes.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (holes[i].name == holes[j].name) defect(source, 1, "two fillings for the hole", holes[i].name);
      }
    }
    for (const TemplateNode& node : source.nodes) {
      if (!node.hole) continue;
      order_.push_back(filling(node));
      ++uses_[order_.back()];
    }
    for (std::size_t i = 0; i < holes.size(); ++i) {
      if (uses_[i] == 0) defect(source, 1, "there is no hole", holes[i].name);
    }
  }

  Value node(std::size_t index) {
    const TemplateNode& from = source_.nodes[index];
    const Origin here = Origin::fixed(source_.path, from.line) | why_;
    if (from.hole) return filled(from, here);
    Value value;
    switch (from.kind) {
      case Value::Kind::none:
        break;
      case Value::Kind::string:
        value = Value::string(std::string(from.text), here);
        break;
      case Value::Kind::integer:
        value = Value::integer(number(from), here);
        break;
      case Value::Kind::boolean:
        value = Value::boolean(from.text == "true", here);
        break;
      case Value::Kind::list:
        value = Value::list({}, here);
        items(index, value);
        break;
      case Value::Kind::map:
        value = Value::map(here);
        members(index, value);
        break;
    }
    if (!from.comment.empty()) value.comment = from.comment;
    return value;
  }

 private:
  std::size_t filling(const TemplateNode& node) const {
    const std::string_view name = hole_name(node.text);
    for (std::size_t i = 0; i < holes_.size(); ++i) {
      if (holes_[i].name == name) return i;
    }
    defect(source_, node.line, "nothing fills the hole", name);
  }

  std::int64_t number(const TemplateNode& node) const {
    std::int64_t parsed = 0;
    const char* end = node.text.data() + node.text.size();
    if (std::from_chars(node.text.data(), end, parsed).ptr != end)
      defect(source_, node.line, "not a number:", node.text);
    return parsed;
  }

  // The last use takes the filling itself: most are used once, and some are large.
  Value filled(const TemplateNode& node, const Origin& here) {
    const std::size_t i = order_[next_++];
    Value value = --uses_[i] == 0 ? std::move(holes_[i].value) : holes_[i].value;
    if (value.kind == Value::Kind::none) return value;
    settle(value, here);
    value.origin |= here;
    if (!node.comment.empty()) value.comment = both(node.comment, value.comment.text());
    return value;
  }

  // The reason for the template is the reason for all that stands in a hole. Its line is named where nothing else is.
  void settle(Value& value, const Origin& here) const {
    if (value.origin.empty()) {
      value.origin = here;
    } else if (!why_.empty()) {
      value.origin |= why_;
    }
    // Objects are kept until the end, and there may be thousands of them: without room that nothing will fill.
    value.items.shrink_to_fit();
    value.members.shrink_to_fit();
    for (Value& item : value.items) settle(item, here);
    for (Member& member : value.members) settle(member.value, here);
  }

  void items(std::size_t index, Value& list) {
    const std::size_t end = index + source_.nodes[index].size;
    list.items.reserve(children(index));
    for (std::size_t i = index + 1; i < end; i += source_.nodes[i].size) {
      Value item = node(i);
      if (item.kind == Value::Kind::none) continue;
      if (!source_.nodes[i].hole || item.kind != Value::Kind::list) {
        list.items.push_back(std::move(item));
        continue;
      }
      // A comment above the hole belongs above what is spliced, and goes when nothing is.
      if (!item.items.empty())
        item.items.front().comment = both(item.comment.text(), item.items.front().comment.text());
      const Origin line = Origin::fixed(source_.path, source_.nodes[i].line);
      for (Value& spliced : item.items) {
        spliced.origin |= line;
        list.items.push_back(std::move(spliced));
      }
      // That these items are in the list at all is the list's reason too.
      list.origin |= item.origin;
    }
    list.items.shrink_to_fit();
  }

  void members(std::size_t index, Value& map) {
    const std::size_t end = index + source_.nodes[index].size;
    map.members.reserve(children(index));
    for (std::size_t i = index + 1; i < end; i += source_.nodes[i].size) {
      Member& member = map.members.emplace_back(std::string(source_.nodes[i].key), node(i));
      if (member.value.kind == Value::Kind::none) map.members.pop_back();
    }
    map.members.shrink_to_fit();
  }

  std::size_t children(std::size_t index) const {
    std::size_t count = 0;
    const std::size_t end = index + source_.nodes[index].size;
    for (std::size_t i = index + 1; i < end; i += source_.nodes[i].size) ++count;
    return count;
  }

  const Template& source_;
  Holes& holes_;
  const Origin why_;
  std::vector<std::uint32_t> uses_;
  std::vector<std::size_t> order_;  // the filling of each hole, in the order of the text, in which they are filled
  std::size_t next_ = 0;
};

}  // namespace

Value fill(const Template& source, Holes holes, const Origin& why) {
  if (source.nodes.empty()) throw std::logic_error(std::string(source.path) + ": the template is empty");
  return Filler(source, holes, why).node(0);
}

}  // namespace skiff
