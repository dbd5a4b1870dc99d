#pragma once

#include <cstdint>

namespace skiff {

/// A half-open byte range [begin, end) of the spec's text. An empty span at 0 means the whole file.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const Span&, const Span&) = default;
  friend auto operator<=>(const Span&, const Span&) = default;
};

}  // namespace skiff
