#include <gtest/gtest.h>

#include "verify/checks.h"
#include "verify/fixture.h"

namespace skiff {
namespace {

// The first diagnostic, without its location.
std::string found(const std::string& text, Version version = {24, 11}, const std::string& gather = "",
                  const std::string& slurmdbd = "") {
  Fixture fixture;
  fixture.add_conf("slurm/slurm.conf", text);
  if (!gather.empty()) fixture.add_conf("slurm/acct_gather.conf", gather);
  if (!slurmdbd.empty()) fixture.add_conf("slurm/slurmdbd.conf", slurmdbd);
  fixture.slurm = version;
  Diagnostics out;
  check_companions(fixture.input(), out);
  const std::string all = lines(out);
  return all.substr(0, all.find(" (slurm/"));
}

// All diagnostics of a slurmdbd.conf.
std::string found_in_slurmdbd(const std::string& text) {
  Fixture fixture;
  fixture.add_conf("slurm/slurmdbd.conf", text);
  fixture.slurm = {24, 11};
  Diagnostics out;
  check_companions(fixture.input(), out);
  return lines(out);
}

// Each case was tried with slurmctld of 22.05, 24.11 and 26.05.
TEST(SlurmCompanions, Needs) {
  EXPECT_EQ(found("PreemptMode=SUSPEND\n"), "SKF473 \"SUSPEND\" needs gang as well");
  EXPECT_EQ(found("PreemptMode=SUSPEND,GANG\n"), "");
  EXPECT_EQ(found("MCSParameters=ondemand\n"),
            "SKF473 \"ondemand\" needs MCSPlugin=mcs/account or mcs/group or mcs/label or mcs/user as well");
  EXPECT_NE(found("MCSParameters=ondemand\nMCSPlugin=mcs/none\n"), "");
  EXPECT_EQ(found("MCSParameters=ondemand\nMCSPlugin=mcs/user\n"), "");
  EXPECT_EQ(found("MCSPlugin=mcs/group\n"), "SKF473 \"mcs/group\" needs MCSParameters as well");
  EXPECT_EQ(found("SlurmSchedLogLevel=1\n"), "SKF473 \"1\" needs SlurmSchedLogFile as well");
  EXPECT_EQ(found("SlurmSchedLogLevel=0\n"), "");
  EXPECT_EQ(found("JobContainerType=job_container/tmpfs\nPrologFlags=X11,Alloc\n"), "");
  EXPECT_EQ(found("JobContainerType=job_container/tmpfs\nPrologFlags=Alloc\n"),
            "SKF473 \"job_container/tmpfs\" needs PrologFlags=Contain or X11 or RunInJob as well");
  EXPECT_EQ(found("TaskPluginParam=OOMKillStep\nTaskPlugin=affinity,cgroup\n"), "");
  EXPECT_NE(found("TaskPluginParam=OOMKillStep\nTaskPlugin=task/affinity\n"), "");
  EXPECT_NE(found("TaskPluginParam=SlurmdSpecOverride\n", {26, 5}), "");
  EXPECT_NE(found("RoutePlugin=route/topology\n", {22, 5}), "");
  EXPECT_EQ(found("RoutePlugin=route/topology\nTopologyPlugin=topology/tree\n", {22, 5}), "");
  EXPECT_EQ(found("PriorityWeightAge=5\n"),
            "SKF473 \"5\" needs AccountingStorageType=accounting_storage/slurmdbd as well (set spec.accounting)");
  EXPECT_EQ(found("PriorityMaxAge=5\n"), "");
  EXPECT_EQ(found("PriorityMaxAge=5\n", {22, 5}), "SKF473 \"5\" needs PriorityType=priority/multifactor as well")
      << "the default was priority/basic";
  EXPECT_EQ(found("PriorityMaxAge=5\nPriorityType=priority/multifactor\n", {22, 5}), "");
  EXPECT_NE(found("PriorityWeightAge=5\nPriorityType=priority/multifactor\n", {22, 5}), "");
  const std::string multifactor =
      "\nPriorityType=priority/multifactor\nAccountingStorageType=accounting_storage/slurmdbd\n";
  for (const char* const zero : {"0", "00:00", "0-0", "0-00:00:00"})
    EXPECT_NE(found(std::string("PriorityDecayHalfLife=") + zero + multifactor), "") << zero;
  EXPECT_EQ(found("PriorityDecayHalfLife=0-1" + multifactor), "");
  EXPECT_EQ(found("PriorityWeightAge=0x0\nPriorityType=priority/multifactor\n"), "");
}

// slurmdbd always knows k12, and refuses slurmctld's first message with another hash.
TEST(SlurmCompanions, SlurmdbdKnowsTheHash) {
  EXPECT_EQ(found("HashPlugin=sha3\n", {24, 11}, "", "DbdHost=a\n"),
            "SKF473 \"sha3\" needs HashPlugin=hash/sha3 in slurmdbd.conf");
  EXPECT_EQ(found("HashPlugin=hash/sha3\n", {24, 11}, "", "HashPlugin=sha3,k12\n"), "");
  EXPECT_EQ(found("HashPlugin=hash/k12\n", {24, 11}, "", "DbdHost=a\n"), "");
  EXPECT_EQ(found("HashPlugin=hash/sha3\n"), "");
}

TEST(SlurmCompanions, OneFormatOfTheTime) {
  EXPECT_EQ(found("LogTimeFormat=thread_id,clock\n"),
            "SKF473 \"thread_id\" \"thread_id\" cannot be combined with \"clock\"");
  EXPECT_EQ(found("LogTimeFormat=iso8601,format_stderr\n"), "");
  EXPECT_NE(found_in_slurmdbd("LogTimeFormat=short,clock\n"), "");
}

TEST(SlurmCompanions, OldAndNewNamesOfAPurge) {
  EXPECT_NE(found_in_slurmdbd("StepPurge=12\nPurgeStepAfter=6months\n"), "");
  EXPECT_NE(found_in_slurmdbd("PurgeJobMonths=12\nPurgeJobAfter=6months\n"), "");
  EXPECT_EQ(found_in_slurmdbd("StepPurge=12\nPurgeJobAfter=6months\n"), "");
}

TEST(SlurmCompanions, Excludes) {
  EXPECT_NE(found("PrologFlags=RunInJob,Serial\n"), "");
  EXPECT_NE(found("PrologFlags=NoHold,RunInJob\n"), "") << "RunInJob implies Contain";
  EXPECT_EQ(found("JobContainerType=job_container/tmpfs\nPrologFlags=RunInJob\n"), "");
  EXPECT_NE(found("CliFilterPlugins=cli_filter/none,cli_filter/syslog\n"), "");
  EXPECT_EQ(found("PreemptMode=CANCEL,REQUEUE\n"), "SKF473 \"CANCEL\" \"CANCEL\" cannot be combined with \"REQUEUE\"");
  EXPECT_EQ(found("PreemptMode=GANG,WITHIN\n"), "SKF473 \"GANG\" \"GANG\" cannot be combined with \"WITHIN\"");
  EXPECT_EQ(found("DefMemPerCPU=1\nDefMemPerNode=2\n"), "SKF473 \"1\" cannot be combined with DefMemPerNode");
  EXPECT_EQ(found("AuthInfo=disable_sack\nAuthType=auth/slurm\n"),
            "SKF473 \"disable_sack\" \"disable_sack\" cannot be combined with AuthType=auth/slurm");
  EXPECT_EQ(found("GresTypes=gpu,mps,gpu\n"), "SKF473 \"gpu\" is given twice in the list");
  EXPECT_EQ(found("GresTypes=gpu,mps\n"), "");
  EXPECT_NE(found("CliFilterPlugins=none,lua\n"), "");
  EXPECT_EQ(found("CliFilterPlugins=user_defaults,lua\n"), "");
  EXPECT_NE(found("AcctGatherInterconnectType=acct_gather_interconnect/sysfs,acct_gather_interconnect/none\n"), "");
  EXPECT_NE(found("AcctGatherEnergyType=none,rapl\n"), "");
  EXPECT_EQ(found("AcctGatherEnergyType=acct_gather_energy/none\n"), "");
  EXPECT_EQ(found("PartitionName=a AllowQos=x DenyQos=y\n"), "SKF473 \"x\" cannot be combined with DenyQos");
  EXPECT_EQ(found("PartitionName=a AllowQos=x\nPartitionName=b DenyQos=y\n"), "");
}

// slurmdbd archives only what it also purges.
TEST(SlurmCompanions, OneOfSeveralParametersIsEnough) {
  EXPECT_EQ(found_in_slurmdbd("ArchiveDir=/archive\nArchiveJobs=yes\n"),
            "SKF473 \"yes\" needs PurgeJobAfter as well (slurm/slurmdbd.conf: ArchiveJobs)\n");
  EXPECT_EQ(found_in_slurmdbd("ArchiveJobs=no\n"), "");
  EXPECT_EQ(found_in_slurmdbd("ArchiveDir=/archive\nArchiveJobs=True\nPurgeJobAfter=12months\n"), "");
  EXPECT_EQ(found_in_slurmdbd("ArchiveDir=/archive\nArchiveJobs=1\nPurgeJobMonths=12\n"), "");
}

TEST(SlurmCompanions, AMessageNamesTheFieldOfTheSpec) {
  EXPECT_EQ(
      found_in_slurmdbd("ArchiveJobs=yes\nPurgeJobAfter=12months\n"),
      "SKF473 \"yes\" needs ArchiveDir as well (set spec.accounting.archive) (slurm/slurmdbd.conf: ArchiveJobs)\n");
  EXPECT_EQ(found_in_slurmdbd("ArchiveScript=/usr/bin/keep\nArchiveJobs=yes\nPurgeJobAfter=12months\n"), "");
}

TEST(SlurmCompanions, SelectTypeParameters) {
  const auto selects = [](const std::string& type, const std::string& parameters) {
    return found("SelectType=" + type + "\nSelectTypeParameters=" + parameters + "\n");
  };
  EXPECT_EQ(selects("select/cons_tres", "CR_Core_Memory,CR_LLN"), "");
  EXPECT_NE(selects("select/cons_tres", "CR_LLN"), "");
  EXPECT_NE(selects("select/cons_tres", "CR_Core,CR_Memory"), "");
  EXPECT_NE(selects("select/cons_tres", "CR_CPU,CR_ONE_TASK_PER_CORE"), "");
  EXPECT_NE(selects("select/linear", "CR_Core_Memory"), "");
  EXPECT_EQ(selects("select/linear", "CR_Memory"), "");
  EXPECT_NE(found("SelectType=select/linear\nMaxNodeCount=10\n"), "");
}

TEST(SlurmCompanions, Tres) {
  EXPECT_EQ(found("PriorityWeightTRES=CPU=1,Mem=2,fs/disk=3\n"), "");
  EXPECT_EQ(found("PriorityWeightTRES=CPU=1,GRES/gpu=2\n"),
            "SKF473 \"GRES/gpu\" is not a TRES of AccountingStorageTRES; only a cluster with accounting "
            "can list it there");
  EXPECT_EQ(found("AccountingStorageType=accounting_storage/slurmdbd\nAccountingStorageTRES=gres/gpu\n"
                  "PartitionName=a TRESBillingWeights=GRES/gpu=2\n"),
            "");
  EXPECT_NE(found("AccountingStorageTRES=gres/gpu\n"), "");
}

TEST(SlurmCompanions, OnTheSameLine) {
  EXPECT_EQ(found("NodeName=a-0 RestrictedCoresPerGPU=2 Gres=gpu:a100:4\n"), "");
  EXPECT_EQ(found("NodeName=a-0 RestrictedCoresPerGPU=2\nNodeName=a-1 Gres=gpu:4\n"),
            "SKF473 \"2\" needs Gres=gpu as well (set gpus)");
}

TEST(SlurmCompanions, InAnotherFile) {
  EXPECT_EQ(found("AcctGatherEnergyType=acct_gather_energy/ipmi\n", {24, 11}, "EnergyIPMIFrequency=10\n"), "");
  EXPECT_EQ(found("AcctGatherEnergyType=xcc\n", {24, 11}, "EnergyIPMIFrequency=10\n"), "");
  EXPECT_EQ(found("ClusterName=a\n", {24, 11}, "EnergyIPMIFrequency=10\n"),
            "SKF473 \"10\" needs AcctGatherEnergyType=acct_gather_energy/ipmi or acct_gather_energy/xcc in slurm.conf");
  EXPECT_NE(found("AcctGatherEnergyType=acct_gather_energy/xcc\n", {24, 11}, "EnergyIPMIVariable=Temp\n"), "");
}

}  // namespace
}  // namespace skiff
