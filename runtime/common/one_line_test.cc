#include "common/one_line.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(OneLine, RemovesControlCharactersAndQuotesAndTruncates) {
  EXPECT_EQ(one_line("0/3 nodes: 'x'\ny\t\x7f\"z"), "0/3 nodes: x y z");
  EXPECT_EQ(one_line(std::string(300, 'x')).size(), 200u);
  EXPECT_EQ(one_line(std::string(199, 'x') + "\xc3\xa4").size(), 199u);
}

}  // namespace
}  // namespace skiff
