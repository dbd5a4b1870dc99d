#include <gtest/gtest.h>

#include <set>

#include "lower/slurm/confs.h"
#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::cpu_nodes;
using testing::plan_of;

/// The value of a top-level parameter, or "-".
std::string value(const Conf& conf, std::string_view key) {
  for (const ConfLine& line : conf.lines)
    if (line.parameters.size() == 1 && line.parameters[0].key == key) return line.parameters[0].value;
  return "-";
}

/// The lines that begin with `key`, as text.
std::vector<std::string> lines(const Conf& conf, std::string_view key) {
  std::vector<std::string> found;
  for (const ConfLine& line : conf.lines) {
    if (line.parameters[0].key != key) continue;
    std::string& text = found.emplace_back();
    for (const Parameter& parameter : line.parameters)
      text += (text.empty() ? "" : " ") + parameter.key + "=" + parameter.value;
  }
  return found;
}

Conf conf_of(const std::string& spec) { return slurm_conf(plan_of(cluster_spec(spec))); }

Conf for_release(const std::string& release, const std::string& more = "") {
  const bool old = release < "23.11";
  return conf_of("  target: {slurm: \"" + release + "\", cgroup: " + (old ? "v1" : "v2") + "}\n" +
                 (old ? "  auth: {method: munge}\n" : "") + std::string(cpu_nodes) + more);
}

TEST(SlurmConf, NamesTheClusterAndItsController) {
  const Conf conf = conf_of(std::string(cpu_nodes));
  EXPECT_EQ(value(conf, "ClusterName"), "atlas");
  EXPECT_EQ(value(conf, "SlurmctldHost"), "atlas-slurmctld-0(atlas-slurmctld.slurm.svc.cluster.local)");
  EXPECT_EQ(value(conf, "AuthType"), "auth/slurm");
  EXPECT_EQ(value(conf, "AccountingStorageType"), "-");
  EXPECT_EQ(value(conf, "GresTypes"), "-");
  EXPECT_EQ(value(conf, "AuthAltTypes"), "-");
}

// slurmctld uses the first of two items with the same name.
TEST(SlurmConf, StartsWaitingJobsSoonUnlessTheUserWantsADelay) {
  EXPECT_EQ(value(conf_of(std::string(cpu_nodes)), "SchedulerParameters"), "batch_sched_delay=0");
  EXPECT_EQ(value(conf_of(std::string(cpu_nodes) +
                          "  slurm: {config: {SchedulerParameters: [defer, batch_sched_delay=5]}}\n"),
                  "SchedulerParameters"),
            "defer,batch_sched_delay=5");
}

// Each release gets only what it supports, because its daemons exit on a parameter or value of a later release.
TEST(SlurmConf, WritesOnlyWhatTheReleaseSupports) {
  const Conf v2205 = for_release("22.05"), v2302 = for_release("23.02"), v2311 = for_release("23.11"),
             v2411 = for_release("24.11");
  EXPECT_EQ(value(v2205, "PrivateData"), "cloud");
  EXPECT_EQ(value(v2302, "PrivateData"), "-");
  EXPECT_EQ(value(v2302, "TreeWidth"), "65533");
  EXPECT_EQ(value(v2311, "TreeWidth"), "-");
  EXPECT_EQ(value(v2302, "SlurmctldParameters"), "enable_configless,cloud_reg_addrs");
  EXPECT_EQ(value(v2311, "SlurmctldParameters"), "enable_configless");
  EXPECT_EQ(value(v2411, "SlurmctldParameters"), "enable_configless,conmgr_max_connections=1024");
  EXPECT_EQ(value(v2302, "LogTimeFormat"), "iso8601_ms");
  EXPECT_EQ(value(v2311, "LogTimeFormat"), "iso8601_ms,format_stderr");
  EXPECT_EQ(value(v2302, "AuthInfo"), "-");
  EXPECT_EQ(value(v2311, "AuthInfo"), "use_client_ids");
}

