#include "diag/lines.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(Lines, CountFromOne) {
  const LineTable lines("ab\ncd\n");
  EXPECT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines.place(0), (Place{1, 1}));
  EXPECT_EQ(lines.place(2), (Place{1, 3}));  // the line end belongs to its line
  EXPECT_EQ(lines.place(3), (Place{2, 1}));
  EXPECT_EQ(lines.place(6), (Place{2, 4}));
  EXPECT_EQ(lines.place(99), (Place{2, 4}));
  EXPECT_EQ(lines.line(2), "cd");
  EXPECT_EQ(lines.line(3), "");
  EXPECT_EQ(lines.line(0), "");
}

TEST(Lines, CountCodePoints) {
  const LineTable lines("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x9A\xA4x\n");
  EXPECT_EQ(lines.place(9), (Place{1, 4}));
  EXPECT_EQ(code_points("\xC3\xA9\xE2\x82\xAC"), 2U);
}

TEST(Lines, DoNotShowCarriageReturnsAndByteOrderMarks) {
  const LineTable lines(
      "\xEF\xBB\xBF"
      "ab\r\ncd\r\n");
  EXPECT_EQ(lines.place(3), (Place{1, 1}));
  EXPECT_EQ(lines.place(4), (Place{1, 2}));
  EXPECT_EQ(lines.line(1), "ab");
  EXPECT_EQ(lines.line(2), "cd");
}

TEST(Lines, OfAnEmptyText) {
  const LineTable lines("");
  EXPECT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines.place(5), (Place{1, 1}));
  EXPECT_EQ(lines.line(1), "");
}

}  // namespace
}  // namespace skiff
