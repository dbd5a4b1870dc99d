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
  Span span;           ///< of the value; of the enclosing object where the user gave none
  bool given = false;  ///< the user wrote it

  explicit operator bool() const { return value.has_value(); }
  const T& operator*() const { return *value; }
  const T* operator->() const { return &*value; }
  Tracked<T> tracked() const { return {*value, origin}; }
};

/// What every object of the spec has.
struct Record {
  Span span;
  bool given = false;
};

/// The entries of an object whose keys are names of the user.
template <class T>
using Named = std::vector<std::pair<Field<std::string>, T>>;

/// A list of the user's, or else the schema's default.
using Texts = std::vector<Field<std::string>>;

}  // namespace skiff