TEST(SlurmConf, SelectLinearDoesNotCountCores) {
  const auto parameters = [](const std::string& config) {
    return value(conf_of("  slurm: {config: {" + config + "}}\n" + std::string(cpu_nodes)), "SelectTypeParameters");
  };
  EXPECT_EQ(parameters("SelectType: select/cons_tres"), "CR_Core_Memory");
  EXPECT_EQ(parameters("selecttype: select/linear"), "CR_Memory");
  EXPECT_EQ(parameters("SelectType: select/linear, SelectTypeParameters: CR_LLN"), "CR_LLN");
}

TEST(SlurmConf, WithoutCgroupsNoPluginUsesThem) {
  const Conf conf = conf_of("  target: {cgroup: disabled}\n" + std::string(cpu_nodes));
  EXPECT_EQ(value(conf, "ProctrackType"), "proctrack/linuxproc");
  EXPECT_EQ(value(conf, "TaskPlugin"), "task/none");
  EXPECT_EQ(value(conf, "PrologFlags"), "-");
  EXPECT_EQ(value(conf_of(std::string(cpu_nodes)), "PrologFlags"), "Contain");
}

TEST(SlurmConf, ANodeSetIsOneNodeNameLine) {
  const Conf conf = conf_of(
      "  nodeSets:\n    - name: gpu\n      replicas: 2\n      hardware: {sockets: 1, coresPerSocket: 8, "
      "threadsPerCore: 2, memory: 60Gi}\n"
      "      gpus: {type: l40s, count: 2}\n      reserve: {cores: 1, memory: 4Gi}\n      features: [ib, nvme]\n      "
      "weight: 7\n"
      "      config: {TmpDisk: 1000, Reason: two words}\n");
  EXPECT_EQ(
      lines(conf, "NodeName"),
      std::vector<std::string>{"NodeName=gpu-[0-1] NodeAddr=gpu-[0-1].atlas-nodes.slurm.svc.cluster.local Sockets=1 "
                               "CoresPerSocket=8 ThreadsPerCore=2 RealMemory=57344 CoreSpecCount=1 Gres=gpu:l40s:2 "
                               "Feature=ib,nvme Weight=7 State=CLOUD TmpDisk=1000 Reason=\"two words\""});
  EXPECT_EQ(value(conf, "GresTypes"), "gpu");
}

// slurmctld exits on `NodeName=` and on `Nodes=` without a name.
TEST(SlurmConf, ANodeSetWithoutNodesIsOmitted) {
  const Conf conf = conf_of(
      "  nodeSets:\n    - {name: none, replicas: 0, hardware: {cpus: 1, memory: 1Gi}, gpus: {type: l4, count: 1}}\n"
      "    - {name: one, replicas: 1, hardware: {cpus: 1, memory: 1Gi}}\n"
      "  partitions:\n    - {name: p, nodeSets: [none], default: true}\n    - {name: q, nodeSets: [none, one]}\n");
  EXPECT_EQ(lines(conf, "NodeName").size(), 1u);
  EXPECT_EQ(value(conf, "SuspendExcNodes"), "one-0");
  const std::vector<std::string> partitions = lines(conf, "PartitionName");
  EXPECT_EQ(partitions[0].find("Nodes="), std::string::npos);
  EXPECT_NE(partitions[1].find(" Nodes=one-0 "), std::string::npos);
  EXPECT_FALSE(
      gres_conf(plan_of(cluster_spec("  nodeSets:\n    - {name: none, replicas: 0, hardware: {cpus: 1, memory: 1Gi}, "
                                     "gpus: {type: l4, count: 1}}\n"))));
}

// Two for each node as a power of two, within the range that Slurm accepts.
TEST(SlurmConf, ConnectionsFollowTheNumberOfNodes) {
  const auto connections = [](const std::string& sets) {
    const std::string parameters = value(conf_of("  nodeSets: [" + sets + "]\n"), "SlurmctldParameters");
    return parameters.substr(parameters.rfind('=') + 1);
  };
  const auto set = [](const std::string& name, const std::string& nodes) {
    return "{name: " + name + ", replicas: " + nodes + ", hardware: {cpus: 1, memory: 1Gi}}";
  };
  EXPECT_EQ(connections(set("a", "512")), "1024");
  EXPECT_EQ(connections(set("a", "513")), "2048");
  EXPECT_EQ(connections(set("a", "512") + ", " + set("b", "1")), "2048");
  EXPECT_EQ(connections(set("a", "40000")), "65536");
}

