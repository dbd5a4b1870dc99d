#include "tree/to_value.h"

namespace skiff {

Value to_value(const Tracked<std::string>& text) { return Value::string(*text, text.origin); }
Value to_value(const Tracked<std::int64_t>& number) { return Value::integer(*number, number.origin); }
Value to_value(const Tracked<bool>& boolean) { return Value::boolean(*boolean, boolean.origin); }
Value to_value(const std::optional<Tracked<std::string>>& text) { return text ? to_value(*text) : none(); }
Value to_value(const std::optional<Tracked<std::int64_t>>& number) { return number ? to_value(*number) : none(); }

Value to_value(const std::vector<Tracked<std::string>>& texts) {
  if (texts.empty()) return none();
  Value list = Value::list();
  for (const auto& text : texts) {
    list.items.push_back(to_value(text));
    list.origin |= text.origin;
  }
  return list;
}

Value to_value(const std::vector<std::pair<std::string, Tracked<std::string>>>& pairs) {
  if (pairs.empty()) return none();
  Value map = Value::map();
  for (const auto& [key, value] : pairs) {
    map.add(key, value);
    map.origin |= value.origin;
  }
  return map;
}

Value fixed(std::string_view text, std::source_location here) {
  return Value::string(SharedText::lasting(text), Origin::fixed(here.file_name(), here.line()));
}

void append(Value& list, Value item) {
  if (item.kind != Value::Kind::none) list.items.push_back(std::move(item));
}

Value unless_empty(Value list) { return list.items.empty() ? none() : list; }

}  // namespace skiff
