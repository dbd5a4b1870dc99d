#include "verify/slurm_forms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verify/checks.h"
#include "verify/fixture.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

bool good(const std::string& line, Version version = {24, 11}) {
  Fixture fixture;
  fixture.add_conf("slurm/slurm.conf", line + "\n");
  fixture.slurm = version;
  Diagnostics out;
  check_slurm(fixture.input(), out);
  for (const Diagnostic& d : out) EXPECT_EQ(d.rule, "SKF470") << line;
  return out.empty();
}

bool partition(const std::string& parameter, Version version = {24, 11}) {
  return good("PartitionName=a " + parameter, version);
}

// Each case was tried with slurmctld of 24.11.
TEST(SlurmForms, Numbers) {
  EXPECT_TRUE(good("FirstJobId=1"));
  EXPECT_FALSE(good("FirstJobId=0"));
  EXPECT_TRUE(good("MaxArraySize=0x10"));
  EXPECT_TRUE(good("MaxArraySize=3906k"));
  EXPECT_FALSE(good("MaxArraySize=3907k"));
  EXPECT_FALSE(good("MaxArraySize=UNLIMITED"));
  EXPECT_TRUE(good("MinJobAge=UNLIMITED"));
  EXPECT_FALSE(good("MaxNodeCount=65537"));
  EXPECT_FALSE(good("TreeWidth=0"));
}

// In 16 bits, UNLIMITED is 65535. Most parameters do not compare with that number.
TEST(SlurmForms, UnlimitedIn16Bits) {
  for (const char* key : {"SlurmdTimeout", "KillWait", "InactiveLimit", "TCPTimeout", "KillOnBadExit"}) {
    EXPECT_FALSE(good(std::string(key) + "=UNLIMITED")) << key;
    EXPECT_FALSE(good(std::string(key) + "=infinite")) << key;
    EXPECT_TRUE(good(std::string(key) + "=100")) << key;
  }
  EXPECT_TRUE(good("OverTimeLimit=UNLIMITED"));
  EXPECT_FALSE(good("OverTimeLimit=65535"));
  EXPECT_TRUE(good("ResvOverRun=INFINITE"));
  EXPECT_TRUE(good("MaxTasksPerNode=UNLIMITED"));
  EXPECT_TRUE(good("ResumeTimeout=INFINITE", {26, 5}));
  EXPECT_FALSE(good("ResumeTimeout=INFINITE"));
  EXPECT_TRUE(good("MaxStepCount=UNLIMITED"));
  EXPECT_FALSE(good("TCPTimeout=0"));
}

// In a partition, 65534 means that the cluster's value counts.
TEST(SlurmForms, NoValueOfAPartition) {
  for (const char* key : {"OverTimeLimit", "ResumeTimeout", "SuspendTimeout"}) {
    EXPECT_TRUE(partition(std::string(key) + "=65533")) << key;
    EXPECT_FALSE(partition(std::string(key) + "=65534")) << key;
    EXPECT_FALSE(partition(std::string(key) + "=65535")) << key;
  }
  EXPECT_TRUE(good("OverTimeLimit=65534"));
  EXPECT_TRUE(partition("OverTimeLimit=UNLIMITED"));
  EXPECT_TRUE(partition("ResumeTimeout=INFINITE", {26, 5}));
  EXPECT_FALSE(partition("ResumeTimeout=INFINITE"));
  EXPECT_FALSE(partition("SuspendTimeout=INFINITE", {26, 5}));
}

// Slurm reads a number in a text as decimal.
TEST(SlurmForms, NumbersInTexts) {
  EXPECT_TRUE(partition("OverTimeLimit=16"));
  EXPECT_FALSE(partition("OverTimeLimit=0x10"));
  EXPECT_FALSE(partition("OverTimeLimit=1k"));
  EXPECT_TRUE(partition("SuspendTimeout=0x10"));
}

