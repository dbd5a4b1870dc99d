#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Hashes that tell whether a text is still the same one. Not for secrets or signatures.

namespace skiff {

/// XXH64 with seed 0, the hash of `xxhsum -H64`: of the files that skiff wrote.
std::uint64_t xxh64(std::string_view bytes);
/// XXH3, the hash of `xxhsum -H3`.
std::uint64_t xxh3(std::string_view bytes);

/// A hash as 16 hexadecimal digits.
std::string hex(std::uint64_t hash);

}  // namespace skiff
