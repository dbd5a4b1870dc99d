#include "tree/value.h"

#include <utility>

namespace skiff {

Value Value::string(SharedText text, Origin origin) {
  Value value;
  value.kind = Kind::string;
  value.text = std::move(text);
  value.origin = std::move(origin);
  return value;
}

Value Value::integer(std::int64_t number, Origin origin) {
  Value value;
  value.kind = Kind::integer;
  value.number = number;
  value.origin = std::move(origin);
  return value;
}

Value Value::boolean(bool boolean, Origin origin) {
  Value value;
  value.kind = Kind::boolean;
  value.number = boolean ? 1 : 0;
  value.origin = std::move(origin);
  return value;
}

Value Value::list(std::vector<Value> items, Origin origin) {
  Value value;
  value.kind = Kind::list;
  value.items = std::move(items);
  value.origin = std::move(origin);
  return value;
}

Value Value::map(Origin origin) {
  Value value;
  value.kind = Kind::map;
  value.origin = std::move(origin);
  return value;
}

const Value* Value::find(std::string_view key) const {
  for (const Member& member : members)
    if (member.key == key) return &member.value;
  return nullptr;
}

Value* Value::find(std::string_view key) {
  if (!std::as_const(*this).find(key)) return nullptr;
  for (Member& member : members.own())
    if (member.key == key) return &member.value;
  return nullptr;
}

const Value* Value::at(std::initializer_list<std::string_view> keys) const {
  const Value* value = this;
  for (const std::string_view key : keys) {
    value = value->find(key);
    if (!value) return nullptr;
  }
  return value;
}

Value& Value::add(SharedText key, Value value) & {
  if (value.kind != Kind::none) members.push_back({std::move(key), std::move(value)});
  return *this;
}

Value& Value::add(SharedText key, const Tracked<std::string>& tracked) & {
  return add(std::move(key), string(tracked.value, tracked.origin));
}

Value& Value::add(SharedText key, const Tracked<int>& tracked) & {
  return add(std::move(key), integer(tracked.value, tracked.origin));
}

Value& Value::add(SharedText key, const Tracked<bool>& tracked) & {
  return add(std::move(key), boolean(tracked.value, tracked.origin));
}

void add_origin(Value& value, const Origin& why) {
  if (why.empty()) return;
  value.origin |= why;
  if (!value.items.empty())
    for (Value& item : value.items.own()) add_origin(item, why);
  if (!value.members.empty())
    for (Member& member : value.members.own()) add_origin(member.value, why);
}

}  // namespace skiff
