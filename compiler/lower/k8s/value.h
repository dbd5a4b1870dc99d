#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "provenance/origin.h"

namespace skiff {

struct Member;

/// A node of a Kubernetes object on its way to YAML: ordered, without nulls, each node with its origin.
struct Value {
  enum class Kind : std::uint8_t { none, string, integer, boolean, list, map };

  Kind kind = Kind::none;  ///< `none`: not there; an entry or item with it is left out
  std::string text;        ///< of a string
  std::int64_t number = 0;  ///< of an integer; 0 or 1 of a boolean
  std::vector<Value> items;
  std::vector<Member> members;
  Origin origin;
  std::string comment = {};  ///< lines without `# `, printed above the entry or item

  static Value string(std::string text, Origin origin);
  static Value integer(std::int64_t number, Origin origin);
  static Value boolean(bool value, Origin origin);
  static Value list(std::vector<Value> items = {}, Origin origin = {});
  static Value map(Origin origin = {});

  /// The member of a map, or nullptr.
  const Value* find(std::string_view key) const;
  Value* find(std::string_view key);
  /// Follows map keys: `at({"spec", "template"})`; nullptr if one is missing.
  const Value* at(std::initializer_list<std::string_view> keys) const;
  /// Appends a member to a map; `none` is dropped.
  Value& add(std::string key, Value value);
  Value& add(std::string key, const Tracked<std::string>& text);
  Value& add(std::string key, const Tracked<int>& number);
  Value& add(std::string key, const Tracked<bool>& boolean);
};

struct Member {
  std::string key;
  Value value;
};

/// Joins `why` into the origin of the value and of everything below it: the reason why a part is there at all.
void because(Value& value, const Origin& why);

}  // namespace skiff
