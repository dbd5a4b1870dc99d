#include "sidecar/node.h"

#include <gtest/gtest.h>

namespace skiff::sidecar {
namespace {

TEST(SidecarNode, IsReadFromOneLine) {
  const auto nodes = parse_nodes(
      "NodeName=a-0 Arch=x86_64 State=IDLE*+CLOUD+DRAIN ThreadsPerCore=1 Comment=State=DOWN x Partitions=main "
      "Reason=[HC] gpu-count: 7 of 8 [root@2026-11-21T14:30:43]\n"
      "NodeName=b State=DYNAMIC_NORM+IDLE\n"
      "nonsense\n");
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_EQ(nodes[0].name, "a-0");
  EXPECT_EQ(nodes[0].state, "IDLE*+CLOUD+DRAIN");
  EXPECT_EQ(nodes[0].flags, (std::vector<std::string>{"IDLE", "CLOUD", "DRAIN"}));
  EXPECT_EQ(nodes[0].reason, "[HC] gpu-count: 7 of 8");
  EXPECT_EQ(nodes[0].since, 1795271443);
  EXPECT_EQ(nodes[1].reason, "");
  EXPECT_TRUE(nodes[1].is("DYNAMIC_NORM"));
  EXPECT_FALSE(nodes[1].is("DYNAMIC"));
}

TEST(SidecarNode, EmptyOutputHasNoNodes) { EXPECT_TRUE(parse_nodes("").empty()); }

}  // namespace
}  // namespace skiff::sidecar
