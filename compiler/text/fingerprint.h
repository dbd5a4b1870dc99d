#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skiff {

/// XXH64 with seed 0, the hash of `xxhsum -H64`: tells whether a file is still the one that we wrote. Not for secrets
/// or signatures.
std::uint64_t fingerprint(std::string_view bytes);

/// A fingerprint as 16 hexadecimal digits.
std::string fingerprint_text(std::uint64_t hash);

}  // namespace skiff
