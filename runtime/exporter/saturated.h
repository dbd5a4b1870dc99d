#pragma once

#include <cstdint>
#include <limits>

namespace skiff::exporter {

// Arithmetic with numbers that are not negative. A user can submit an array whose tasks ask for more memory than there
// are numbers, so a result that is too large becomes the largest one.

inline std::int64_t plus(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

inline void add_to(std::int64_t& sum, std::int64_t number) { sum = plus(sum, number); }

inline std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::int64_t>::max() : product;
}

}  // namespace skiff::exporter
