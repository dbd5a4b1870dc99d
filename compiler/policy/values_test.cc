#include "policy/values.h"

#include <gtest/gtest.h>

namespace skiff::policy {
namespace {

TEST(PolicyValues, SetsSingleTresInAList) {
  EXPECT_EQ(value_after("GrpTRES", "cpu=4,mem=-1", "cpu=2,gres/gpu=1,mem=1G"), "gres/gpu=1,cpu=4");
  EXPECT_EQ(value_after("GrpTRES", "cpu=-1", "cpu=2"), "");
  EXPECT_EQ(value_after("MaxWall", "-1", "1-00:00:00"), "");
  EXPECT_EQ(value_after("QOS", "long", "normal"), "long");
}

TEST(PolicyValues, ComparesTheFormsOfTimes) {
  EXPECT_TRUE(same_value("MaxWall", "60", "01:00:00"));
  EXPECT_TRUE(same_value("MaxWall", "14-0", "14-00:00:00"));
  EXPECT_TRUE(same_value("MaxWall", "90:30", "01:30:30"));
  EXPECT_TRUE(same_value("GraceTime", "300", "00:05:00"));
  EXPECT_FALSE(same_value("GraceTime", "300", "05:00:00"));
  EXPECT_FALSE(same_value("MaxWall", "60", ""));
  EXPECT_FALSE(same_value("MaxWall", "UNLIMITED", "01:00:00"));
  EXPECT_EQ(seconds_of("MaxWall", "1:2:3:4"), std::nullopt);
  EXPECT_EQ(seconds_of("MaxWall", "9223372036854775807-1"), std::nullopt);
  EXPECT_EQ(seconds_of("MaxWall", "9223372036854775807"), std::nullopt);
  EXPECT_EQ(seconds_of("MaxJobs", "1"), std::nullopt);
}

TEST(PolicyValues, ComparesListsInAnyOrder) {
  EXPECT_TRUE(same_value("QOS", "normal,long", "long,Normal"));
  EXPECT_FALSE(same_value("QOS", "normal,long", "long"));
  EXPECT_TRUE(same_value("Flags", "DenyOnLimit", "denyonlimit"));
  EXPECT_TRUE(same_value("GrpTRES", "gres/gpu=1,cpu=4", "cpu=4,gres/gpu=1"));
  // The comma of a description is no separator.
  EXPECT_FALSE(same_value("Description", "a,b", "b,a"));
}

TEST(PolicyValues, ComparesNumbersAndUnits) {
  EXPECT_TRUE(same_value("UsageFactor", "2", "2.000000"));
  EXPECT_FALSE(same_value("UsageFactor", "2", "2.5"));
  EXPECT_TRUE(same_value("GrpTRES", "mem=2048", "mem=2G"));
  EXPECT_TRUE(same_value("GrpTRES", "mem=2G", "mem=2097152K"));
  EXPECT_TRUE(same_value("GrpTRES", "cpu=1K", "cpu=1024"));
  EXPECT_FALSE(same_value("GrpTRES", "mem=2048", "mem=2048G"));
  EXPECT_FALSE(same_value("GrpTRES", "mem=2X", "mem=2"));
}

}  // namespace
}  // namespace skiff::policy