TEST(SlurmForms, PluginsOfOldParameters) {
  EXPECT_TRUE(good("RoutePlugin=route/default", {22, 5}));
  EXPECT_FALSE(good("RoutePlugin=Route/Default", {22, 5}));
  EXPECT_FALSE(good("RoutePlugin=5", {22, 5}));
}

TEST(SlurmForms, PluginsThatNoPodCanLoad) {
  EXPECT_FALSE(good("NodeFeaturesPlugins=knl_generic", {22, 5}));
  EXPECT_FALSE(good("AcctGatherEnergyType=acct_gather_energy/rapl,acct_gather_energy/gpu", {22, 5}));
  EXPECT_TRUE(good("NodeFeaturesPlugins=node_features/helpers", {22, 5}));
}

TEST(SlurmForms, ListsOfProcessors) {
  const auto node = [](const std::string& cpus) { return good("NodeName=a CPUSpecList=" + cpus); };
  EXPECT_TRUE(node("0,2-3"));
  EXPECT_FALSE(node("x=1"));
  EXPECT_FALSE(node("3-2"));
}

TEST(SlurmForms, PathsOfPrograms) {
  EXPECT_TRUE(good("ResumeFailProgram=/bin/true"));
  EXPECT_FALSE(good("ResumeFailProgram=true"));
  EXPECT_FALSE(good("SlurmctldPrimaryOnProg=none"));
}

TEST(SlurmForms, ValuesOfSlurmdbd) {
  const auto dbd = [](const std::string& line) {
    Fixture fixture;
    fixture.add_conf("slurm/slurmdbd.conf", line + "\n");
    Diagnostics out;
    check_slurm(fixture.input(), out);
    return out.empty();
  };
  EXPECT_TRUE(dbd("StorageParameters=SSL_CIPHER=TLS_AES_256_GCM_SHA384,ssl_ca=/etc/ca.pem"));
  for (const char* options : {"SSL_CA", "SSL_CA=", "SSL_VERIFY=1", "x"})
    EXPECT_FALSE(dbd(std::string("StorageParameters=") + options)) << options;
  EXPECT_TRUE(dbd("PrivateData=jobs,Usage"));
  EXPECT_FALSE(dbd("PrivateData=jobs,useage")) << "slurmdbd ignores a word that it does not know";
}

TEST(SlurmForms, ArgumentsOfOptions) {
  EXPECT_TRUE(good("SchedulerParameters=bf_interval=-1"));
  EXPECT_TRUE(good("SchedulerParameters=defer,bf_interval=10800,bf_max_job_test=1000000"));
  EXPECT_FALSE(good("SchedulerParameters=bf_interval=0"));
  EXPECT_FALSE(good("SchedulerParameters=defer,BF_Window=43201"));
  EXPECT_FALSE(good("SchedulerParameters=bf_max_time=1h"));
  // Slurm would use its default, 3, for a negative number, and 0 for a word.
  EXPECT_TRUE(good("SchedulerParameters=batch_sched_delay=0"));
  EXPECT_FALSE(good("SchedulerParameters=batch_sched_delay=-1"));
  EXPECT_FALSE(good("SchedulerParameters=batch_sched_delay=abc"));
  // The kernel takes no more.
  EXPECT_TRUE(good("CommunicationParameters=keepalivetime=32767"));
  EXPECT_FALSE(good("CommunicationParameters=keepalivetime=32768"));
  EXPECT_FALSE(good("CommunicationParameters=keepaliveprobes=128"));
  // Slurm would read 0, with which connections end before their answer arrives.
  EXPECT_FALSE(good("CommunicationParameters=keepalivetime=0x10"));
  EXPECT_FALSE(good("SchedulerParameters=bf_max_job_test=1k")) << "Slurm would read 1";
}

