#include "verify/slurm_words.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

// One line a fault.
std::string faults(std::string_view file, std::string_view key, std::string_view value, std::uint32_t target = 241199,
                   std::string_view line = "") {
  const SlurmParameter parameter{file, line, key, SlurmParameter::Type::text, 220500, 0, 0};
  std::string text;
  for (const WordFault& fault : word_faults(parameter, words_of(parameter), value, target))
    text += (fault.severity == Severity::error ? "error: " : "warning: ") + fault.message + '\n';
  return text;
}

TEST(SlurmWords, KnownOnesPass) {
  EXPECT_EQ(faults("slurm.conf", "SchedulerParameters", "bf_continue,BF_Window=1440, defer"), "");
  EXPECT_EQ(faults("slurm.conf", "SlurmctldDebug", "debug2"), "");
  EXPECT_EQ(faults("slurm.conf", "SlurmctldDebug", "7"), "");
  EXPECT_EQ(faults("slurm.conf", "TaskPlugin", "affinity,task/cgroup"), "");
  EXPECT_EQ(faults("slurm.conf", "State", "DRAIN", 241199, "NodeName"), "");
  EXPECT_EQ(faults("slurm.conf", "ClusterName", "anything"), "") << "has no words";
}

TEST(SlurmWords, UnknownOnesAreWarnings) {
  EXPECT_EQ(faults("slurm.conf", "SchedulerParameters", "bf_continue,bf_windw=1440"),
            "warning: \"bf_windw=1440\" is no word that Slurm 24.11 documents for SchedulerParameters; did you mean "
            "\"bf_window\"?\n");
  EXPECT_EQ(faults("slurm.conf", "JobSubmitPlugins", "lua,sitepolicy"),
            "warning: \"sitepolicy\" is no plugin that comes with Slurm 24.11\n");
}

TEST(SlurmWords, OtherReleases) {
  EXPECT_EQ(
      faults("slurm.conf", "SelectType", "select/cons_res"),
      "error: \"select/cons_res\" was removed in Slurm 23.11, the target is 24.11, whose daemons would not start\n");
  EXPECT_EQ(faults("slurm.conf", "SelectType", "select/cons_res", 220599), "");
  EXPECT_EQ(faults("slurm.conf", "TopologyPlugin", "topology/block", 220599),
            "error: \"topology/block\" came with Slurm 23.11, the target is 22.05, whose daemons would not start\n");
  EXPECT_EQ(faults("slurm.conf", "SchedulerParameters", "requeue_on_resume_failure"),
            "warning: \"requeue_on_resume_failure\" came with Slurm 25.05, the target is 24.11\n");
}

}  // namespace
}  // namespace skiff
