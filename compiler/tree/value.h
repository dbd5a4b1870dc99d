#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "provenance/origin.h"
#include "tree/shared.h"

namespace skiff {

struct Member;

/// A node of a Kubernetes object, to be written as YAML: ordered, without nulls, each node with its origin. Copies are
/// cheap: they share the nodes below them until one of them is changed.
struct Value {
  enum class Kind : std::uint8_t { none, string, integer, boolean, list, map };

  Kind kind = Kind::none;   ///< `none`: no value; an entry or item with it is left out
  SharedText text;          ///< value of a string
  std::int64_t number = 0;  ///< value of an integer; 0 or 1 for a boolean
  SharedList<Value> items;
  SharedList<Member> members;
  Origin origin;
  SharedText comment = {};  ///< lines without `# `, printed above the entry or item

  static Value string(SharedText text, Origin origin);
  static Value integer(std::int64_t number, Origin origin);
  static Value boolean(bool value, Origin origin);
  static Value list(std::vector<Value> items = {}, Origin origin = {});
  static Value map(Origin origin = {});

  /// The member of a map, or nullptr.
  const Value* find(std::string_view key) const;
  Value* find(std::string_view key);
  /// Follows map keys, such as `at({"spec", "template"})`. nullptr if one is missing.
  const Value* at(std::initializer_list<std::string_view> keys) const;
  /// Appends a member to a map, unless its value is `none`. In a chain that begins with a temporary map, the map is
  /// moved.
  Value& add(SharedText key, Value value) &;
  Value& add(SharedText key, const Tracked<std::string>& text) &;
  Value& add(SharedText key, const Tracked<int>& number) &;
  Value& add(SharedText key, const Tracked<bool>& boolean) &;
  template <class T>
  Value&& add(SharedText key, T&& value) && {
    return std::move(add(std::move(key), std::forward<T>(value)));
  }
};

struct Member {
  SharedText key;
  Value value;
};

/// Adds `why`, the reason why the value exists, to the origin of the value and of everything below it.
void add_origin(Value& value, const Origin& why);

}  // namespace skiff
