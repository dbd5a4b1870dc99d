#include "plan/resolve.h"

#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::cpu_nodes;
using testing::findings_of;
using testing::plan_of;

plan::NodeSet node_set(const std::string& fields, const std::string& target = "{}", const std::string& more = "") {
  return plan_of(cluster_spec("  target: " + target + "\n  nodeSets: [" + fields + "]\n" + more)).node_sets.front();
}

const std::string munge = "  auth: {method: munge}\n";

TEST(Resolve, ObjectNamesDeriveFromTheClusterName) {
  const plan::Plan plan =
      plan_of(cluster_spec(std::string(cpu_nodes) + "  login: [{name: login}, {name: data}]\n  restApi: {}\n"));
  EXPECT_EQ(*plan.controller.pod, "atlas-slurmctld-0");
  EXPECT_EQ(*plan.controller.endpoint.fqdn, "atlas-slurmctld.slurm.svc.cluster.local");
  EXPECT_EQ(*plan.nodes.fqdn, "atlas-nodes.slurm.svc.cluster.local");
  EXPECT_EQ(*plan.login[0].object, "atlas-login");
  EXPECT_EQ(*plan.login[1].object, "atlas-data");
  EXPECT_EQ(*plan.login[1].component, "login-data");
  EXPECT_EQ(*plan.rest_api->endpoint.object, "atlas-slurmrestd");
  EXPECT_TRUE(*plan.auth.jwt);
  EXPECT_FALSE(plan.accounting);
}

TEST(Resolve, TheMostSpecificImageSettingWins) {
  const plan::Plan plan = plan_of(
      "apiVersion: skiff/v1alpha1\nkind: SlurmCluster\nmetadata: {name: atlas}\nspec:\n"
      "  images:\n"
      "    registry: registry.example.com/skiff\n"
      "    tag: 24.11-1\n"
      "    slurmd: {tag: 24.11-2}\n"
      "    login: {repository: registry.example.com/site/login, tag: blue,\n"
      "            digest: \"sha256:0f343b0931126a20f133d67c2b018a3b1d1e0d6a4f1f3a8f5d1c1f0e9d8c7b6a\"}\n"
      "    mariadb: {tag: \"11.8\"}\n" +
      std::string(cpu_nodes));
  EXPECT_EQ(*plan.images.slurmctld, "registry.example.com/skiff/slurmctld:24.11-1");
  EXPECT_EQ(*plan.images.slurmd, "registry.example.com/skiff/slurmd:24.11-2");
  EXPECT_EQ(*plan.images.login,
            "registry.example.com/site/login@sha256:0f343b0931126a20f133d67c2b018a3b1d1e0d6a4f1f3a8f5d1c1f0e9d8c7b6a");
  EXPECT_EQ(*plan.images.mariadb, "mariadb:11.8");
  EXPECT_EQ(*plan_of(cluster_spec(cpu_nodes)).images.slurmd, "registry.example.com/skiff/slurmd:24.11");
}

TEST(Resolve, TheImageCacheIsWhereJobsCanKeepIt) {
  const auto cache = [](const std::string& volume, const std::string& jail, const std::string& import_cache) {
    const plan::Plan plan =
        plan_of(cluster_spec("  storage: {root: {" + volume + "}, images: {claim: {size: 1Ti}}}\n" + jail +
                             "  containers: {pyxis: {" + import_cache + "}}\n" + std::string(cpu_nodes)));
    return plan.pyxis->cache ? *plan.pyxis->cache->storage : "";
  };
  const std::string claim = "claim: {size: 1Ti}", jail = "  jail: {storage: root}\n";
  EXPECT_EQ(cache(claim, jail, ""), "root");
  EXPECT_EQ(cache(claim, jail, "importCache: {storage: images}"), "images");
  EXPECT_EQ(cache(claim, jail, "importCache: {enabled: false}"), "");
  EXPECT_EQ(cache(claim, jail, "importCache: {enabled: false, storage: images}"), "");
  EXPECT_EQ(cache(claim, "", ""), "");
  EXPECT_EQ(cache("hostPath: /mnt/root", jail, ""), "");
  EXPECT_EQ(cache("nfs: {server: nfs.example.com, path: /root, readOnly: true}",
                  "  jail: {storage: root, populate: {policy: Never}}\n", ""),
            "");
}

