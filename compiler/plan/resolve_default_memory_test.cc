#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::plan_of;

const std::string cpu = "{name: cpu, replicas: 2, hardware: {cpus: 8, memory: 16Gi}, reserve: {memory: 384Mi}}";
const std::string big = "{name: big, replicas: 2, hardware: {cpus: 8, memory: 32Gi}, reserve: {memory: 768Mi}}";
const std::string gpu =
    "{name: gpu, replicas: 2, hardware: {cpus: 8, memory: 8Gi}, gpus: {type: l40s, count: 4}, reserve: {memory: 192Mi}}";

// The default memory of the first partition, such as "CPU 2000 GPU 2000". The partition contains the sets cpu, big and
// gpu unless `partition` says otherwise. `config` is the content of slurm.config.
std::string defaults(const std::string& partition = "nodeSets: [cpu, big, gpu]", const std::string& config = "",
                     const std::string& sets = cpu + ", " + big + ", " + gpu) {
  const std::string partitions = partition.empty() ? "" : "  partitions: [{name: p, " + partition + "}]\n";
  const plan::Plan plan =
      plan_of(cluster_spec("  nodeSets: [" + sets + "]\n" + partitions + "  slurm: {config: {" + config + "}}\n"));
  std::string text;
  for (const auto& [key, value] : plan.partitions.front().config) {
    if (key.starts_with("DefMemPer")) text += (text.empty() ? "" : " ") + key.substr(9) + " " + *value;
  }
  return text;
}

TEST(ResolveDefaultMemory, IsTheMemoryOfANodeByItsCpusAndGpus) {
  EXPECT_EQ(defaults("nodeSets: [cpu]"), "CPU 2000");
  EXPECT_EQ(defaults("nodeSets: [big]"), "CPU 4000");
  EXPECT_EQ(defaults("nodeSets: [gpu]"), "CPU 1000 GPU 2000");
}

TEST(ResolveDefaultMemory, IsTheLeastOfThePartitionsSets) {
  EXPECT_EQ(defaults("nodeSets: [big, cpu]"), "CPU 2000");
  EXPECT_EQ(defaults("nodeSets: [cpu, big, gpu]"), "CPU 1000 GPU 2000");
  EXPECT_EQ(defaults(""), "CPU 1000 GPU 2000");
}

TEST(ResolveDefaultMemory, LeavesOutMemoryThatJobsCannotHave) {
  const std::string less =
      "{name: cpu, replicas: 2, hardware: {cpus: 8, memory: 16Gi}, reserve: {memory: 384Mi}, config: {MemSpecLimit: 8000}}";
  EXPECT_EQ(defaults("nodeSets: [cpu]", "", less), "CPU 1000");
  EXPECT_EQ(defaults("nodeSets: [cpu], maxMemPerCpu: 500"), "CPU 500");
  EXPECT_EQ(defaults("nodeSets: [cpu], maxMemPerCpu: 5000"), "CPU 2000");
  EXPECT_EQ(defaults("nodeSets: [cpu]", "MaxMemPerNode: 8000"), "CPU 1000");
  EXPECT_EQ(defaults("nodeSets: [gpu]", "MaxMemPerNode: 4000"), "CPU 500 GPU 1000");
}

// The limits are read as Slurm reads them. Otherwise a default could be above its limit.
TEST(ResolveDefaultMemory, ReadsTheLimitsLikeSlurm) {
  EXPECT_EQ(defaults("nodeSets: [cpu]", "MaxMemPerNode: 8k"), "CPU 1024");
  EXPECT_EQ(defaults("nodeSets: [cpu]", "MaxMemPerNode: \"0x1f40\""), "CPU 1000");
  EXPECT_EQ(defaults("nodeSets: [cpu], config: {MaxMemPerCPU: 1K}"), "CPU 1024");
  EXPECT_EQ(defaults("nodeSets: [cpu]", "MaxMemPerCPU: 0"), "CPU 2000");
  EXPECT_EQ(defaults("nodeSets: [cpu]", "MaxMemPerNode: UNLIMITED"), "CPU 2000");
}

TEST(ResolveDefaultMemory, GivesWayToTheUsersDefaults) {
  EXPECT_EQ(defaults("nodeSets: [gpu], defMemPerCpu: 300"), "CPU 300 GPU 2000");
  EXPECT_EQ(defaults("nodeSets: [gpu], defMemPerCpu: 0, defMemPerGpu: 0"), "CPU 0 GPU 0");
  EXPECT_EQ(defaults("nodeSets: [gpu], defMemPerNode: 300"), "Node 300 GPU 2000");
  EXPECT_EQ(defaults("nodeSets: [gpu], defMemPerGpu: 300"), "GPU 300 CPU 1000");
  EXPECT_EQ(defaults("nodeSets: [cpu]", "DefMemPerNode: 300"), "");
  EXPECT_EQ(defaults("nodeSets: [cpu]", "defmempercpu: 300"), "");
  EXPECT_EQ(defaults("nodeSets: [gpu]", "DefMemPerGPU: 300"), "CPU 1000");
}

// Otherwise the default would limit jobs that have the node's memory today.
TEST(ResolveDefaultMemory, NeedsASchedulerThatSharesMemory) {
  EXPECT_EQ(defaults("nodeSets: [cpu]", "SelectTypeParameters: CR_Core"), "");
  EXPECT_EQ(defaults("nodeSets: [cpu]", "SelectTypeParameters: [CR_CPU, CR_LLN]"), "");
  EXPECT_EQ(defaults("nodeSets: [cpu]", "SelectTypeParameters: [CR_LLN, cr_cpu_memory]"), "CPU 2000");
  EXPECT_EQ(defaults("nodeSets: [cpu], config: {SelectTypeParameters: CR_Core}"), "");
  EXPECT_EQ(
      defaults("nodeSets: [cpu], config: {SelectTypeParameters: CR_Core_Memory}", "SelectTypeParameters: CR_Core"),
      "CPU 2000");
  EXPECT_EQ(defaults("nodeSets: [cpu]", "SelectType: select/linear"), "");
  EXPECT_EQ(defaults("nodeSets: [cpu]", "SelectType: select/linear, SelectTypeParameters: CR_Memory"), "");
}

}  // namespace
}  // namespace skiff
