#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diag/span.h"
#include "provenance/origin.h"

namespace skiff {

/// A scalar of the spec. It has a value if the user gave one or the schema has a default.
template <class T>
struct Field {
  std::optional<T> value;
  Origin origin;
  Span span;           ///< of the value, or of the enclosing object if the user gave none
  bool given = false;  ///< true if the user wrote it

  explicit operator bool() const { return value.has_value(); }
  const T& operator*() const { return *value; }
  const T* operator->() const { return &*value; }
  Tracked<T> tracked() const { return {*value, origin}; }
};

/// The base of every object of the spec.
struct Record {
  Span span;
  bool given = false;
};

/// The entries of an object whose keys are names that the user chose.
template <class T>
using Named = std::vector<std::pair<Field<std::string>, T>>;

/// The list that the user gave, or else the schema's default.
using Texts = std::vector<Field<std::string>>;

}  // namespace skiff
