#include "sidecar/slurm_text.h"

#include <gtest/gtest.h>

namespace skiff::sidecar {
namespace {

TEST(SlurmText, FindsWhenSlurmctldStarted) {
  EXPECT_EQ(boot_time_in("Configuration data as of x\nBOOT_TIME               = 2025-11-01T10:00:00\nBurst = 1\n"),
            1761991200);
  EXPECT_EQ(boot_time_in("slurm_load_ctl_conf error\n"), std::nullopt);
  EXPECT_EQ(boot_time_in("BOOT_TIME = soon\n"), std::nullopt);
  EXPECT_EQ(boot_time_in("BOOT_TIME\n"), std::nullopt);
}

TEST(SlurmText, CountsAccountingUpdates) {
  const std::string head = "*****\nsdiag output at x\n\nRemote Procedure Call statistics by message type\n";
  EXPECT_EQ(accounting_updates_in(
                head + "\tREQUEST_PING      ( 1008) count:3      ave_time:1\n"
                       "\tACCOUNTING_UPDATE_MSG      (10001) count:16     ave_time:440    total_time:7040\n"),
            16);
  EXPECT_EQ(accounting_updates_in(head), 0);
  EXPECT_EQ(accounting_updates_in(head + "\tACCOUNTING_UPDATE_MSG    (10001)\n"), std::nullopt);
  EXPECT_EQ(accounting_updates_in("slurm_get_statistics: Unable to contact slurm controller\n"), std::nullopt);
}

TEST(SlurmText, KnowsWhichReleasesRestartAtAReconfigure) {
  EXPECT_FALSE(starts_at_reconfigure("slurm 22.05.8\n"));
  EXPECT_FALSE(starts_at_reconfigure("slurm 23.02.7"));
  EXPECT_TRUE(starts_at_reconfigure("slurm 23.11.0"));
  EXPECT_TRUE(starts_at_reconfigure("slurm 24.05.0-0rc1"));
  EXPECT_TRUE(starts_at_reconfigure("slurm 26.05.3"));
  EXPECT_TRUE(starts_at_reconfigure("slurm-wlm 24.11.5\n"));
  EXPECT_FALSE(starts_at_reconfigure("slurm-wlm 22.05.8\n"));
  EXPECT_FALSE(starts_at_reconfigure("slurm"));
  EXPECT_FALSE(starts_at_reconfigure("99.11"));
}

TEST(SlurmText, FindsTheNodeNamesInAFile) {
  EXPECT_EQ(node_names_in("ClusterName=a\nNodeName=a-[0-3] CPUs=2\n# NodeName=c\nNodeName=b-0\n"),
            (std::vector<std::string>{"a-[0-3]", "b-0"}));
}

TEST(SlurmText, ListsAtMostTenJobsEachOnce) {
  EXPECT_EQ(some_jobs("77\n77\n9\n\n"), "77 9");
  EXPECT_EQ(some_jobs("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n"), "1 2 3 4 5 6 7 8 9 10");
  EXPECT_EQ(some_jobs(""), "");
}

TEST(SlurmText, FindsTheQosThatSlurmctldKnows) {
  EXPECT_EQ(
      qos_in_memory(
          "Current Association Manager state\n\nQOS Records\n\nQOS=normal(1)\n    UsageRaw=0.000000\nQOS=long(2)\n"),
      (std::vector<std::string>{"normal", "long"}));
}

TEST(SlurmText, FindsTheQosOfPartitions) {
  EXPECT_EQ(partition_qos("ClusterName=a\nPartitionName=x Nodes=n QOS=long AllowQos=low\nPartitionName=y Nodes=n\n"),
            std::vector<std::string>{"long"});
}

}  // namespace
}  // namespace skiff::sidecar