TEST(ResolveNodeSet, HostlistsOfZeroOneAndManyNodes) {
  const auto list = [](const std::string& count) {
    return *node_set("{name: n1, replicas: " + count + ", hardware: {cpus: 1, memory: 1Gi}}").hostlist;
  };
  EXPECT_EQ(list("0"), "");
  EXPECT_EQ(list("1"), "n1-0");
  EXPECT_EQ(list("2"), "n1-[0-1]");
  EXPECT_EQ(list("64"), "n1-[0-63]");
}

// A NodeAddr range with a suffix is an error before 23.02.5 ("Unable to create NodeAddr list").
TEST(ResolveNodeSet, OldReleasesGetAListOfAddressesInsteadOfARange) {
  const std::string set = "{name: n, replicas: 2, hardware: {cpus: 1, memory: 1Gi}}";
  EXPECT_EQ(*node_set(set, "{slurm: \"23.11\"}").addresses, "n-[0-1].atlas-nodes.slurm.svc.cluster.local");
  EXPECT_EQ(*node_set(set, "{slurm: \"23.02\", clusterDomain: k8s.example.com}", munge).addresses,
            "n-0.atlas-nodes.slurm.svc.k8s.example.com,n-1.atlas-nodes.slurm.svc.k8s.example.com");
}

TEST(ResolveNodeSet, RealMemoryIsThePodsMemoryLessAReserve) {
  const auto memory = [](const std::string& size, const std::string& more = "") {
    return *node_set("{name: n, replicas: 1, hardware: {cpus: 1, memory: " + size + "}" + more + "}").real_memory;
  };
  EXPECT_EQ(memory("120Gi"), 122880 - 122880 * 3 / 100);
  EXPECT_EQ(memory("1Gi"), 1024 - 128);   // 3 % would be 30 MiB, so the minimum counts
  EXPECT_EQ(memory("200Mi"), 200 - 100);  // the minimum would be more than half
  EXPECT_EQ(memory("120Gi", ", reserve: {memory: 8Gi}"), 112 * 1024);
}

TEST(ResolveNodeSet, SharedMemoryDefaultsToHalfOfTheMemory) {
  EXPECT_EQ(*node_set("{name: n, replicas: 1, hardware: {cpus: 1, memory: 3Gi}}").shared_memory, "1536Mi");
  EXPECT_EQ(*node_set("{name: n, replicas: 1, hardware: {cpus: 1, memory: 3Gi}, sharedMemory: 1Gi}").shared_memory,
            "1Gi");
}

TEST(ResolveNodeSet, LimitsAreRequiredIfTheSpecGivesThem) {
  const auto limits = [](const std::string& own) {
    const plan::Limits found = node_set("{name: n, replicas: 1, hardware: {cpus: 1, memory: 3Gi}" + own + "}").limits;
    std::string text;
    for (const plan::Limit* limit : {&found.memlock, &found.nofile})
      text += (text.empty() ? "" : " ") + *limit->value + (*limit->required ? "!" : "");
    return text;
  };
  EXPECT_EQ(limits(""), "unlimited 131072");
  EXPECT_EQ(limits(", limits: {memlock: unlimited}"), "unlimited! 131072");
  EXPECT_EQ(limits(", limits: {memlock: 2Gi, nofile: 4096}"), "2097152! 4096!");
}

TEST(ResolveNodeSet, CpusAreSocketsTimesCoresTimesThreads) {
  const plan::NodeSet set =
      node_set("{name: n, replicas: 1, hardware: {sockets: 2, coresPerSocket: 24, threadsPerCore: 2, memory: 960Gi}}");
  EXPECT_EQ(*set.cpus, 96);
  EXPECT_EQ(*set.cpu_request, "96");
  EXPECT_EQ(**set.cores_per_socket, 24);
  EXPECT_FALSE(node_set("{name: n, replicas: 1, hardware: {cpus: 96, memory: 960Gi}}").sockets);
}

