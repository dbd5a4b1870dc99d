#define XXH_INLINE_ALL
#include "text/hash.h"

#include <xxhash.h>

#include "text/hex.h"

namespace skiff {

std::uint64_t xxh64(std::string_view bytes) { return XXH64(bytes.data(), bytes.size(), 0); }

std::uint64_t xxh3(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string hex(std::uint64_t hash) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += hex_digits[hash >> shift & 0xf];
  return text;
}

}  // namespace skiff
