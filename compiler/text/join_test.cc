#include "text/join.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace skiff {
namespace {

TEST(Join, PutsTheSeparatorBetweenItems) {
  EXPECT_EQ(joined(std::vector<std::string>{}, ","), "");
  EXPECT_EQ(joined(std::vector<std::string>{"a"}, ","), "a");
  EXPECT_EQ(joined(std::set<std::string>{"b", "a"}, ", "), "a, b");
  EXPECT_EQ(joined(std::vector<std::string_view>{"", "a", ""}, ","), ",a,");
}

}  // namespace
}  // namespace skiff