TEST(ResolveNodeSet, ACatalogueEntryProvidesDefaults) {
  const plan::NodeSet set = node_set("{name: h100, replicas: 2, hardware: azure/ND96isr_H100_v5}", "{platform: aks}");
  EXPECT_EQ(*set.cpus, 96);
  EXPECT_EQ(*set.cpu_request, "92");
  EXPECT_EQ(*set.memory, "1690Gi");
  EXPECT_EQ(*set.gpus->type, "h100");
  EXPECT_EQ(*set.gpus->count, 8);
  EXPECT_EQ(*set.gpus->resource, "nvidia.com/gpu");
  EXPECT_EQ(*set.gpus->files, "/dev/nvidia[0-7]");
  EXPECT_EQ(*set.rdma->resource, "rdma/ib");
  ASSERT_EQ(set.placement.node_selector.size(), 1u);
  EXPECT_EQ(*set.placement.node_selector[0].second, "Standard_ND96isr_H100_v5");
}

TEST(ResolveNodeSet, PortsOfAnEntryApplyOnlyToItsOwnDevices) {
  const auto rdma = [](const std::string& said) {
    return *node_set("{name: n, replicas: 1, hardware: azure/ND96isr_H100_v5" + said + "}").rdma;
  };
  EXPECT_EQ(**rdma("").ports, 8);
  EXPECT_EQ(**rdma("").rate, 400);
  EXPECT_EQ(*rdma("").link_layer, "InfiniBand");
  EXPECT_EQ(**rdma(", rdma: {count: 8, resource: rdma/ib}").ports, 8);
  EXPECT_EQ(**rdma(", rdma: {rate: 200}").rate, 200);
  EXPECT_FALSE(rdma(", rdma: {count: 4}").ports);
  EXPECT_FALSE(rdma(", rdma: {resource: rdma/shared_ib}").rate);
  EXPECT_EQ(**rdma(", rdma: {resource: rdma/shared_ib, count: 1, ports: 8}").ports, 8);
  EXPECT_FALSE(node_set("{name: n, replicas: 1, hardware: coreweave/gb200-4x}").rdma->ports);
}

TEST(ResolveNodeSet, AnEntryAddsNoNodeSelectorWithoutItsPlatform) {
  EXPECT_TRUE(node_set("{name: h100, replicas: 2, hardware: azure/ND96isr_H100_v5}").placement.node_selector.empty());
}

// A second entry would give the object the same key twice, which YAML parsers reject.
TEST(ResolveNodeSet, AnInstanceTypeInTheSpecOverridesTheEntry) {
  const plan::NodeSet set = node_set(
      "{name: h100, replicas: 2, hardware: azure/ND96isr_H100_v5, nodeSelector: {node.kubernetes.io/instance-type: "
      "other}}",
      "{platform: aks}");
  ASSERT_EQ(set.placement.node_selector.size(), 1u);
  EXPECT_EQ(*set.placement.node_selector[0].second, "other");
}

TEST(ResolveNodeSet, GpusInTheSpecOverrideTheEntry) {
  const plan::NodeSet set = node_set("{name: g, replicas: 1, hardware: azure/ND96isr_H100_v5, gpus: {count: 1}}");
  EXPECT_EQ(*set.gpus->type, "h100");
  EXPECT_EQ(*set.gpus->count, 1);
  EXPECT_EQ(*set.gpus->files, "/dev/nvidia0");
  const plan::NodeSet amd =
      node_set("{name: g, replicas: 1, hardware: {cpus: 64, memory: 1Ti}, gpus: {type: mi300x, count: 8}}");
  EXPECT_EQ(*amd.gpus->resource, "amd.com/gpu");
  EXPECT_EQ(*amd.gpus->files, "/dev/dri/renderD[128-135]");
}

