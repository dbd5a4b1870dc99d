#include "text/ascii.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(Ascii, OnlyAsciiLettersChangeCase) {
  EXPECT_EQ(to_lower("AZaz09@[`{\xc3\x84"), "azaz09@[`{\xc3\x84");
  EXPECT_EQ(to_upper("AZaz09@[`{\xc3\xa4"), "AZAZ09@[`{\xc3\xa4");
}

TEST(Ascii, ComparesWithoutTheCaseOfLetters) {
  EXPECT_TRUE(same_but_case("ClusterName", "clustername"));
  EXPECT_TRUE(same_but_case("", ""));
  EXPECT_FALSE(same_but_case("Cluster", "ClusterName"));
  // '@' and '`' differ in the same bit as 'A' and 'a'.
  EXPECT_FALSE(same_but_case("a@", "a`"));
}

TEST(Ascii, OtherBytesAreNotAlphanumeric) {
  for (const char c : {'\xc3', '\x80', '_', ' '}) EXPECT_FALSE(is_alnum(c)) << int(c);
}

}  // namespace
}  // namespace skiff
