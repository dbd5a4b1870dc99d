#include "text/words.h"

#include <gtest/gtest.h>

namespace jail {
namespace {

TEST(Words, SplitKeepsEmptyParts) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), std::vector<std::string>{});
  EXPECT_EQ(split(",", ','), (std::vector<std::string>{"", ""}));
}

TEST(Words, NumbersAreOnlyDigitsAndWithinTheLimit) {
  EXPECT_EQ(number("755", 8, 07777), 0755u);
  EXPECT_EQ(number("8", 8, 07777), std::nullopt);
  EXPECT_EQ(number("-1", 10, 100), std::nullopt);
  EXPECT_EQ(number("", 10, 100), std::nullopt);
  EXPECT_EQ(number("101", 10, 100), std::nullopt);
  EXPECT_EQ(number("99999999999999999999", 10, UINT64_MAX), std::nullopt);
}

TEST(Words, EscapesAreThreeOctalDigits) {
  EXPECT_EQ(unescape("a\\040b"), "a b");
  EXPECT_EQ(unescape("\\134"), "\\");
  EXPECT_EQ(unescape("a\\04"), std::nullopt);
  EXPECT_EQ(unescape("a\\"), std::nullopt);
  EXPECT_EQ(unescape("\\000"), std::nullopt);
  EXPECT_EQ(unescape("\\777"), std::nullopt);
}

TEST(Words, OnlyPlainAbsolutePathsAreAccepted) {
  for (const char* good : {"/", "/a", "/a/b.c/..d", "/a b"}) EXPECT_EQ(path_fault(good), "") << good;
  for (const char* bad : {"", "a", "a/b", "/a/", "//a", "/a//b", "/.", "/a/..", "/../a", "/a/./b", "/a\nb", "/a\x7f"}) {
    EXPECT_NE(path_fault(bad), "") << bad;
  }
  EXPECT_NE(path_fault("/" + std::string(256, 'a')), "");
}

TEST(Words, InsideComparesWholeComponents) {
  EXPECT_TRUE(inside("/run/munge", "/run"));
  EXPECT_TRUE(inside("/run", "/run"));
  EXPECT_FALSE(inside("/runner", "/run"));
  EXPECT_TRUE(inside("/run", "/"));
}

TEST(Words, DifferentPathsGetDifferentNames) {
  EXPECT_EQ(path_as_name("/tmp"), "tmp");
  EXPECT_EQ(path_as_name("/var/tmp"), "var-tmp");
  EXPECT_EQ(path_as_name("/var-tmp"), "var%2dtmp");
  EXPECT_EQ(path_as_name("/var%2dtmp"), "var%252dtmp");
}

}  // namespace
}  // namespace jail
