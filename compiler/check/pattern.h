#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>

namespace re2 {
class RE2;
}

namespace skiff {

/// The schema's patterns, each compiled at its first use and kept as long as this lives. RE2 needs linear time for any
/// text.
class Patterns {
 public:
  Patterns();
  ~Patterns();

  /// `pattern` must have static storage. Throws std::logic_error if it is no regular expression: a defect of the
  /// schema.
  bool matches(std::string_view pattern, std::string_view text);

 private:
  std::unordered_map<const char*, std::unique_ptr<re2::RE2>> compiled_;
};

}  // namespace skiff
