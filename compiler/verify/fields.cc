#include "verify/fields.h"

#include <algorithm>
#include <limits>
#include <string>

#include "text/quote.h"
#include "verify/formats.h"
#include "verify/report.h"

namespace skiff {
namespace {

using Type = FieldShape::Type;

std::string_view kind_name(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::string:
      return "a string";
    case Value::Kind::integer:
      return "an integer";
    case Value::Kind::boolean:
      return "a boolean";
    case Value::Kind::list:
      return "a list";
    case Value::Kind::map:
      return "a map";
    default:
      return "nothing";
  }
}

std::string_view type_name(Type type) {
  switch (type) {
    case Type::boolean:
      return "a boolean";
    case Type::integer:
      return "an integer";
    case Type::list:
      return "a list";
    case Type::map:
    case Type::object:
      return "a map";
    case Type::quantity:
      return "a quantity";
    case Type::int_or_string:
      return "an integer or a string";
    default:
      return "a string";
  }
}

bool fits(Type type, Value::Kind kind) {
  switch (type) {
    case Type::any:
      return true;
    case Type::boolean:
      return kind == Value::Kind::boolean;
    case Type::integer:
      return kind == Value::Kind::integer;
    case Type::list:
      return kind == Value::Kind::list;
    case Type::map:
    case Type::object:
      return kind == Value::Kind::map;
    case Type::quantity:
    case Type::int_or_string:
      return kind == Value::Kind::integer || kind == Value::Kind::string;
    default:
      return kind == Value::Kind::string;
  }
}

// "1.34" for 34.
std::string version(int minor) { return "1." + std::to_string(minor); }

}  // namespace

FieldCheck::FieldCheck(const FieldTable& table, int minor, Diagnostics& out)
    : table_(table), minor_(std::clamp<int>(minor, table.oldest, table.newest)), out_(out) {
  follower_.resize(table_.fields.size() + table_.types.size());
  required_.reserve(table_.types.size());
  for (const FieldType& type : table_.types) {
    required_.push_back(static_cast<std::uint16_t>(
        std::ranges::count_if(fields(type), [&](const TableField& field) { return is_required(field); })));
  }
}

void FieldCheck::operator()(const Item& item) {
  item_ = &item;
  const std::string name = std::string(item.api_version) + '/' + std::string(item.kind);
  const auto kind = std::ranges::lower_bound(table_.kinds, name, {}, &FieldKind::name);
  if (kind == table_.kinds.end() || kind->name != name) {
    std::vector<std::string_view> names;
    for (const FieldKind& known : table_.kinds) names.push_back(known.name);
    say("SKF407", Problem::unsupported, *item.value,
        quote(name) + " is not a kind that skiff writes" + did_you_mean(name, names));
    return;
  }
  check_members(table_.types[kind->type], *item.value);
}

void FieldCheck::say(std::string_view rule, Problem problem, const Value& at, std::string message) {
  report(out_, rule, problem, *item_, at, std::move(message));
}

std::span<const TableField> FieldCheck::fields(const FieldType& type) const {
  return table_.fields.subspan(type.first, type.count);
}
bool FieldCheck::is_required(const TableField& field) const {
  return field.since <= minor_ && minor_ <= field.until && field.required_since <= minor_ &&
         minor_ <= field.required_until;
}

// Objects of one template have their fields in the same order, so the field that followed last time is tried before a
// search. `previous` is the index of the previous field. For the first field of a type, it is the number of all fields
// plus the index of the type.
const TableField* FieldCheck::find_field(const FieldType& type, std::size_t& previous, std::string_view name) {
  const TableField& guess = table_.fields[follower_[previous]];
  if (follower_[previous] >= type.first && follower_[previous] < type.first + type.count && guess.name == name) {
    previous = follower_[previous];
    return &guess;
  }
  const std::span<const TableField> known = fields(type);
  const auto field = std::ranges::lower_bound(known, name, {}, &TableField::name);
  if (field == known.end() || field->name != name) return nullptr;
  const auto index = static_cast<std::uint16_t>(type.first + (field - known.begin()));
  follower_[previous] = index;
  previous = index;
  return &table_.fields[index];
}

void FieldCheck::check_members(const FieldType& type, const Value& map) {
  const auto type_index = static_cast<std::size_t>(&type - table_.types.data());
  std::size_t required = required_[type_index];
  std::size_t previous = table_.fields.size() + type_index;
  for (const Member& member : map.members) {
    if (member.value.kind == Value::Kind::none) continue;
    const TableField* field = find_field(type, previous, member.key);
    if (!field) {
      say_unknown(type, member);
      continue;
    }
    if (minor_ < field->since || minor_ > field->until) {
      say("SKF405", Problem::forbidden, member.value,
          "API servers keep this field only " +
              (minor_ < field->since ? "from Kubernetes " + version(field->since) + " on"
                                     : "until Kubernetes " + version(field->until)) +
              "; the target is " + version(minor_));
    }
    if (is_required(*field)) --required;
    check_value(table_.shapes[field->shape], member.value);
    if (member.value.kind == Value::Kind::list) check_unique(*field, member.value);
  }
  if (required == 0) return;
  for (const TableField& field : fields(type)) {
    if (is_required(field) && !map.find(field.name))
      say("SKF403", Problem::required, map, "must have " + quote(field.name));
  }
}

