#include "text/host_index.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

HostRun run(std::string_view text) { return parse_hostlist(text)->front(); }

TEST(HostIndex, KnowsTheHostsOfAllRuns) {
  HostIndex index;
  EXPECT_TRUE(index.add(run("n[0-3]"), 1));
  EXPECT_TRUE(index.add(run("n[8-9]"), 2));
  EXPECT_TRUE(index.add(run("n[4-5]"), 3));
  EXPECT_TRUE(index.contains(run("n[0-5]")));
  EXPECT_FALSE(index.contains(run("n[5-8]")));
  EXPECT_FALSE(index.contains(run("m0")));
  EXPECT_EQ(index.place_of(run("n[5-9]")), 3u);
  EXPECT_EQ(index.place_of(run("n6")), std::nullopt);
}

TEST(HostIndex, AddsNoRunThatOverlaps) {
  HostIndex index;
  index.add(run("n[4-7]"));
  for (const char* other : {"n4", "n7", "n[0-4]", "n[7-9]", "n[0-9]", "n[5-6]"})
    EXPECT_FALSE(index.add(run(other))) << other;
  EXPECT_TRUE(index.add(run("n[0-3]")));
  EXPECT_TRUE(index.add(run("n[08-10]"))) << "names with leading zeros are other names";
}

TEST(HostIndex, SplitsARunIntoKnownAndAbsentHosts) {
  HostIndex index;
  index.add(run("n[2-3]"), 1);
  index.add(run("n[6-20]"), 2);
  EXPECT_EQ(print_hostlist(index.absent(run("n[0-9]"))), "n[0-1,4-5]");
  EXPECT_EQ(print_hostlist(index.absent(run("n[2-3]"))), "");
  EXPECT_EQ(print_hostlist(index.absent(run("m[1-2]"))), "m[1-2]");
  const auto known = index.known(run("n[3-9]"));
  ASSERT_EQ(known.size(), 2u);
  EXPECT_EQ(print_hostlist({known[0].first}), "n3");
  EXPECT_EQ(known[0].second, 1u);
  EXPECT_EQ(print_hostlist({known[1].first}), "n[6-9]");
  EXPECT_EQ(known[1].second, 2u);
}

}  // namespace
}  // namespace skiff
