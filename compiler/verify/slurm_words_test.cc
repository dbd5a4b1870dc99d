#include "verify/slurm_words.h"

#include <gtest/gtest.h>

#include "verify/slurm_forms.h"

namespace skiff {
namespace {

// Images whose plugins are unknown.
VerifyInput other_images() {
  VerifyInput input;
  input.own_images = input.own_slurmdbd = false;
  input.slurm = {24, 11};
  return input;
}

// The diagnostics, one per line.
std::string faults(std::string_view file, std::string_view key, std::string_view value, std::uint32_t target = 241199,
                   std::string_view line = "", const VerifyInput& input = other_images()) {
  const SlurmParameter parameter{file, line, key, SlurmParameter::Type::text, 220500, 0, 0};
  std::string text;
  for (const WordFault& fault : word_faults(parameter, words_of(parameter), needs_kind(forms_of(parameter), target),
                                            value, target, ImagePlugins(input, file)))
    text += (fault.severity == Severity::error ? "error: " : "warning: ") + fault.message + '\n';
  return text;
}

TEST(SlurmWords, KnownOnesPass) {
  EXPECT_EQ(faults("slurm.conf", "SchedulerParameters", "bf_continue,BF_Window=1440, defer"), "");
  EXPECT_EQ(faults("slurm.conf", "TaskPlugin", "affinity,task/cgroup"), "");
  EXPECT_EQ(faults("slurm.conf", "State", "DRAIN", 241199, "NodeName"), "");
  EXPECT_EQ(faults("slurm.conf", "ClusterName", "anything"), "") << "the table has no values for it";
}

TEST(SlurmWords, AWordWithAnArgumentNeedsIt) {
  EXPECT_EQ(faults("slurm.conf", "SchedulerParameters", "bf_window"),
            "error: needs an argument: \"bf_window=ARGUMENT\"\n");
  // Without any equals sign, Slurm reads the whole text as the path of a socket.
  EXPECT_EQ(faults("slurm.conf", "AuthInfo", "ttl"), "error: needs an argument: \"ttl=ARGUMENT\"\n");
  EXPECT_EQ(faults("slurm.conf", "AuthInfo", "ttl=300,socket=/run/munge/munge.socket.2,use_client_ids"), "");
}

TEST(SlurmWords, ANumberOrABlankIsNoNameOfAPlugin) {
  for (const char* value : {"7", " 60", " select/linear", "select/linear "})
    EXPECT_NE(faults("slurm.conf", "SelectType", value), "") << value;
  EXPECT_NE(faults("slurm.conf", "TopologyPlugin", "7"), "");
  EXPECT_NE(faults("slurm.conf", "TopologyPlugin", "topology/none=1"), "");
  EXPECT_EQ(faults("slurm.conf", "TopologyPlugin", "topology/default"), "");
}

TEST(SlurmWords, UnknownOnesAreWarnings) {
  EXPECT_EQ(faults("slurm.conf", "SchedulerParameters", "bf_continue,bf_windw=1440"),
            "warning: not a value that Slurm 24.11 documents for SchedulerParameters; did you mean "
            "\"bf_window\"?\n");
  EXPECT_EQ(faults("slurm.conf", "JobSubmitPlugins", "lua,sitepolicy"),
            "warning: not a plugin of Slurm 24.11, and it is unknown whether the images have "
            "job_submit_sitepolicy; set spec.images.plugins\n");
}

TEST(SlurmWords, UnknownPluginsAreErrorsIfThePluginsOfTheImagesAreKnown) {
  VerifyInput own = other_images();
  own.own_images = own.own_slurmdbd = true;
  EXPECT_EQ(faults("slurm.conf", "JobSubmitPlugins", "lua,sitepolicy", 241199, "", own),
            "error: not a plugin of Slurm 24.11, and the images that images/build builds do not have "
            "job_submit_sitepolicy; for other images set spec.images.plugins\n");
  EXPECT_EQ(faults("slurm.conf", "SchedulerType", "sched/backfil", 241199, "", own),
            "error: not a plugin of Slurm 24.11; did you mean \"sched/backfill\"?\n");
  EXPECT_EQ(faults("slurm.conf", "HashPlugin", "k12,hash/sha3", 241199, "", own), "");
  EXPECT_EQ(faults("slurmdbd.conf", "HashPlugin", "hash/none", 241199, "", own),
            "error: not a plugin of Slurm 24.11, and the image of slurmdbd that images/build builds "
            "does not have hash_none; for another image set spec.images.slurmdbd.repository\n");
  VerifyInput listed = other_images();
  listed.plugins = "job_submit_lua\njob_submit_sitepolicy\n";
  EXPECT_EQ(faults("slurm.conf", "JobSubmitPlugins", "lua,sitepolicy", 241199, "", listed), "");
  EXPECT_EQ(faults("slurm.conf", "JobSubmitPlugins", "lua,sitepolice", 241199, "", listed),
            "error: not a plugin of Slurm 24.11, and the file of spec.images.plugins does not list "
            "job_submit_sitepolice\n");
}

TEST(SlurmWords, UnknownOnesAreErrorsIfTheTableIsComplete) {
  EXPECT_EQ(faults("slurm.conf", "DebugFlags", "Backfill,nodefeatures"), "");
  EXPECT_EQ(faults("slurm.conf", "DebugFlags", "Foo"), "error: not a value that Slurm 24.11 accepts for DebugFlags\n");
  EXPECT_NE(faults("slurm.conf", "DebugFlags", "Backfill=2"), "");
  EXPECT_EQ(faults("slurm.conf", "EnforcePartLimits", "1"), "");
  EXPECT_EQ(faults("slurm.conf", "EnforcePartLimits", "2"),
            "error: not a value that Slurm 24.11 accepts for EnforcePartLimits\n");
  EXPECT_EQ(faults("slurm.conf", "TaskPluginParam", "autobind=cores,OOMKillStep"), "");
  EXPECT_EQ(faults("slurm.conf", "TaskPluginParam", "OOMKillStep", 220599),
            "error: \"OOMKillStep\" was added in Slurm 24.11; the target is 22.05\n");
  EXPECT_EQ(faults("slurm.conf", "PriorityUsageResetPeriod", "Weekly"), "");
  EXPECT_EQ(faults("slurm.conf", "PriorityUsageResetPeriod", "weekl"),
            "error: not a value that Slurm 24.11 accepts for PriorityUsageResetPeriod; did you mean "
            "\"weekly\"?\n");
}

TEST(SlurmWords, FlagsOfAQosAreThoseThatSlurmReads) {
  EXPECT_EQ(faults("policy.conf", "Flags", "DenyOnLimit,Relative", 241199, "QOS"), "");
  EXPECT_EQ(faults("policy.conf", "Flags", "Relative", 230299, "QOS"),
            "error: \"Relative\" was added in Slurm 23.11; the target is 23.02\n");
  EXPECT_EQ(faults("policy.conf", "Flags", "PartQOS", 260599, "QOS"),
            "error: not a value that Slurm 26.05 accepts for Flags\n");
}

TEST(SlurmWords, PluginsMustHaveTheNamesOfTheirFiles) {
  EXPECT_EQ(faults("slurm.conf", "SchedulerType", "sched/backfill"), "");
  EXPECT_EQ(faults("slurm.conf", "SchedulerType", "backfill"),
            "error: must be \"sched/backfill\", because Slurm finds the plugin's file by this name\n");
  EXPECT_EQ(faults("slurm.conf", "SelectType", "select/Cons_Tres"),
            "error: must be \"select/cons_tres\", because Slurm finds the plugin's file by this name\n");
  EXPECT_EQ(faults("slurm.conf", "SelectType", "select/cons_tres,select/linear"),
            "error: must be one plugin, not a list\n");
  EXPECT_EQ(faults("slurm.conf", "SelectType", "mine"),
            "error: must begin with \"select/\", because Slurm finds no plugin without its kind\n");
  EXPECT_EQ(faults("slurm.conf", "SelectType", "select/foo"),
            "warning: not a plugin of Slurm 24.11, and it is unknown whether the images have "
            "select_foo; set spec.images.plugins\n");
  EXPECT_EQ(faults("slurm.conf", "JobSubmitPlugins", "Lua"),
            "error: must be \"job_submit/lua\", because Slurm finds the plugin's file by this name\n");
  EXPECT_EQ(faults("slurm.conf", "CliFilterPlugins", "cli_filter/user_defaults,lua"), "");
  EXPECT_EQ(faults("slurm.conf", "MpiDefault", "mpi/pmix"), "");
  EXPECT_EQ(faults("slurm.conf", "MpiDefault", "pmix"), "");
  EXPECT_EQ(faults("slurm.conf", "JobCompType", "none"), "");
  EXPECT_EQ(faults("slurm.conf", "JobCompType", "none", 220599),
            "error: must be \"jobcomp/none\", because Slurm finds the plugin's file by this name\n");
  EXPECT_EQ(faults("slurm.conf", "CredType", "munge"), "");
  EXPECT_EQ(faults("slurm.conf", "CredType", "munge", 220599),
            "error: must be \"cred/munge\", because Slurm finds the plugin's file by this name\n");
}

TEST(SlurmWords, OtherReleases) {
  EXPECT_EQ(
      faults("slurm.conf", "SelectType", "select/cons_res"),
      "error: \"select/cons_res\" was removed in Slurm 23.11; the target is 24.11, whose daemons would not start\n");
  EXPECT_EQ(faults("slurm.conf", "SelectType", "select/cons_res", 220599), "");
  EXPECT_EQ(faults("slurm.conf", "TopologyPlugin", "topology/block", 220599),
            "error: \"topology/block\" was added in Slurm 23.11; the target is 22.05, whose daemons would not start\n");
  EXPECT_EQ(faults("slurm.conf", "SchedulerParameters", "requeue_on_resume_failure"),
            "warning: \"requeue_on_resume_failure\" was added in Slurm 25.05; the target is 24.11\n");
}

}  // namespace
}  // namespace skiff
