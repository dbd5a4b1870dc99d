#include "text/fingerprint.h"

#include <bit>
#include <cstring>

namespace skiff {
namespace {

// The algorithm and its constants: https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87;
constexpr std::uint64_t prime2 = 0xC2B2AE3D27D4EB4F;
constexpr std::uint64_t prime3 = 0x165667B19E3779F9;
constexpr std::uint64_t prime4 = 0x85EBCA77C2B2AE63;
constexpr std::uint64_t prime5 = 0x27D4EB2F165667C5;

template <class Word>
Word take(const char*& at) {
  static_assert(std::endian::native == std::endian::little);
  Word word;
  std::memcpy(&word, at, sizeof word);
  at += sizeof word;
  return word;
}

std::uint64_t round(std::uint64_t lane, std::uint64_t word) { return std::rotl(lane + word * prime2, 31) * prime1; }

std::uint64_t merge(std::uint64_t hash, std::uint64_t lane) { return (hash ^ round(0, lane)) * prime1 + prime4; }

}  // namespace

std::uint64_t fingerprint(std::string_view bytes) {
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  std::uint64_t hash = prime5;
  if (bytes.size() >= 32) {
    std::uint64_t lanes[4] = {prime1 + prime2, prime2, 0, 0 - prime1};
    while (end - at >= 32) {
      for (std::uint64_t& lane : lanes) lane = round(lane, take<std::uint64_t>(at));
    }
    hash = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
    for (const std::uint64_t lane : lanes) hash = merge(hash, lane);
  }
  hash += bytes.size();
  while (end - at >= 8) hash = std::rotl(hash ^ round(0, take<std::uint64_t>(at)), 27) * prime1 + prime4;
  if (end - at >= 4) hash = std::rotl(hash ^ take<std::uint32_t>(at) * prime1, 23) * prime2 + prime3;
  while (at < end) hash = std::rotl(hash ^ static_cast<unsigned char>(*at++) * prime5, 11) * prime1;
  hash = (hash ^ hash >> 33) * prime2;
  hash = (hash ^ hash >> 29) * prime3;
  return hash ^ hash >> 32;
}

std::string fingerprint_text(std::uint64_t hash) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += digits[hash >> shift & 0xf];
  return text;
}

}  // namespace skiff
