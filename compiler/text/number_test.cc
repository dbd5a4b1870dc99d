#include "text/number.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(Number, MustBeTheEntireText) {
  EXPECT_EQ(to_number("0"), 0);
  EXPECT_EQ(to_number("-17"), -17);
  EXPECT_EQ(to_number("017"), 17);
  EXPECT_EQ(to_number("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(to_number<std::uint64_t>("ff", 16), 255u);
  EXPECT_EQ(to_number<double>("1.5"), 1.5);
  for (const char* text : {"", " 1", "1 ", "+1", "1a", "a1", "1.5", "0x1", "9223372036854775808"})
    EXPECT_EQ(to_number(text), std::nullopt) << text;
  EXPECT_EQ(to_number({}), std::nullopt);
  EXPECT_EQ(to_number<std::uint64_t>("-1"), std::nullopt);
  EXPECT_EQ(to_number<int>("2147483648"), std::nullopt);
}

TEST(Number, IsTakenFromTheFront) {
  std::string_view text = "24.05";
  EXPECT_EQ(take_number<int>(text), 24);
  EXPECT_EQ(text, ".05");
  EXPECT_EQ(take_number<int>(text), std::nullopt);
  EXPECT_EQ(text, ".05");
}

}  // namespace
}  // namespace skiff