// The daemons read other arguments as 0, or ignore them with or without a line in the log.
TEST(SlurmForms, ArgumentsAreTyped) {
  for (const char* option :
       {"SchedulerParameters=default_queue_depth=0", "SchedulerParameters=build_queue_timeout=100",
        "SchedulerParameters=delay_boot=1:30", "SchedulerParameters=sched_interval=-1",
        "BcastParameters=Compression=LZ4", "BcastParameters=DestDir=/tmp",
        "PreemptParameters=min_exempt_priority=4294967293", "SlurmctldParameters=node_reg_mem_percent=99.5",
        "SlurmctldParameters=validate_nodeaddr_threads=64", "SlurmctldParameters=conmgr_threads=1024",
        "AccountingStorageParameters=max_step_records=0"})
    EXPECT_TRUE(good(option)) << option;
  for (const char* option :
       {"SchedulerParameters=default_queue_depth=abc", "SchedulerParameters=build_queue_timeout=99",
        "SchedulerParameters=delay_boot=5m", "SchedulerParameters=sched_interval=-2", "BcastParameters=Compression=zip",
        "BcastParameters=DestDir=tmp", "PreemptParameters=min_exempt_priority=4294967294",
        "SlurmctldParameters=node_reg_mem_percent=100.5", "SlurmctldParameters=node_reg_mem_percent=nan",
        "SlurmctldParameters=validate_nodeaddr_threads=65", "SlurmctldParameters=conmgr_threads=1",
        "AuthAltParameters=userclaimfield="})
    EXPECT_FALSE(good(option)) << option;
  EXPECT_FALSE(good("SlurmctldParameters=conmgr_threads=1024", {25, 11}));
  EXPECT_TRUE(good("SlurmdParameters=conmgr_read_timeout=5", {25, 5}));
}

TEST(SlurmForms, FirstReleasesOfASeriesIgnoreAWord) {
  Fixture fixture;
  fixture.add_conf("slurm/slurm.conf", "SlurmdParameters=conmgr_threads=4,conmgr_read_timeout=5\n");
  fixture.slurm = {24, 11};
  Diagnostics out;
  check_slurm(fixture.input(), out);
  ASSERT_EQ(out.size(), 1);
  EXPECT_EQ(out[0].rule, "SKF452");
  EXPECT_EQ(out[0].severity, Severity::warning);
  EXPECT_EQ(out[0].value, "\"conmgr_read_timeout=5\"");
  EXPECT_EQ(out[0].message, "has no effect before Slurm 24.11.6 (slurm/slurm.conf: SlurmdParameters)");
}

TEST(SlurmForms, EachBadItemIsReported) {
  Fixture fixture;
  fixture.add_conf("slurm/slurm.conf", "SchedulerParameters=bf_window=0,foo,bf_max_time=1h\n");
  Diagnostics out;
  check_slurm(fixture.input(), out);
  std::vector<std::string> items;
  for (const Diagnostic& d : out) items.push_back(d.value);
  EXPECT_EQ(items, (std::vector<std::string>{"\"bf_window=0\"", "\"bf_max_time=1h\"", "\"foo\""}));
}

// A word whose argument could be anything would be accepted and then ignored.
TEST(SlurmForms, EveryArgumentHasAForm) {
  for (const SlurmValue& row : slurm_values()) {
    if (!row.value.ends_with('=')) continue;
    const std::string_view word = row.value.substr(0, row.value.size() - 1);
    const auto forms = rows_of(rows_of(slurm_forms(), row.file, row.line), row.key);
    // From the newest release that has the word.
    const std::uint32_t release = row.removed == 0 ? 269999 : row.removed - 1;
    EXPECT_TRUE(std::ranges::any_of(
        forms, [&](const SlurmForm& form) { return in_release(form, release) && compare_words(form.word, word) == 0; }))
        << row.file << ": " << row.key << '=' << row.value;
  }
}

