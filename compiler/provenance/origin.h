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

/// The set of sources that decided a value. A cheap value type: a single source, also joined with one set that is
/// shared by many
/// (`shared`), costs no allocation; any other join costs one; only `sources()` walks the graph, which happens
/// when somebody asks. The counts are not atomic: the origins of one compilation belong to one thread at a time.
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
  /// Sorted, each source once.
  std::vector<Source> sources() const;
  /// The same set, in the form in which joining single sources to it is free.
  Origin shared() const;

  friend Origin operator|(const Origin& a, const Origin& b);
  Origin& operator|=(const Origin& other) { return *this = *this | other; }

 private:
  /// A source in 16 bytes. Of the spec: no file, `first` and `second` are its span. Else `first` is the line, `second`
  /// the length of the file's name and, in its two top bits, the kind.
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

/// The sources that all of these have: why something is there that goes with the last of them. Where they have none in common, all sources.
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