TEST(ResolveNodeSet, GracePeriodDefaultsToTheLongestTimeLimitOfItsPartitions) {
  const std::string sets =
      "  nodeSets:\n    - {name: a, replicas: 1, hardware: {cpus: 1, memory: 1Gi}}\n"
      "    - {name: b, replicas: 1, hardware: {cpus: 1, memory: 1Gi}, updates: {gracePeriod: 12h}}\n"
      "    - {name: c, replicas: 1, hardware: {cpus: 1, memory: 1Gi}}\n";
  const plan::Plan plan =
      plan_of(cluster_spec(
          sets + "  partitions:\n    - {name: short, nodeSets: [a, b], maxTime: \"2:00:00\", default: true}\n"
                 "    - {name: long, nodeSets: [a], maxTime: 1-00:00:00}\n    - {name: free, nodeSets: [c]}\n"));
  EXPECT_EQ(*plan.node_sets[0].grace_seconds, 86400);
  EXPECT_EQ(*plan.node_sets[1].grace_seconds, 43200);
  EXPECT_EQ(*plan.node_sets[2].grace_seconds, 7 * 86400);
  EXPECT_EQ(*plan_of(cluster_spec(cpu_nodes)).node_sets[0].grace_seconds, 7 * 86400);
}

TEST(ResolvePartitions, AnImplicitPartitionHoldsAllNodes) {
  const plan::Plan plan =
      plan_of(cluster_spec("  nodeSets:\n    - {name: a, replicas: 2, hardware: {cpus: 1, memory: 1Gi}}\n"
                           "    - {name: none, replicas: 0, hardware: {cpus: 1, memory: 1Gi}}\n    - {name: b, "
                           "replicas: 1, hardware: {cpus: 1, memory: 1Gi}}\n"));
  ASSERT_EQ(plan.partitions.size(), 1u);
  EXPECT_EQ(*plan.partitions[0].name, "main");
  EXPECT_EQ(*plan.partitions[0].nodes, "a-[0-1],b-0");
  EXPECT_TRUE(*plan.partitions[0].is_default);
}

TEST(ResolvePartitions, ASinglePartitionIsTheDefault) {
  const auto is_default = [](const std::string& partitions) {
    return *plan_of(cluster_spec(std::string(cpu_nodes) + "  partitions: " + partitions + "\n"))
                .partitions[0]
                .is_default;
  };
  EXPECT_TRUE(is_default("[{name: p, nodeSets: [cpu]}]"));
  EXPECT_FALSE(is_default("[{name: p, nodeSets: [cpu], default: false}]"));
  EXPECT_FALSE(is_default("[{name: p, nodeSets: [cpu]}, {name: q, nodeSets: [cpu]}]"));
}

TEST(ResolvePartitions, DefaultTimeDefaultsToMaxTime) {
  const plan::Plan plan =
      plan_of(cluster_spec(std::string(cpu_nodes) +
                           "  partitions:\n    - {name: p, nodeSets: [cpu], maxTime: 1-00:00:00}\n"
                           "    - {name: q, nodeSets: [cpu], maxTime: \"8:00:00\", defaultTime: \"60\"}\n"));
  EXPECT_EQ(*plan.partitions[0].default_time, "1-00:00:00");
  EXPECT_EQ(*plan.partitions[1].default_time, "60");
}

TEST(ResolveAccounting, GpusAreTrackedInTotalAndByType) {
  const plan::Plan plan = plan_of(cluster_spec(
      "  accounting: {database: {external: {host: db.example.com}, passwordSecret: {name: db}}}\n  nodeSets:\n"
      "    - {name: a, replicas: 1, hardware: {cpus: 1, memory: 1Gi}, gpus: {type: l4, count: 1}}\n"
      "    - {name: b, replicas: 1, hardware: {cpus: 1, memory: 1Gi}, gpus: {type: l40s, count: 2}}\n"
      "    - {name: c, replicas: 1, hardware: {cpus: 1, memory: 1Gi}, gpus: {type: l4, count: 4}}\n"));
  EXPECT_EQ(*plan::joined(plan.accounting->tres), "gres/gpu,gres/gpu:l4,gres/gpu:l40s");
  EXPECT_EQ(*plan.accounting->database.fqdn, "db.example.com");
  EXPECT_EQ(*plan.accounting->database.port, 3306);
}