TEST(SlurmForms, Times) {
  for (const char* time :
       {"7", "90:00", "12:30:00", "7-0", "1-12", "1-12:30", "1-12:30:15", "7-", "UNLIMITED", "infinite", "-1"})
    EXPECT_TRUE(partition(std::string("MaxTime=") + time)) << time;
  for (const char* time : {"7d", "1:2:3:4", "1:", ":1", "-5", "1-2-3", "1-1:1:1:1", "99999-00:00:00", "24855-03:14:07",
                           "35791395", "NONE"})
    EXPECT_FALSE(partition(std::string("MaxTime=") + time)) << time;
  EXPECT_TRUE(good("PriorityCalcPeriod=0:30"));
  EXPECT_FALSE(good("PriorityCalcPeriod=0"));
  EXPECT_FALSE(good("PriorityCalcPeriod=UNLIMITED"));
  EXPECT_TRUE(partition("OverTimeLimit=UNLIMITED"));
  EXPECT_FALSE(partition("OverTimeLimit=65535"));
}

// Slurm reads UNLIMITED as -1, with which no job is exempt.
TEST(SlurmForms, ExemptionFromPreemption) {
  EXPECT_TRUE(good("PreemptExemptTime=1:00:00"));
  EXPECT_TRUE(good("PreemptExemptTime=-1"));
  EXPECT_TRUE(good("PreemptExemptTime=0"));
  EXPECT_FALSE(good("PreemptExemptTime=UNLIMITED"));
}

TEST(SlurmForms, FormatsOfTheTime) {
  EXPECT_TRUE(good("LogTimeFormat=iso8601_ms,format_stderr"));
  EXPECT_FALSE(good("LogTimeFormat=iso8601_ms=1"));
  EXPECT_FALSE(good("LogTimeFormat=format_stderr", {25, 5}));
}

TEST(SlurmForms, PrivateData) {
  EXPECT_TRUE(good("PrivateData=all"));
  EXPECT_TRUE(good("PrivateData=jobs,Usage"));
  EXPECT_FALSE(good("PrivateData=jobs,useage")) << "slurmctld ignores a word that it does not know";
}

TEST(SlurmForms, IdleTimes) {
  EXPECT_TRUE(good("SuspendTime=NONE"));
  EXPECT_TRUE(good("SuspendTime=-1"));
  EXPECT_TRUE(good("SuspendTime=4294967293"));
  EXPECT_FALSE(good("SuspendTime=4294967294"));
  EXPECT_FALSE(good("SuspendTime=8640000000"));
  EXPECT_FALSE(good("SuspendTime=10m"));
  EXPECT_FALSE(partition("SuspendTime=NONE"));
  EXPECT_TRUE(partition("SuspendTime=NONE", {26, 5}));
  EXPECT_TRUE(partition("SuspendTime=INFINITE"));
}

TEST(SlurmForms, Keywords) {
  EXPECT_TRUE(good("SlurmctldDebug=Debug2"));
  EXPECT_TRUE(good("SlurmdSyslogDebug=9"));
  EXPECT_FALSE(good("SlurmdSyslogDebug=10"));
  EXPECT_FALSE(good("SlurmctldDebug=warn"));
  EXPECT_TRUE(good("PropagateResourceLimits=NONE"));
  EXPECT_TRUE(good("PropagateResourceLimitsExcept=RLIMIT_CPU,AS"));
  EXPECT_FALSE(good("PropagateResourceLimits=all"));
  EXPECT_FALSE(good("PropagateResourceLimits=ALL,STACK"));
}

TEST(SlurmForms, ListsOfKeywords) {
  EXPECT_TRUE(good("CpuFreqGovernors=Performance,ondemand"));
  EXPECT_FALSE(good("CpuFreqGovernors=Performance,foo"));
  EXPECT_TRUE(good("CpuFreqDef=SchedUtil"));
  EXPECT_FALSE(good("CpuFreqDef=UserSpace"));
  EXPECT_FALSE(good("TaskPluginParam=autobind=foo"));
  EXPECT_FALSE(good("AccountingStorageTRES=gres/gpu,foo"));
  EXPECT_FALSE(good("AccountingStorageTRES=gres/"));
  EXPECT_TRUE(good("AccountingStorageTRES=cpu,GRES/gpu,license/a"));
}