void FieldCheck::say_unknown(const FieldType& type, const Member& member) {
  const std::string name = std::string(type.name) + '.' + member.key.str();
  const auto gated = std::ranges::lower_bound(table_.gated, name, {}, &GatedField::name);
  if (gated != table_.gated.end() && gated->name == name) {
    say("SKF405", Problem::forbidden, member.value,
        "API servers silently drop this field, because the feature gate " + std::string(gated->gate) +
            " is off by default");
    return;
  }
  std::vector<std::string_view> names;
  for (const TableField& field : fields(type)) names.push_back(field.name);
  say("SKF401", Problem::invalid, member.value, "unknown field " + quote(member.key) + did_you_mean(member.key, names));
}

void FieldCheck::check_value(const FieldShape& shape, const Value& at) {
  if (at.kind == Value::Kind::none) return;
  if (!fits(shape.type, at.kind)) {
    say("SKF402", Problem::invalid, at,
        "must be " + std::string(type_name(shape.type)) + ", not " + std::string(kind_name(at.kind)));
    return;
  }
  switch (shape.type) {
    case Type::object:
    case Type::map:
    case Type::list: {
      // A thousand objects may share what is below. If it has no diagnostics in one of them, it has none in the others.
      // If it has some, it is checked again, because each diagnostic names its object.
      const void* shared = shape.type == Type::list ? at.items.identity() : at.members.identity();
      if (shared && good_.contains({&shape, shared})) return;
      const std::size_t before = out_.size();
      check_below(shape, at);
      if (shared && out_.size() == before) good_.emplace(&shape, shared);
      return;
    }
    case Type::integer:
      if (shape.bits == 32 && (at.number > std::numeric_limits<std::int32_t>::max() ||
                               at.number < std::numeric_limits<std::int32_t>::min())) {
        say("SKF402", Problem::invalid, at, "must be a 32-bit integer");
      }
      return;
    case Type::quantity:
      if (at.kind == Value::Kind::string && !parse_quantity(at.text))
        say("SKF408", Problem::invalid, at, "must be a quantity such as 500m, 4 or 16Gi");
      return;
    case Type::string:
      if (shape.value_count > 0) check_choice(shape, at);
      return;
    default:
      return;
  }
}

void FieldCheck::check_below(const FieldShape& shape, const Value& at) {
  if (shape.type == Type::object) return check_members(table_.types[shape.target], at);
  for (const Member& member : at.members) check_value(table_.shapes[shape.target], member.value);
  for (const Value& item : at.items) check_value(table_.shapes[shape.target], item);
}

void FieldCheck::check_choice(const FieldShape& shape, const Value& at) {
  std::vector<std::string_view> taken;
  for (const EnumValue& allowed : table_.values.subspan(shape.first_value, shape.value_count)) {
    const bool now = allowed.since <= minor_ && minor_ <= allowed.until;
    if (allowed.text == at.text && now) return;
    if (allowed.text == at.text) {
      say("SKF405", Problem::unsupported, at,
          "API servers accept this value only " +
              (minor_ < allowed.since ? "from Kubernetes " + version(allowed.since) + " on"
                                      : "until Kubernetes " + version(allowed.until)) +
              "; the target is " + version(minor_));
      return;
    }
    if (now) taken.push_back(allowed.text);
  }
  std::string list;
  for (const std::string_view text : taken) list += (list.empty() ? "" : ", ") + quote(text);
  say("SKF404", Problem::unsupported, at, "supported values: " + list + did_you_mean(at.text, taken));
}

// A text that is equal for items of a list that the API server treats as the same. protocol is the only key with a
// default.
std::string FieldCheck::identity(const TableField& field, const Value& item) const {
  if (field.set) return item.kind == Value::Kind::string ? item.text.str() : std::to_string(item.number);
  std::string text;
  for (const std::string_view key : table_.keys.subspan(field.first_key, field.key_count)) {
    const Value* part = item.find(key);
    if (part) text += part->kind == Value::Kind::string ? part->text.str() : std::to_string(part->number);
    if (!part && key == "protocol") text += "TCP";
    text += '\n';
  }
  return text;
}

void FieldCheck::say_twice(const TableField& field, const Value& item) {
  if (field.set) {
    say("SKF406", Problem::duplicate, item, "two items of the list are equal");
    return;
  }
  std::string names;
  for (const std::string_view key : table_.keys.subspan(field.first_key, field.key_count))
    names += (names.empty() ? "" : " and ") + std::string(key);
  const Value* first = item.find(table_.keys[field.first_key]);
  say("SKF406", Problem::duplicate, first ? *first : item, "two items of the list have the same " + names);
}

void FieldCheck::check_unique(const TableField& field, const Value& list) {
  if ((field.key_count == 0 && !field.set) || list.items.size() < 2) return;
  std::vector<std::string> seen;
  for (const Value& item : list.items) seen.push_back(identity(field, item));
  std::sort(seen.begin(), seen.end());
  if (std::adjacent_find(seen.begin(), seen.end()) == seen.end()) return;
  seen.clear();
  for (const Value& item : list.items) {
    const std::string id = identity(field, item);
    if (std::find(seen.begin(), seen.end(), id) != seen.end()) say_twice(field, item);
    seen.push_back(id);
  }
}

}  // namespace skiff
