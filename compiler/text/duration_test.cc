#include "text/duration.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(Duration, Seconds) {
  EXPECT_EQ(seconds("45s"), 45);
  EXPECT_EQ(seconds("10m"), 600);
  EXPECT_EQ(seconds("12h"), 43200);
  EXPECT_EQ(seconds("7d"), 604800);
  EXPECT_EQ(seconds("999999999d"), 86399999913600);
}

}  // namespace
}  // namespace skiff
