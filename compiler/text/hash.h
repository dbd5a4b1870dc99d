#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Hashes that show whether a text has changed. Not for secrets or signatures.

namespace skiff {

/// XXH64 with seed 0, the hash of `xxhsum -H64`. The manifest has this hash of each file that skiff wrote.
std::uint64_t xxh64(std::string_view bytes);
/// 64-bit XXH3, the hash of `xxhsum -H3`.
std::uint64_t xxh3(std::string_view bytes);

/// A hash as 16 hexadecimal digits.
std::string hex(std::uint64_t hash);

}  // namespace skiff
