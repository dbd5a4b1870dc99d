#pragma once

#include <cstddef>
#include <cstdint>

namespace skiff::mutants {

/// Numbers that follow from a seed. The distributions of <random> differ between standard libraries; these do not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  /// A number below `count`, which is not 0.
  std::size_t below(std::size_t count) { return next() % count; }

  template <class List>
  const auto& pick(const List& list) {
    return list[below(list.size())];
  }

 private:
  // SplitMix64.
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace skiff::mutants
