#include "plan/places.h"

#include <gtest/gtest.h>

#include "plan/mounts_file.h"

namespace jail {
namespace {

Place last_place(const std::string& text) {
  const MountsFile file = parse_mounts(text);
  EXPECT_TRUE(file.faults.empty());
  return place_of(file.mounts, file.mounts.size() - 1);
}

TEST(Places, ATargetIsInTheJailOrInAnEarlierMount) {
  EXPECT_EQ(last_place("/a /data bind"), (Place{Place::In::jail, "/data"}));
  EXPECT_EQ(last_place("none /run tmpfs\n/run/munge /run/munge bind"), (Place{Place::In::created, ""}));
  EXPECT_EQ(last_place("/x /data bind\n/y /data/y/z bind"), (Place{Place::In::source, "/x/y/z"}));
  EXPECT_EQ(last_place("none /run tmpfs\n/x /run/x bind\n/y /run/x/y bind"), (Place{Place::In::source, "/x/y"}));
  EXPECT_EQ(last_place("/x /data bind optional\n/y /data/y bind"), (Place{Place::In::unknown, ""}));
  EXPECT_EQ(last_place("/x /data bind\n/y /database bind"), (Place{Place::In::jail, "/database"}));
}

TEST(Places, AJobDirectoryIsNamedAfterItsJob) { EXPECT_EQ(job_folder("/tmp", 42), "/tmp/.spank_chroot/42"); }

TEST(Places, FindsTheJobInACgroupPath) {
  EXPECT_EQ(job_of_cgroup("0::/system.slice/slurmstepd.scope/job_42/step_extern/user/task_special\n"), 42u);
  EXPECT_EQ(job_of_cgroup("12:pids:/\n4:freezer:/slurm_n1/uid_1000/job_7/step_extern\n"), 7u);
  EXPECT_EQ(job_of_cgroup("0::/kubepods/burstable/pod_job/job_x\n0::/\n"), std::nullopt);
}

TEST(Places, JobSourcesHaveNoDuplicates) {
  EXPECT_EQ(job_sources(parse_mounts("/tmp /tmp job\n/data /data bind\n/tmp /var/tmp job\n/nvme /scratch job").mounts),
            (std::vector<std::string>{"/tmp", "/nvme"}));
}

TEST(Places, TasksSeeOnlySpoolEntriesOfTheirJob) {
  for (const char* mine :
       {"job00042", "job00042.00001", "pmix.42.0", "n1_42.0", "n_1_42.4294967291", "n1_42.0.1", "conf-cache"}) {
    EXPECT_TRUE(spool_entry_of(mine, 42)) << mine;
  }
  for (const char* other :
       {"job00421", "job00042.x_41.0", "pmix.42.x_41.1", "job00004", "job00043", "pmix.421.0", "pmix.4.2", "n1_421.0",
        "n1_4.42", "n42_1.0", "cred_state", "job000420", "hwloc_topo_whole.xml", "hwloc_topo_42.0.xml", "n1_42.",
        "n1_42.x", "n1_42.0.1.2", ".", ".."}) {
    EXPECT_FALSE(spool_entry_of(other, 42)) << other;
  }
  EXPECT_TRUE(spool_entry_of("job123456", 123456));
}

}  // namespace
}  // namespace jail