TEST(SlurmForms, Lists) {
  EXPECT_TRUE(good("Licenses=fluent:30;a=2,b"));
  EXPECT_FALSE(good("Licenses=fluent:-1"));
  EXPECT_FALSE(good("Licenses=fluent:3k"));
  EXPECT_FALSE(good("Licenses=:3"));
  EXPECT_TRUE(partition("TRESBillingWeights=CPU=1.0,Mem=0.25G,GRES/gpu=2.0"));
  EXPECT_FALSE(partition("TRESBillingWeights=CPU=1.0K"));
  EXPECT_FALSE(partition("TRESBillingWeights=CPU"));
  EXPECT_FALSE(partition("TRESBillingWeights==1"));
  EXPECT_TRUE(good("BcastExclude=None"));
  EXPECT_TRUE(good("BcastExclude=/lib,/usr/lib"));
  EXPECT_FALSE(good("BcastExclude=/lib,usr"));
  EXPECT_TRUE(good("JobAcctGatherFrequency=task=30,energy=10"));
  EXPECT_TRUE(good("JobAcctGatherFrequency=0"));
  EXPECT_FALSE(good("JobAcctGatherFrequency=30s"));
  EXPECT_FALSE(good("JobAcctGatherFrequency=tsk=30"));
  EXPECT_TRUE(good("RequeueExit=1,9-18"));
  EXPECT_FALSE(good("RequeueExit=256"));
  EXPECT_FALSE(good("RequeueExit=18-9"));
  EXPECT_FALSE(good("RequeueExit=9-"));
}

TEST(SlurmForms, Ports) {
  EXPECT_TRUE(good("SrunPortRange=60001-63000"));
  EXPECT_FALSE(good("SrunPortRange=63000-60001"));
  EXPECT_FALSE(good("SrunPortRange=60001"));
  EXPECT_FALSE(good("SrunPortRange=60001:63000"));
  EXPECT_FALSE(good("SrunPortRange=60001-70000"));
  EXPECT_TRUE(good("SlurmctldPort=6817"));
  EXPECT_TRUE(good("SlurmctldPort=6817-6820"));
  EXPECT_FALSE(good("SlurmctldPort=0"));
}

TEST(SlurmForms, FrequenciesOfGpus) {
  for (const char* value : {"high", "Medium,memory=HIGH", "450", "memory=450,verbose", "highm1"})
    EXPECT_TRUE(good(std::string("GpuFreqDef=") + value)) << value;
  for (const char* value : {"highm2", "0", "450MHz", "core=high", "memory=", "memory=fast", "high,,low"})
    EXPECT_FALSE(good(std::string("GpuFreqDef=") + value)) << value;
}

TEST(SlurmForms, PortsOfMpi) {
  EXPECT_TRUE(good("MpiParams=ports=12000-13000,disable_slurm_hydra_bootstrap"));
  EXPECT_FALSE(good("MpiParams=ports=12000"));
  EXPECT_FALSE(good("MpiParams=ports=13000-12000"));
  EXPECT_FALSE(good("MpiParams=ports=1-2000000000"));
}

// The rules that a line of another file breaks, with a space after each.
std::string broken(const std::string& file, const std::string& line, Version version = {26, 5}) {
  Fixture fixture;
  fixture.slurm = version;
  fixture.add_conf("slurm/" + file, line + "\n");
  Diagnostics out;
  check_slurm(fixture.input(), out);
  std::string rules;
  for (const Diagnostic& d : out) rules += std::string(d.rule) + " ";
  return rules;
}

TEST(SlurmForms, TheCaseMatters) {
  EXPECT_EQ(broken("mpi.conf", "PMIxCollFence=tree"), "");
  EXPECT_EQ(broken("mpi.conf", "PMIxCollFence=Tree"), "SKF470 ");
}

