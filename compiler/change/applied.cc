#include "change/applied.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "change/compare.h"
#include "read/values.h"
#include "verify/formats.h"
#include "verify/object_set.h"

namespace skiff::change {
namespace {

using Kind = Value::Kind;

constexpr std::string_view record = "kubectl.kubernetes.io/last-applied-configuration";

bool is_scalar(const Value& value) { return value.kind != Kind::list && value.kind != Kind::map; }

std::string text_of_scalar(const Value& value) {
  return value.kind == Kind::string ? value.text.str() : std::to_string(value.number);
}

/// The value of one document of JSON, which is also YAML. `none` if it cannot be read.
Value parse(std::string_view json) {
  ReadValues read = read_values(json);
  if (!read.diagnostics.empty() || read.documents.size() != 1) return {};
  return std::move(read.documents.front());
}

// The API server does not store most fields with these values.
bool is_zero(const Value& value) {
  switch (value.kind) {
    case Kind::none:
      return true;
    case Kind::string:
      return value.text.view().empty();
    case Kind::integer:
    case Kind::boolean:
      return value.number == 0;
    case Kind::list:
      return value.items.empty();
    case Kind::map:
      return value.members.empty();
  }
  return false;
}

/// For each item of `list`, the item of `other` that is the same one, or nullptr.
std::vector<const Value*> paired(const Value& list, const Value& other) {
  std::vector<const Value*> found(list.items.size());
  const auto names = item_names(list, other);
  for (std::size_t i = 0; i < found.size(); ++i) {
    std::size_t at = i;
    if (names) at = static_cast<std::size_t>(std::ranges::find(names->second, names->first[i]) - names->second.begin());
    if ((names || list.items.size() == other.items.size()) && at < other.items.size()) found[i] = &other.items[at];
  }
  return found;
}

/// The part of a live value that has the form of another one. `applied`: the other value was applied, so that a zero
/// that the API server does not store is still there.
Value project(const Value& live, const Value& like, bool applied) {
  if (live.kind == Kind::map && like.kind == Kind::map) {
    Value found = Value::map(live.origin);
    for (const Member& member : like.members) {
      if (const Value* value = live.find(member.key)) {
        found.add(member.key, project(*value, member.value, applied));
      } else if (applied && is_zero(member.value)) {
        found.add(member.key, member.value);
      }
    }
    return found;
  }
  if (live.kind != Kind::list || like.kind != Kind::list) return live;
  const std::vector<const Value*> others = paired(live, like);
  // The items have no names, and one was added or removed.
  if (!live.items.empty() && !item_names(live, like) && live.items.size() != like.items.size()) return live;
  std::vector<Value> items;
  for (std::size_t i = 0; i < live.items.size(); ++i)
    if (others[i]) items.push_back(project(live.items[i], *others[i], applied));
  return Value::list(std::move(items), live.origin);
}

// managedFields names fields as in k8s.io/apimachinery, FieldsV1: `f:NAME` is a field of a map, `k:{"name":"a"}` the item
// of a list with these keys, `v:"a"` an item of a set, and `.` the value itself. Without any of these it is all of a value.

bool has_keys(const Value& item, const Value& keys) {
  return std::ranges::all_of(keys.members, [&](const Member& key) {
    const Value* value = item.find(key.key);
    return value && is_scalar(*value) && text_of_scalar(*value) == text_of_scalar(key.value);
  });
}

/// `like` is the newer value, or nullptr. If a value is owned as a whole, only that tells which of its fields are
/// defaults.
Value owned(const Value& live, const Value& fields, const Value* like) {
  const bool whole = std::ranges::all_of(fields.members, [](const Member& member) { return member.key.view() == "."; });
  if (whole && (fields.members.empty() || is_scalar(live))) return like ? project(live, *like, false) : live;
  if (live.kind == Kind::map) {
    Value found = Value::map(live.origin);
    for (const Member& field : fields.members) {
      if (!field.key.view().starts_with("f:")) continue;
      const std::string name(field.key.view().substr(2));
      if (const Value* value = live.find(name))
        found.add(name, owned(*value, field.value, like ? like->find(name) : nullptr));
    }
    return found;
  }
  if (live.kind != Kind::list) return live;
  const std::vector<const Value*> others =
      like && like->kind == Kind::list ? paired(live, *like) : std::vector<const Value*>(live.items.size());
  std::vector<Value> items;
  for (std::size_t i = 0; i < live.items.size(); ++i) {
    const Value& item = live.items[i];
    for (const Member& field : fields.members) {
      const std::string_view key = field.key;
      const bool named = key.starts_with("k:");
      if (!named && !key.starts_with("v:")) continue;
      const Value wanted = parse(key.substr(2));
      const bool found = named ? item.kind == Kind::map && has_keys(item, wanted)
                               : is_scalar(item) && text_of_scalar(item) == text_of_scalar(wanted);
      if (found) items.push_back(named ? owned(item, field.value, others[i]) : item);
    }
  }
  return Value::list(std::move(items), live.origin);
}

/// The fields that the last server-side apply of skiff's output owns, or nullptr. Other programs apply parts of objects,
/// too; only who applied skiff's labels has applied its output.
const Value* applied_fields(const Value& live) {
  const Value* metadata = live.find("metadata");
  if (!metadata) return nullptr;
  const Value* newest = nullptr;
  std::string_view time;
  for (const Value& entry : items_of(*metadata, "managedFields")) {
    if (text_of(entry, "operation") != "Apply" || entry.find("subresource")) continue;
    const Value* fields = entry.find("fieldsV1");
    if (!fields || !fields->at({"f:metadata", "f:labels", "f:app.kubernetes.io/managed-by"})) continue;
    if (newest && text_of(entry, "time") <= time) continue;
    newest = fields;
    time = text_of(entry, "time");
  }
  return newest;
}

// What names an object is not in managedFields.
Value with_identity(const Value& live, const Value& owned) {
  Value found = Value::map(live.origin);
  for (const std::string_view key : {"apiVersion", "kind"})
    if (const Value* value = live.find(key)) found.add(std::string(key), *value);
  Value metadata = Value::map();
  for (const std::string_view key : {"name", "namespace"})
    if (const Value* value = live.at({"metadata", key})) metadata.add(std::string(key), *value);
  if (const Value* more = owned.find("metadata"))
    for (const Member& member : more->members) metadata.add(member.key, member.value);
  found.add("metadata", std::move(metadata));
  for (const Member& member : owned.members)
    if (member.key.view() != "metadata") found.add(member.key, member.value);
  return found;
}

bool has_quantities(std::string_view key) {
  constexpr std::array<std::string_view, 4> keys = {"limits", "requests", "capacity", "sizeLimit"};
  return std::ranges::find(keys, key) != keys.end();
}

Value with_quantities(const Value& value, const Value& like, bool quantity) {
  if (value.kind == Kind::map && like.kind == Kind::map) {
    Value found = Value::map(value.origin);
    for (const Member& member : value.members) {
      const Value* other = like.find(member.key);
      found.add(member.key,
                other ? with_quantities(member.value, *other, quantity || has_quantities(member.key)) : member.value);
    }
    return found;
  }
  if (value.kind == Kind::list && like.kind == Kind::list) {
    const std::vector<const Value*> others = paired(value, like);
    std::vector<Value> items;
    for (std::size_t i = 0; i < others.size(); ++i)
      items.push_back(others[i] ? with_quantities(value.items[i], *others[i], quantity) : value.items[i]);
    return Value::list(std::move(items), value.origin);
  }
  if (!quantity || !is_scalar(value) || !is_scalar(like)) return value;
  const auto mine = parse_quantity(text_of_scalar(value)), other = parse_quantity(text_of_scalar(like));
  return mine && other && *mine == *other ? like : value;
}

/// kubectl adds `annotations: {}` to what it applies.
Value without_empty_annotations(const Value& value) {
  const Value* annotations = value.at({"metadata", "annotations"});
  if (!annotations || !is_zero(*annotations)) return value;
  Value found = value;
  Value metadata = Value::map();
  for (const Member& member : value.find("metadata")->members)
    if (member.key.view() != "annotations") metadata.add(member.key, member.value);
  *found.find("metadata") = std::move(metadata);
  return found;
}

}  // namespace

std::optional<Value> applied_part(const Value& live, const Value* like) {
  if (const Value* fields = applied_fields(live)) return with_identity(live, owned(live, *fields, like));
  const Value* annotations = live.at({"metadata", "annotations"});
  const std::string_view applied = annotations ? text_of(*annotations, record) : std::string_view();
  if (applied.empty()) return std::nullopt;
  const Value was = parse(applied);
  if (was.kind != Kind::map) return std::nullopt;
  return without_empty_annotations(project(live, was, true));
}

Value part_like(const Value& live, const Value& like) { return project(live, like, false); }

Value with_quantities_of(const Value& value, const Value& like) { return with_quantities(value, like, false); }

}  // namespace skiff::change
