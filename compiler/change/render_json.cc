#include "change/render.h"
#include "tree/json.h"
#include "tree/value.h"

namespace skiff::change {
namespace {

Value word(std::string_view text) { return Value::string(text, {}); }

std::string_view name(How how) { return how == How::added ? "added" : how == How::removed ? "removed" : "changed"; }

Value value_of(const FieldChange& field) {
  Value out = Value::map();
  out.add("path", word(field.path)).add("change", word(name(field.how)));
  if (!field.before.empty()) out.add("before", word(field.before));
  if (!field.after.empty()) out.add("after", word(field.after));
  Value decided = Value::list();
  for (const Decision& decision : field.decided)
    decided.items.push_back(Value::map().add("field", word(decision.field)).add("place", word(place_of(decision))));
  if (!decided.items.empty()) out.add("decidedBy", std::move(decided));
  return out;
}

Value value_of(const Change& change) {
  Value fields = Value::list(), steps = Value::list();
  for (const FieldChange& field : change.fields) fields.items.push_back(value_of(field));
  for (const std::string& step : change.steps) steps.items.push_back(word(step));
  Value out = Value::map();
  out.add("class", word(name_of(change.value).id)).add("object", word(change.object));
  out.add("change", word(name(change.how))).add("fields", std::move(fields));
  out.add("consequence", word(change.consequence));
  if (!steps.items.empty()) out.add("steps", std::move(steps));
  return out;
}

}  // namespace

std::string json(const std::vector<Change>& changes) {
  Value list = Value::list();
  for (const Change& change : changes) list.items.push_back(value_of(change));
  Value root = Value::map();
  root.add("class", word(changes.empty() ? "nothing" : name_of(changes.front().value).id));
  root.add("changes", std::move(list));
  std::string out;
  append_json(out, root);
  return out += '\n';
}

}  // namespace skiff::change
