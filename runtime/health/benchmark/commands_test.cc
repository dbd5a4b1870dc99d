#include "benchmark/commands.h"

#include <gtest/gtest.h>

namespace skiff::benchmark {
namespace {

TEST(ParseNodes, SplitsTheOutputIntoNodes) {
  const auto nodes = parse_nodes(
      "NodeName=n0 Arch=x86_64 CoresPerSocket=1 \n   CPUAlloc=0\n   State=IDLE+CLOUD ThreadsPerCore=1\n   "
      "Comment=NodeName=x\n\n"
      "NodeName=n1 CoresPerSocket=1 \n   State=DOWN*+DRAIN ThreadsPerCore=1\n"
      "   Reason=disk swap [root@2026-11-21T14:30:43]\n\n");
  ASSERT_EQ(nodes.size(), 2U);
  EXPECT_EQ(nodes[0].name, "n0");
  EXPECT_EQ(nodes[0].record.state, "IDLE+CLOUD");
  EXPECT_EQ(nodes[0].record.comment, "NodeName=x");
  EXPECT_EQ(nodes[1].name, "n1");
  EXPECT_EQ(nodes[1].record.reason, "disk swap");
  EXPECT_TRUE(parse_nodes("").empty());
}

}  // namespace
}  // namespace skiff::benchmark