// A count applies to the list before it, so lists without a count come last (power_save.c, _parse_exc_nodes).
TEST(SlurmConf, OnlyElasticNodesAboveTheMinimumAreSuspended) {
  const std::string hardware = "hardware: {cpus: 1, memory: 1Gi}}\n";
  const Conf conf = conf_of(
      "  nodeSets:\n    - {name: a, replicas: 2, " + hardware +
      "    - {name: b, scaling: {mode: elastic, min: 3, max: 8, idleAfter: 5m, resumeTimeout: 15m}, " + hardware +
      "    - {name: c, scaling: {mode: elastic, max: 1}, " + hardware + "    - {name: d, replicas: 1, " + hardware +
      "  partitions:\n    - {name: p, nodeSets: [a, b], default: true}\n    - {name: q, nodeSets: [c, d]}\n");
  EXPECT_EQ(value(conf, "SuspendExcNodes"), "b-[0-7]:3,a-[0-1],d-0");
  EXPECT_EQ(value(conf, "SuspendTime"), "600");
  EXPECT_EQ(value(conf, "ResumeTimeout"), "900");
  EXPECT_EQ(value(conf, "ResumeRate"), "0");
  const std::vector<std::string> partitions = lines(conf, "PartitionName");
  EXPECT_TRUE(partitions[0].ends_with(" SuspendTime=300 DefMemPerCPU=896")) << partitions[0];
  EXPECT_TRUE(partitions[1].ends_with(" ResumeTimeout=600 DefMemPerCPU=896")) << partitions[1];
  const Conf fixed = conf_of(std::string(cpu_nodes));
  EXPECT_EQ(value(fixed, "SuspendTime"), "600");
  EXPECT_EQ(value(fixed, "ResumeTimeout"), "300");
  EXPECT_EQ(value(fixed, "ResumeRate"), "-");
}

TEST(SlurmConf, AJailsPrologHasATimeout) {
  const auto conf = [](const std::string& release, const std::string& jail) {
    return for_release(release, "  storage: {jail: {existingClaim: jail}}\n  jail: " + jail + "\n");
  };
  EXPECT_EQ(value(conf("24.11", "{storage: jail}"), "PrologEpilogTimeout"), "900");
  EXPECT_EQ(value(conf("24.11", "{storage: jail}"), "PrologTimeout"), "-");
  EXPECT_EQ(value(conf("26.05", "{storage: jail}"), "PrologTimeout"), "300");
  EXPECT_EQ(value(conf("26.05", "{storage: jail}"), "PrologEpilogTimeout"), "-");
  EXPECT_EQ(value(conf("26.05", "{storage: jail, onFailure: Fail}"), "PrologTimeout"), "-");
}

TEST(SlurmConf, APartitionLineHasTheFieldsOfTheSpecUnderSlurmsNames) {
  const Conf conf =
      conf_of(std::string(cpu_nodes) +
              "  accounting: {database: {external: {host: db.example.com}, passwordSecret: {name: db}}}\n"
              "  partitions:\n    - name: p\n      nodeSets: [cpu]\n      maxTime: 1-00:00:00\n      minNodes: 1\n     "
              " maxNodes: 2\n"
              "      priorityTier: 3\n      overSubscribe: FORCE:2\n      qos: batch\n      allowAccounts: [a, b]\n"
              "      defMemPerCpu: 3800\n      hidden: true\n      config: {OverTimeLimit: 10}\n");
  EXPECT_EQ(lines(conf, "PartitionName"),
            std::vector<std::string>{
                "PartitionName=p Nodes=cpu-[0-3] Default=YES State=UP MaxTime=1-00:00:00 DefaultTime=1-00:00:00 "
                "MinNodes=1 MaxNodes=2 PriorityTier=3 OverSubscribe=FORCE:2 QOS=batch AllowAccounts=a,b "
                "DefMemPerCPU=3800 Hidden=YES OverTimeLimit=10"});
}

