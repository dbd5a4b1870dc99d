#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/hash.h"

namespace skiff::mutants {

/// Choices that follow from a name, such as "seed 1, mutant 17". The distributions of <random> differ between standard
/// libraries; these do not.
class Random {
 public:
  explicit Random(std::string_view name) : state_(xxh3(name)) {}

  /// A number below `count`, which is not 0.
  std::size_t below(std::size_t count) { return next() % count; }

  /// An item of a list that is not empty. `name_of` gives its text. The choice depends on the names alone and not on
  /// their order, and another item changes it only if it is chosen itself (rendezvous hashing). So a new row in a
  /// table leaves nearly all mutants as they were.
  template <class List, class NameOf>
  const auto& pick(const List& list, const NameOf& name_of) {
    const std::string salt = hex(next());
    std::size_t best = 0;
    std::uint64_t highest = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::uint64_t hash = xxh3(salt + name_of(list[i]));
      if (hash < highest) continue;
      highest = hash;
      best = i;
    }
    return list[best];
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