TEST(ResolveAccounting, TheBufferPoolIsHalfOfMariaDbsMemory) {
  const plan::Plan plan = plan_of(cluster_spec(
      std::string(cpu_nodes) +
      "  accounting: {database: {mariadb: {size: 20Gi, resources: {memory: 3Gi}}, passwordSecret: {name: db}}}\n"));
  EXPECT_EQ(*plan.accounting->mariadb->buffer_pool, "1536M");
  EXPECT_EQ(*plan.accounting->database.fqdn, "atlas-mariadb.slurm.svc.cluster.local");
}

TEST(ResolveMounts, AreInThePodsThatTheSpecSelects) {
  const plan::Plan plan = plan_of(
      cluster_spec("  storage: {home: {claim: {size: 1Ti}}, nvme: {hostPath: /mnt/nvme}}\n"
                   "  mounts:\n    - {storage: home, path: /home}\n    - {storage: nvme, path: /scratch, nodeSets: "
                   "[b], login: false}\n"
                   "  nodeSets:\n    - {name: a, replicas: 1, hardware: {cpus: 1, memory: 1Gi}}\n"
                   "    - {name: b, replicas: 1, hardware: {cpus: 1, memory: 1Gi}}\n  login: [{name: login}]\n"));
  EXPECT_EQ(plan.node_sets[0].mounts.size(), 1u);
  EXPECT_EQ(plan.node_sets[1].mounts.size(), 2u);
  ASSERT_EQ(plan.login[0].mounts.size(), 1u);
  EXPECT_EQ(*plan.login[0].mounts[0].path, "/home");
  EXPECT_EQ(**plan.storage[0].claim, "atlas-home");
  EXPECT_EQ(*plan.storage[0].access_modes[0], "ReadWriteMany");
}

// sshd_config(5): lists of users, groups and variables are separated by spaces, lists of algorithms by commas.
TEST(ResolveLogin, ListsAndBooleansUseTheSyntaxOfSshd) {
  const plan::Plan plan =
      plan_of(cluster_spec(std::string(cpu_nodes) +
                           "  login:\n    - name: login\n      sshd: {AllowUsers: [alice, bob], Ciphers: [aes256-ctr, "
                           "aes128-ctr], GatewayPorts: false,\n"
                           "             AuthenticationMethods: \"publickey,password\", MaxSessions: 20}\n"));
  const plan::Pairs& sshd = plan.login[0].sshd;
  EXPECT_EQ(*sshd[0].second, "alice bob");
  EXPECT_EQ(*sshd[1].second, "aes256-ctr,aes128-ctr");
  EXPECT_EQ(*sshd[2].second, "no");
  EXPECT_EQ(*sshd[3].second, "publickey,password");
  EXPECT_EQ(*sshd[4].second, "20");
}

// Every value of the plan must have its origin, because `skiff explain` has no other source.
TEST(Resolve, ADerivedValueHasTheOriginsOfItsInputs) {
  const std::string text = cluster_spec(cpu_nodes);
  const plan::Plan plan = plan_of(text);
  const auto words = [&](const Origin& origin) {
    std::vector<std::string> found;
    for (const Source& source : origin.sources())
      if (source.kind == Source::Kind::spec)
        found.push_back(text.substr(source.span.begin, source.span.end - source.span.begin));
    return found;
  };
  EXPECT_EQ(words(plan.node_sets[0].hostlist.origin), (std::vector<std::string>{"cpu", "4"}));
  EXPECT_EQ(words(plan.node_sets[0].real_memory.origin), (std::vector<std::string>{"120Gi"}));
  EXPECT_EQ(words(plan.controller.endpoint.fqdn.origin), (std::vector<std::string>{"atlas"}));
}

TEST(Resolve, ReportsAllErrorsAtOnce) {
  const std::string found = findings_of(
      cluster_spec("  mounts: [{storage: hom, path: /home, nodeSets: [x]}]\n  storage: {home: {existingClaim: home}}\n"
                   "  nodeSets:\n    - {name: a, replicas: 1, hardware: aws/p5.48xlage}\n    - {name: b, replicas: 1}\n"
                   "  partitions: [{name: p, nodeSets: [c]}]\n"));
  for (const char* rule : {"SKF201", "SKF203", "SKF204", "SKF205"})
    EXPECT_NE(found.find(rule), std::string::npos) << rule;
}

}  // namespace
}  // namespace skiff