TEST(SlurmConf, AccountingIsWiredToSlurmdbd) {
  const Conf conf = conf_of(std::string(cpu_nodes) +
                            "  accounting: {database: {external: {host: db.example.com}, passwordSecret: {name: db}}, "
                            "enforce: [associations]}\n"
                            "  restApi: {}\n");
  EXPECT_EQ(value(conf, "AccountingStorageHost"), "atlas-slurmdbd.slurm.svc.cluster.local");
  EXPECT_EQ(value(conf, "AccountingStoragePort"), "6819");
  EXPECT_EQ(value(conf, "AccountingStorageEnforce"), "associations");
  EXPECT_EQ(value(conf, "JobAcctGatherType"), "jobacct_gather/cgroup");
  EXPECT_EQ(value(conf, "AuthAltTypes"), "auth/jwt");
}

TEST(SlurmConf, NoKeyAppearsTwice) {
  const Conf conf =
      conf_of(std::string(cpu_nodes) +
              "  slurm: {config: {SlurmctldParameters: [idle_on_node_suspend], SlurmdTimeout: 180, MaxJobCount: 5}}\n");
  std::set<std::string> seen;
  for (const ConfLine& line : conf.lines)
    EXPECT_TRUE(line.parameters.size() > 1 || seen.insert(line.parameters[0].key).second) << line.parameters[0].key;
}

TEST(GresConf, NamesTheDevicesOfEachSet) {
  const auto conf = gres_conf(plan_of(cluster_spec(
      "  nodeSets:\n    - {name: a, replicas: 2, hardware: {cpus: 1, memory: 1Gi}, gpus: {type: l4, count: 1}}\n"
      "    - {name: b, replicas: 1, hardware: {cpus: 1, memory: 1Gi}}\n"
      "    - {name: c, replicas: 1, hardware: {cpus: 1, memory: 1Gi}, gpus: {type: mi300x, count: 8}}\n")));
  ASSERT_TRUE(conf);
  EXPECT_EQ(lines(*conf, "NodeName"),
            (std::vector<std::string>{"NodeName=a-[0-1] Name=gpu Type=l4 File=/dev/nvidia0",
                                      "NodeName=c-0 Name=gpu Type=mi300x File=/dev/dri/renderD[128-135]"}));
}

TEST(CgroupConf, DependsOnTheCgroupVersion) {
  const auto conf = [](const std::string& target, const char* more = "") {
    return cgroup_conf(plan_of(cluster_spec("  target: " + target + "\n" + more + std::string(cpu_nodes))));
  };
  EXPECT_EQ(value(*conf("{cgroup: v2}"), "EnableControllers"), "yes");
  EXPECT_EQ(value(*conf("{cgroup: v1}"), "IgnoreSystemd"), "-");
  EXPECT_EQ(value(*conf("{cgroup: disabled}"), "CgroupPlugin"), "disabled");
  // 23.11 does not know the plugin `disabled`, and reads no cgroup.conf if no plugin needs it.
  EXPECT_FALSE(conf("{slurm: \"23.11\", cgroup: disabled}"));
}

TEST(SlurmdbdConf, HasNoPassword) {
  const auto conf = slurmdbd_conf(plan_of(cluster_spec(
      std::string(cpu_nodes) +
      "  accounting: {database: {external: {host: db.example.com, port: 3307}, passwordSecret: {name: db}}}\n"
      "  slurm: {slurmdbd: {PurgeJobAfter: 12months}}\n")));
  ASSERT_TRUE(conf);
  EXPECT_EQ(value(*conf, "DbdHost"), "atlas-slurmdbd-0");
  EXPECT_EQ(value(*conf, "StorageHost"), "db.example.com");
  EXPECT_EQ(value(*conf, "StoragePort"), "3307");
  EXPECT_EQ(value(*conf, "StoragePass"), "-");
  EXPECT_EQ(value(*conf, "PurgeJobAfter"), "12months");
  EXPECT_FALSE(slurmdbd_conf(plan_of(cluster_spec(cpu_nodes))));
}

}  // namespace
}  // namespace skiff
