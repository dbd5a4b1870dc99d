#include "plan/units.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(Units, ConvertsEveryUnitToMebibytes) {
  EXPECT_EQ(mebibytes("1Mi"), 1);
  EXPECT_EQ(mebibytes("1536Mi"), 1536);
  EXPECT_EQ(mebibytes("120Gi"), 122880);
  EXPECT_EQ(mebibytes("3Ti"), 3145728);
  EXPECT_EQ(mebibytes("1Pi"), 1073741824);
}

TEST(Units, SizeTextUsesTheLargestUnitThatDividesTheSize) {
  EXPECT_EQ(size_text(1), "1Mi");
  EXPECT_EQ(size_text(1536), "1536Mi");
  EXPECT_EQ(size_text(2048), "2Gi");
  EXPECT_EQ(size_text(1 << 20), "1Ti");
  EXPECT_EQ(size_text((1 << 20) + 1024), "1025Gi");
  EXPECT_EQ(size_text(0), "0Mi");
  for (const char* size : {"1Mi", "1023Mi", "1Gi", "1690Gi", "3Ti"}) EXPECT_EQ(size_text(mebibytes(size)), size);
}

// Every form of slurm.conf(5), MaxTime: minutes, minutes:seconds, hours:minutes:seconds, days-hours,
// days-hours:minutes, days-hours:minutes:seconds, UNLIMITED.
TEST(Units, ReadsSlurmTimesInEveryForm) {
  EXPECT_EQ(slurm_seconds("90"), 90 * 60);
  EXPECT_EQ(slurm_seconds("90:30"), 90 * 60 + 30);
  EXPECT_EQ(slurm_seconds("1:02:03"), 3723);
  EXPECT_EQ(slurm_seconds("100:00:00"), 360000);
  EXPECT_EQ(slurm_seconds("2-03"), 2 * 86400 + 3 * 3600);
  EXPECT_EQ(slurm_seconds("2-03:04"), 2 * 86400 + 3 * 3600 + 4 * 60);
  EXPECT_EQ(slurm_seconds("2-03:04:05"), 2 * 86400 + 3 * 3600 + 4 * 60 + 5);
  EXPECT_EQ(slurm_seconds("7-00:00:00"), 604800);
  EXPECT_EQ(slurm_seconds("0"), 0);
  EXPECT_EQ(slurm_seconds("UNLIMITED"), -1);
}

TEST(Units, ReadsWholeCpusAndMillicpus) {
  EXPECT_EQ(millicpus("4"), 4000);
  EXPECT_EQ(millicpus("500m"), 500);
  EXPECT_EQ(millicpus("4500m"), 4500);
}

}  // namespace
}  // namespace skiff
