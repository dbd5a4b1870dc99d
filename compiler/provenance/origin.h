#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "diag/span.h"

namespace skiff {

/// One reason why an output line is what it is.
struct Source {
  enum class Kind : std::uint8_t {
    spec,       ///< a leaf of the user's spec: `span`
    preset,     ///< a default of the schema: `file` is schema/cluster.schema.json, `line` its line
    fixed,      ///< a line of a template: `file` and `line`
    catalogue,  ///< a line of a hardware or version table: `file` and `line`
  };

  Kind kind = Kind::fixed;
  Span span;
  std::string_view file;  ///< static storage; empty for `spec`
  std::uint32_t line = 0;

  friend bool operator==(const Source&, const Source&) = default;
  friend auto operator<=>(const Source&, const Source&) = default;
};

/// The set of sources that decided a value. A cheap value type: copying shares, joining allocates one node, and only
/// `sources()` walks the graph, which happens when somebody asks.
class Origin {
 public:
  Origin() = default;
  static Origin spec(Span span);
  static Origin preset(std::string_view file, std::uint32_t line);
  static Origin fixed(std::string_view file, std::uint32_t line);
  static Origin catalogue(std::string_view file, std::uint32_t line);

  bool empty() const { return !node_; }
  /// Sorted, each source once.
  std::vector<Source> sources() const;

  friend Origin operator|(const Origin& a, const Origin& b);
  Origin& operator|=(const Origin& other) { return *this = *this | other; }

 private:
  struct Join;
  static Origin of(Source source);
  explicit Origin(std::shared_ptr<const Join> node) : node_(std::move(node)) {}
  std::shared_ptr<const Join> node_;
};

/// A value together with what decided it.
template <class T>
struct Tracked {
  T value{};
  Origin origin;

  const T& operator*() const { return value; }
  const T* operator->() const { return &value; }
};

}  // namespace skiff
