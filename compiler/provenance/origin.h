#pragma once

#include <compare>
#include <cstdint>
#include <string_view>
#include <utility>
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

/// The set of sources that decided a value. It is a cheap value type: a single source needs no allocation, nor does its
/// join with one shared set (`shared`). Any other join needs one. Only `sources()` walks the graph. The reference
/// counts are not atomic, so the origins of one compilation must be used by one thread at a time.
class Origin {
 public:
  Origin() = default;
  Origin(const Origin& other) : leaf_(other.leaf_), rest_(other.rest_) {
    if (rest_) ++rest_->uses;
  }
  Origin(Origin&& other) noexcept
      : leaf_(std::exchange(other.leaf_, Leaf{})), rest_(std::exchange(other.rest_, nullptr)) {}
  Origin& operator=(Origin other) noexcept {
    std::swap(leaf_, other.leaf_);
    std::swap(rest_, other.rest_);
    return *this;
  }
  ~Origin() {
    if (rest_ && --rest_->uses == 0) destroy(rest_);
  }

  static Origin spec(Span span) { return Origin({nullptr, span.begin, span.end}, nullptr); }
  static Origin preset(std::string_view file, std::uint32_t line) { return of(Source::Kind::preset, file, line); }
  static Origin fixed(std::string_view file, std::uint32_t line) { return of(Source::Kind::fixed, file, line); }
  static Origin catalogue(std::string_view file, std::uint32_t line) { return of(Source::Kind::catalogue, file, line); }

  static Origin of(const Source& source) {
    return source.kind == Source::Kind::spec ? spec(source.span) : of(source.kind, source.file, source.line);
  }

  bool empty() const { return leaf_.empty() && !rest_; }
  /// All sources, sorted and without duplicates.
  std::vector<Source> sources() const;
  /// The same set, in a form that single sources can be joined to without an allocation.
  Origin shared() const;

  friend Origin operator|(const Origin& a, const Origin& b);
  Origin& operator|=(const Origin& other) { return *this = *this | other; }

 private:
  /// A source in 16 bytes. For a source in the spec, there is no file, and `first` and `second` are its span. Otherwise
  /// `first` is the line, and `second` is the length of the file's name, with the kind in the two highest bits.
  struct Leaf {
    const char* file = nullptr;
    std::uint32_t first = UINT32_MAX;
    std::uint32_t second = UINT32_MAX;
    bool empty() const { return !file && second == UINT32_MAX; }
    friend bool operator==(const Leaf&, const Leaf&) = default;
  };
  struct Counted {
    std::uint32_t uses = 1;
  };
  struct Join;

  Origin(Leaf leaf, Counted* rest) : leaf_(leaf), rest_(rest) {}
  static Origin of(Source::Kind kind, std::string_view file, std::uint32_t line) {
    const auto length = static_cast<std::uint32_t>(file.size());
    return Origin({file.data(), line, static_cast<std::uint32_t>(kind) << 30 | length}, nullptr);
  }
  static Counted* join(Leaf leaf, Counted* left, Counted* right);
  static void destroy(Counted* counted);
  static Source source(const Leaf& leaf);

  Leaf leaf_;
  Counted* rest_ = nullptr;
};

/// The sources that all of these origins have in common. They explain something that exists as long as one of its parts
/// exists. If the origins have none in common, the result has all their sources.
Origin common(const std::vector<Origin>& origins);

/// A value together with what decided it.
template <class T>
struct Tracked {
  T value{};
  Origin origin;

  const T& operator*() const { return value; }
  const T* operator->() const { return &value; }
};

}  // namespace skiff
