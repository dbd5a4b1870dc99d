#include "text/fingerprint.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

// Expected values from `printf ... | xxhsum -H64` (xxhash 0.8.1); the lengths reach each branch of the algorithm.
std::string hash_of(std::string_view bytes) { return fingerprint_text(fingerprint(bytes)); }

TEST(Fingerprint, IsXxh64) {
  EXPECT_EQ(hash_of(""), "ef46db3751d8e999");
  EXPECT_EQ(hash_of("a"), "d24ec4f1a98c6e5b");
  EXPECT_EQ(hash_of("abc"), "44bc2cf5ad770999");
  EXPECT_EQ(hash_of("Nobody inspects the spammish repetition"), "fbcea83c8a378bf1");
  std::string numbers = "1";  // seq -s, 1 60
  for (int i = 2; i <= 60; ++i) numbers += "," + std::to_string(i);
  EXPECT_EQ(hash_of(numbers), "2a419882940f3bc7");
}

}  // namespace
}  // namespace skiff
