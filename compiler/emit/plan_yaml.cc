#include "emit/plan_yaml.h"

#include "emit/yaml.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

template <class T>
Value show(const T& part);

Value show(const plan::Text& text) { return to_value(text); }
Value show(const plan::Int& number) { return to_value(number); }
Value show(const plan::Bool& boolean) { return to_value(boolean); }
Value show(const plan::Pairs& pairs) { return to_value(pairs); }
Value show(const plan::Numbers& numbers) {
  Value map = Value::map();
  for (const auto& [key, value] : numbers) {
    map.origin |= value.origin;
    map.add(key, to_value(value));
  }
  return map.members.empty() ? Value() : map;
}
Value show(const Tracked<Version>& version) { return Value::string(to_string(*version), version.origin); }

template <class T>
Value show(const std::optional<T>& part) {
  return part ? show(*part) : Value();
}

template <class T>
Value show(const std::vector<T>& parts) {
  if (parts.empty()) return {};
  Value list = Value::list();
  for (const T& part : parts) {
    Value item = show(part);
    // An item exists because of its first member, its name. The other members do not decide whether it exists.
    if (!item.members.empty()) item.origin = item.members.front().value.origin;
    list.origin |= item.origin;
    list.items.push_back(std::move(item));
  }
  return list;
}

/// A part of the plan is shown as a map of its members, without empty ones.
template <class T>
Value show(const T& part) {
  Value map = Value::map();
  part.each([&](const char* name, const auto& member) {
    Value value = show(member);
    // The line of a part exists because of its members.
    map.origin |= value.origin;
    map.add(SharedText::lasting(name), std::move(value));
  });
  return map.members.empty() ? Value() : map;
}

}  // namespace

OutputFile plan_yaml(const plan::Plan& plan) {
  OutputFile file{"plan.yaml", {}, {}};
  file.line("# The spec with every value resolved: defaults, catalogue entries, derived numbers and names.",
            plan.name.origin);
  append_document(file, show(plan));
  return file;
}

}  // namespace skiff
