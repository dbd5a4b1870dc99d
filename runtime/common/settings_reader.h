#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tree/spec_field.h"

namespace skiff {

/// Reads one object of a settings file. Each key is read with one call; finish() rejects the keys that were not read.
/// Errors are std::runtime_error with the path of the field.
class SettingsReader {
 public:
  SettingsReader(const nlohmann::json& value, std::string path) : value_(value), path_(std::move(path)) {
    if (!value_.is_object()) fail("", "must be an object");
  }

  [[noreturn]] void fail(std::string_view key, std::string_view what) const {
    std::string where = path_;
    if (!key.empty()) where += (where.empty() ? "" : ".") + std::string(key);
    fail_at(where.empty() ? "settings" : where, what);
  }
  /// Throws a message of one line: control characters, which a key of the file may contain, become `?`.
  [[noreturn]] static void fail_at(std::string_view where, std::string_view what) {
    std::string message = std::string(where) + ": " + std::string(what);
    for (char& c : message)
      if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
    throw std::runtime_error(message);
  }

  void text(const char* key, std::string& into) {
    if (const auto* found = take(key)) into = text_of(key, *found);
  }
  /// An absolute path without a line break.
  void file(const char* key, std::string& into) {
    if (!value_.contains(key)) return;
    text(key, into);
    if (into.empty() || into[0] != '/') fail(key, "must be an absolute path");
  }
  void flag(const char* key, bool& into) {
    const auto* found = take(key);
    if (!found) return;
    if (!found->is_boolean()) fail(key, "must be true or false");
    into = found->get<bool>();
  }
  void number(const char* key, std::int64_t& into, std::int64_t least, std::int64_t most) {
    const auto* found = take(key);
    if (found) into = number_of(key, *found, least, most);
  }
  /// A number in the range of this field of the spec.
  void number(const char* key, std::int64_t& into, const SpecField& field) {
    number(key, into, field.least, field.most);
  }
  /// One of the values that the spec allows for this field.
  void word(const char* key, std::string& into, const SpecField& field) {
    text(key, into);
    if (!is_of(field, into)) fail(key, "must be " + listed(field, " or "));
  }
  /// The same for an enumeration whose values are in the schema's order.
  template <class E>
  void choice(const char* key, E& into, const SpecField& field) {
    std::string name(field.words[static_cast<std::size_t>(into)]);
    word(key, name, field);
    for (std::size_t i = 0; i < field.words.size(); ++i)
      if (field.words[i] == name) into = static_cast<E>(i);
  }
  void words(const char* key, std::vector<std::string>& into, const SpecField& field) {
    texts(key, into);
    for (const auto& text : into)
      if (!is_of(field, text)) fail(key, "may contain only " + listed(field, " and "));
  }
  void texts(const char* key, std::vector<std::string>& into) {
    const auto* found = take(key);
    if (!found) return;
    if (!found->is_array()) fail(key, "must be a list");
    into.clear();
    for (const auto& item : *found) into.push_back(text_of(key, item));
  }
  /// Reads the object at a key, if there is one.
  void object(const char* key, const std::function<void(SettingsReader&)>& read) {
    if (const auto* found = take(key)) inside(*found, key, read);
  }
  void objects(const char* key, const std::function<void(SettingsReader&)>& read) {
    const auto* found = take(key);
    if (!found) return;
    if (!found->is_array()) fail(key, "must be a list");
    for (std::size_t i = 0; i < found->size(); ++i)
      inside((*found)[i], std::string(key) + "[" + std::to_string(i) + "]", read);
  }
  /// Reads an object whose keys the file chooses: calls `read` for each of them.
  void members(const char* key, const std::function<void(SettingsReader&, const std::string&)>& read) {
    object(key, [&](SettingsReader& object) {
      for (const auto& [name, value] : object.value_.items()) read(object, name);
    });
  }
  /// Throws for a key that was not read.
  void finish() const {
    for (const auto& [key, value] : value_.items()) {
      bool known = false;
      for (const auto& asked : asked_) known = known || asked == key;
      if (!known) fail(key, "unknown field");
    }
  }

 private:
  static bool is_of(const SpecField& field, std::string_view text) {
    for (const auto word : field.words)
      if (word == text) return true;
    return false;
  }
  // `a, b or c`
  static std::string listed(const SpecField& field, const char* last) {
    std::string text;
    for (std::size_t i = 0; i < field.words.size(); ++i)
      text += (i == 0 ? "" : i + 1 == field.words.size() ? last : ", ") + std::string(field.words[i]);
    return text;
  }
  const nlohmann::json* take(const std::string& key) {
    asked_.push_back(key);
    const auto found = value_.find(key);
    return found == value_.end() ? nullptr : &*found;
  }
  void inside(const nlohmann::json& value, const std::string& key, const std::function<void(SettingsReader&)>& read) {
    SettingsReader reader(value, path_.empty() ? key : path_ + "." + key);
    read(reader);
    reader.finish();
  }
  std::string text_of(std::string_view key, const nlohmann::json& value) const {
    if (!value.is_string()) fail(key, "must be a string");
    auto text = value.get<std::string>();
    if (text.find_first_of(std::string_view("\0\n\r", 3)) != text.npos) fail(key, "must be one line");
    return text;
  }
  std::int64_t number_of(std::string_view key, const nlohmann::json& value, std::int64_t least,
                         std::int64_t most) const {
    // A number above INT64_MAX is stored as unsigned and would be converted to a negative one.
    if (!value.is_number_integer() || (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) ||
        value.get<std::int64_t>() < least || value.get<std::int64_t>() > most)
      fail(key, "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return value.get<std::int64_t>();
  }

  const nlohmann::json& value_;
  std::string path_;
  std::vector<std::string> asked_;
};

}  // namespace skiff
