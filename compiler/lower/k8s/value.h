#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "provenance/origin.h"

namespace skiff {

struct Member;

/// A text that few have, so that those without it need no room for one.
class Comment {
 public:
  Comment() = default;
  Comment(std::string text) : text_(text.empty() ? nullptr : std::make_unique<std::string>(std::move(text))) {}
  Comment(std::string_view text) : Comment(std::string(text)) {}
  Comment(const char* text) : Comment(std::string(text)) {}
  Comment(const Comment& other) : Comment(std::string(other.text())) {}
  Comment(Comment&&) noexcept = default;
  Comment& operator=(Comment other) noexcept {
    text_ = std::move(other.text_);
    return *this;
  }

  bool empty() const { return !text_; }
  std::string_view text() const { return text_ ? std::string_view(*text_) : std::string_view(); }

 private:
  std::unique_ptr<std::string> text_;
};

/// A node of a Kubernetes object on its way to YAML: ordered, without nulls, each node with its origin.
struct Value {
  enum class Kind : std::uint8_t { none, string, integer, boolean, list, map };

  Kind kind = Kind::none;   ///< `none`: not there; an entry or item with it is left out
  std::string text;         ///< of a string
  std::int64_t number = 0;  ///< of an integer; 0 or 1 of a boolean
  std::vector<Value> items;
  std::vector<Member> members;
  Origin origin;
  Comment comment = {};  ///< lines without `# `, printed above the entry or item

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
  /// Appends a member to a map; `none` is dropped. In a chain that begins with a new map, the map is moved on.
  Value& add(std::string key, Value value) &;
  Value& add(std::string key, const Tracked<std::string>& text) &;
  Value& add(std::string key, const Tracked<int>& number) &;
  Value& add(std::string key, const Tracked<bool>& boolean) &;
  template <class T>
  Value&& add(std::string key, T&& value) && {
    return std::move(add(std::move(key), std::forward<T>(value)));
  }
};

struct Member {
  std::string key;
  Value value;
};

/// Joins `why` into the origin of the value and of everything below it: the reason why a part is there at all.
void because(Value& value, const Origin& why);

}  // namespace skiff
