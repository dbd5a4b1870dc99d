#include "common/files.h"

#include <gtest/gtest.h>

#include "common/testing/tree.h"

namespace skiff {
namespace {

TEST(Files, ReadsAndWrites) {
  Tree tree;
  tree.write("/a/one", "  12 \nmore\n");
  EXPECT_EQ(read_line(tree.root + "/a/one"), "12");
  EXPECT_EQ(read_number(tree.root + "/a/one"), 12);
  EXPECT_EQ(read_text(tree.root + "/a/two"), std::nullopt);
  EXPECT_TRUE(write_atomically(tree.root + "/a/two", "x"));
  EXPECT_EQ(names_in(tree.root + "/a"), (std::vector<std::string>{"one", "two"}));
  EXPECT_FALSE(write_atomically(tree.root + "/none/two", "x"));
}

TEST(Files, SplitsWordsMatchesPatternsAndParsesCounters) {
  EXPECT_EQ(words_of(" a  b\tc "), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_TRUE(matches("mlx5_*", "mlx5_10"));
  EXPECT_TRUE(matches("*bond*0", "mlx5_bond_0"));
  EXPECT_FALSE(matches("mlx5", "mlx5_0"));
  EXPECT_EQ(counters_of(text_of({{"a", 1}, {"b", -2}})), (Counters{{"a", 1}, {"b", -2}}));
  EXPECT_EQ(counters_of("garbage\na x\nb 3"), (Counters{{"b", 3}}));
}

}  // namespace
}  // namespace skiff