TEST(SlurmForms, ControlGroups) {
  EXPECT_EQ(broken("cgroup.conf", "EnableExtraControllers=io,pids"), "");
  EXPECT_EQ(broken("cgroup.conf", "EnableExtraControllers=all"), "");
  EXPECT_EQ(broken("cgroup.conf", "EnableExtraControllers=devices"), "SKF470 ");
  for (const char* name : {"slurm.slice", "a-b_c.slice"})
    EXPECT_EQ(broken("cgroup.conf", std::string("CgroupSlice=") + name), "") << name;
  for (const char* name : {"slurm", ".slice", "a/b.slice", "-a.slice"})
    EXPECT_EQ(broken("cgroup.conf", std::string("CgroupSlice=") + name), "SKF470 ") << name;
}

TEST(SlurmForms, Helpers) {
  EXPECT_EQ(broken("helpers.conf", "AllowUserBoot=0,slurm,1000"), "");
  EXPECT_EQ(broken("helpers.conf", "AllowUserBoot=alice"), "SKF438 ");
  EXPECT_EQ(broken("helpers.conf", "AllowUserBoot=0,,1"), "SKF470 ");
  EXPECT_EQ(broken("helpers.conf", "AllowUserBoot=4294967295"), "SKF470 ");
  EXPECT_EQ(broken("helpers.conf", "Feature=mig.on,_a=b Helper=/opt/mig Flags=Rebootless"), "");
  EXPECT_EQ(broken("helpers.conf", "Feature=mig-on Helper=mig Flags=fast"), "SKF470 SKF470 SKF470 ");
  EXPECT_EQ(broken("helpers.conf", "NodeName=a Feature=1a"), "SKF470 ");
}

TEST(SlurmForms, BurstBuffers) {
  EXPECT_EQ(broken("burst_buffer.conf", "AllowUsers=1000,2000"), "");
  EXPECT_EQ(broken("burst_buffer.conf", "DenyUsers=bob"), "SKF438 ");
  EXPECT_EQ(broken("burst_buffer.conf", "Flags=enablepersistent,PrivateData"), "");
  EXPECT_EQ(broken("burst_buffer.conf", "Flags=Persistent"), "SKF470 ");
  for (const char* size : {"1", "16GiB", "4nodes", "1n"})
    EXPECT_EQ(broken("burst_buffer.conf", std::string("Granularity=") + size), "") << size;
  for (const char* size : {"0", "GiB", "1XB", "-1"})
    EXPECT_EQ(broken("burst_buffer.conf", std::string("Granularity=") + size), "SKF470 ") << size;
  EXPECT_EQ(broken("burst_buffer.conf", "Pools=fast:100,slow"), "");
  for (const char* pools : {"fast:", ":1", "fast:0", "fast:x"})
    EXPECT_EQ(broken("burst_buffer.conf", std::string("Pools=") + pools), "SKF470 ") << pools;
}

TEST(SlurmForms, OverSubscribe) {
  for (const char* share : {"NO", "exclusive", "YES", "YES:2", "FORCE:1", "FORCE:32767"})
    EXPECT_TRUE(partition(std::string("OverSubscribe=") + share)) << share;
  for (const char* share : {"YES:1", "YES:32768", "FORCE:0", "FORCE:65535", "NO:2", "MAYBE"})
    EXPECT_FALSE(partition(std::string("OverSubscribe=") + share)) << share;
}

TEST(SlurmForms, PurgeTimes) {
  const auto purge = [](const std::string& value) {
    Fixture fixture;
    fixture.add_conf("slurm/slurmdbd.conf", "PurgeJobAfter=" + value + "\n");
    Diagnostics out;
    check_slurm(fixture.input(), out);
    return lines(out).substr(0, 6);
  };
  EXPECT_EQ(purge("12months"), "");
  EXPECT_EQ(purge("12"), "");
  EXPECT_EQ(purge("90d"), "");
  EXPECT_EQ(purge("NONE"), "SKF470");
  EXPECT_EQ(purge("90weeks"), "SKF470");
  EXPECT_EQ(purge("70000hours"), "SKF470");
}

}  // namespace
}  // namespace skiff
