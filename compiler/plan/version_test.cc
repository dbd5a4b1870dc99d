#include "plan/version.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(Version, ReadsAndWritesTheSameText) {
  for (const char* text : {"22.05", "23.02", "24.11", "26.05", "1.30", "1.36"})
    EXPECT_EQ(to_string(parse_version(text)), text);
}

TEST(Version, OrdersReleasesNotText) {
  EXPECT_LT(parse_version("22.05"), parse_version("23.02"));
  EXPECT_LT(parse_version("23.02"), parse_version("23.11"));
  EXPECT_LT(parse_version("1.9"), parse_version("1.30"));
  EXPECT_EQ(parse_version("24.05"), (Version{24, 5}));
}

// schema/slurm/*.tsv names point releases; only the series counts here.
TEST(Version, IgnoresAPointRelease) { EXPECT_EQ(parse_version("22.05.8"), (Version{22, 5})); }

}  // namespace
}  // namespace skiff
