#include "text/hash.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

// The expected values are from `printf ... | xxhsum -H64` (xxhash 0.8.1). The lengths reach each branch of the
// algorithm.
std::string hash_of(std::string_view bytes) { return hex(xxh64(bytes)); }

TEST(Hash, IsXxh64) {
  EXPECT_EQ(hash_of(""), "ef46db3751d8e999");
  EXPECT_EQ(hash_of("a"), "d24ec4f1a98c6e5b");
  EXPECT_EQ(hash_of("abc"), "44bc2cf5ad770999");
  EXPECT_EQ(hash_of("Nobody inspects the spammish repetition"), "fbcea83c8a378bf1");
  std::string numbers = "1";  // seq -s, 1 60
  for (int i = 2; i <= 60; ++i) numbers += "," + std::to_string(i);
  EXPECT_EQ(hash_of(numbers), "2a419882940f3bc7");
}

// The expected values are from `xxhsum -H3`.
TEST(Hash, IsXxh3) {
  EXPECT_EQ(hex(xxh3("")), "2d06800538d394c2");
  EXPECT_EQ(hex(xxh3("abc")), "78af5f94892f3950");
}

}  // namespace
}  // namespace skiff
