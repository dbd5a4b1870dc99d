#include "sidecar/releases.h"

#include <gtest/gtest.h>

#include "sidecar/testing/nodes.h"

namespace skiff::sidecar {
namespace {

TEST(Releases, OfAVersion) {
  EXPECT_EQ(release_of("slurm 26.05.5"), "26.05");
  EXPECT_EQ(release_of("24.11.5"), "24.11");
  EXPECT_EQ(release_of("25.11.0-0rc1"), "25.11");
  EXPECT_EQ(release_of("26.05"), "26.05");
  for (const char* text : {"", "slurm", "N/A", "(null)", "a.b.c"}) EXPECT_EQ(release_of(text), "") << text;
}

TEST(Releases, OnlyNodesThatAnswerCount) {
  const auto nodes = parse_nodes(
      "NodeName=old Arch=x86_64 Version=24.11.5 OS=Linux State=MIXED+CLOUD ThreadsPerCore=1\n"
      "NodeName=new Arch=x86_64 Version=26.05.1 OS=Linux State=IDLE+CLOUD ThreadsPerCore=1\n"
      "NodeName=lost Arch=x86_64 Version=24.11.5 OS=Linux State=DOWN*+CLOUD ThreadsPerCore=1\n"
      "NodeName=gone Arch=x86_64 Version=24.11.5 OS=Linux State=DOWN+CLOUD+NOT_RESPONDING ThreadsPerCore=1\n"
      "NodeName=off Arch=x86_64 Version=24.11.5 OS=Linux State=IDLE+CLOUD+POWERED_DOWN ThreadsPerCore=1\n"
      "NodeName=never State=IDLE+CLOUD ThreadsPerCore=1\n"
      "NodeName=drained Arch=x86_64 Version=24.11.5 OS=Linux State=IDLE+CLOUD+DRAIN Reason=x Version=26.05.5 y\n");
  std::string found;
  for (const Node* node : nodes_of_other_releases(nodes, "26.05")) found += node->name + " ";
  EXPECT_EQ(found, "old drained ");
}

}  // namespace
}  // namespace skiff::sidecar
