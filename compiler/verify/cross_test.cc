#include "verify/cross.h"

#include <gtest/gtest.h>

#include "verify/checks.h"
#include "verify/good_cluster.h"

namespace skiff {
namespace {

std::string found(const Fixture& fixture) {
  Diagnostics out;
  check_cross(fixture.input(), ObjectSet(fixture.input()), out);
  return lines(out);
}

// The diagnostics after one replacement in slurm.conf, in the objects, or in gres.conf.
std::string slurm(const std::string& from, const std::string& to) {
  return found(good_cluster(good_objects, with(good_slurm_conf, from, to)));
}
std::string objects(const std::string& from, const std::string& to) {
  return found(good_cluster(with(good_objects, from, to)));
}
std::string gres(const std::string& from, const std::string& to) {
  return found(good_cluster(good_objects, good_slurm_conf, with(good_gres_conf, from, to)));
}

const std::string at_node = " (slurm/slurm.conf: NodeName)\n";

TEST(Cross, GoodOnePasses) { EXPECT_EQ(found(good_cluster()), ""); }

TEST(Cross, NodesMatchPods) {
  EXPECT_EQ(
      objects("replicas: 4", "replicas: 3"),
      "SKF460 \"h100-[0-3]\" the pods of StatefulSet h100 are h100-[0-2], but the nodes are h100-[0-3]" + at_node);
  EXPECT_EQ(
      objects("replicas: 4", "replicas: 4\n  ordinals: {start: 1}"),
      "SKF460 \"h100-[0-3]\" the pods of StatefulSet h100 are h100-[1-4], but the nodes are h100-[0-3]" + at_node);
  EXPECT_NE(slurm("NodeName=h100-[0-3]", "NodeName=h200-[0-3]")
                .find("SKF460 \"h200-[0-3]\" no StatefulSet or PodTemplate has pods named h200-[0-3]" + at_node),
            std::string::npos);
  EXPECT_NE(
      slurm("NodeName=h100-[0-3]", "NodeName=h200-[0-3]")
          .find("SKF460 slurm.conf has no NodeName line for its pods (k8s/test.yaml: StatefulSet h100: metadata)\n"),
      std::string::npos);
  // Leading zeros make different names.
  EXPECT_NE(
      slurm("NodeName=h100-[0-3] NodeAddr=h100-[0-3]", "NodeName=h100-[00-03] NodeAddr=h100-[00-03]").find("SKF460"),
      std::string::npos);
  EXPECT_EQ(
      slurm("NodeName=h100-[0-3]", "NodeName=h100-[0-3"),
      "SKF457 \"h100-[0-3\" must be a host list such as h100-[0-63]" + at_node +
          "SKF463 \"h100-[0-3]\" no NodeName or NodeSet line defines \"h100-[0-3]\" (slurm/slurm.conf: Nodes)\n"
          "SKF463 \"h100-[0-3]\" no NodeName or NodeSet line defines \"h100-[0-3]\" (slurm/slurm.conf: SuspendExcNodes)\n"
          "SKF463 \"h100-[0-3]\" slurm.conf has no node \"h100-[0-3]\" (slurm/gres.conf: NodeName)\n"
          "SKF460 slurm.conf has no NodeName line for its pods (k8s/test.yaml: StatefulSet h100: metadata)\n");
  // Two lines may share a set.
  EXPECT_EQ(slurm("NodeName=h100-[0-3] NodeAddr=h100-[0-3].h100.slurm.svc.cluster.local CPUs=96",
                  "NodeName=h100-3 NodeAddr=h100-3.h100.slurm.svc.cluster.local Gres=gpu:h100:8\nNodeName=h100-[0-2] "
                  "NodeAddr=h100-[0-2].h100.slurm.svc.cluster.local CPUs=96"),
            "");
  EXPECT_NE(
      slurm("NodeSet=gpus", "NodeName=h100-2 NodeAddr=h100-2.h100.slurm.svc.cluster.local Gres=gpu:8\nNodeSet=gpus")
          .find("SKF454 \"h100-2\" a node of this list is already defined on another line"),
      std::string::npos);
}

TEST(Cross, DynamicNodesNeedNoNodeNameLine) {
  const std::string conf =
      with(with(with(good_slurm_conf, "NodeName=h100-[0-3] ", "#"), " Nodes=h100-[0-3]", " Nodes=ALL"),
           "SuspendExcNodes=", "#");
  EXPECT_NE(found(good_cluster(good_objects, conf, "AutoDetect=off\n")), "");
  EXPECT_EQ(found(good_cluster(with(good_objects, "env:\n            - {name: POD_NAME",
                                    "args: [-Z]\n          env:\n            - {name: POD_NAME"),
                               conf, "AutoDetect=off\n")),
            "");
}

TEST(Cross, Addresses) {
  EXPECT_EQ(slurm("NodeAddr=h100-[0-3].h100.slurm.svc.cluster.local", "NodeAddr=h100-[0-3].h100.slurm"),
            "SKF461 \"h100-[0-3].h100.slurm\" the address of this node must be "
            "\"h100-0.h100.slurm.svc.cluster.local\", not \"h100-0.h100.slurm\" "
            "(slurm/slurm.conf: NodeAddr)\n");
  EXPECT_EQ(slurm("NodeAddr=h100-[0-3]", "NodeAddr=h100-[0-2]").substr(0, 10), "SKF461 \"h1");
  EXPECT_NE(slurm("NodeAddr=h100-[0-3]", "NodeAddr=h100-[0-4]")
                .find("there are more addresses than nodes; the first extra one is "
                      "\"h100-4.h100.slurm.svc.cluster.local\""),
            std::string::npos);
  EXPECT_EQ(slurm("NodeAddr=h100-[0-3].h100.slurm.svc.cluster.local ", ""),
            "SKF461 a NodeName line must have NodeAddr with the full names of the pods" + at_node);
  EXPECT_NE(objects("serviceName: h100", "serviceName: nodes").find("must be \"h100-0.nodes.slurm.svc.cluster.local\""),
            std::string::npos);
  Fixture old = good_cluster();
  old.slurm = {22, 5};
  EXPECT_EQ(found(old),
            "SKF461 \"h100-[0-3].h100.slurm.svc.cluster.local\" text after brackets needs Slurm 23.11 or newer; the "
            "target is 22.05 (slurm/slurm.conf: NodeAddr)\n");
}

TEST(Cross, Hardware) {
  EXPECT_EQ(slurm("Gres=gpu:h100:8", "Gres=gpu:h100:4"),
            "SKF462 \"/dev/nvidia[0-7]\" names 8 devices, but slurm.conf declares 4 of this kind on the node "
            "(slurm/gres.conf: File)\n"
            "SKF462 \"gpu:h100:4\" declares 4 GPUs, but the limits of container slurmd in StatefulSet h100 have 8 "
            "(slurm/slurm.conf: Gres)\n");
  EXPECT_EQ(objects("nvidia.com/gpu: 8", "rdma/ib: 8"),
            "SKF462 \"gpu:h100:8\" declares 8 GPUs, but the limits of container slurmd in StatefulSet h100 have 0 "
            "(slurm/slurm.conf: Gres)\n");
  EXPECT_EQ(gres("[0-7]", "[0-3]"),
            "SKF462 \"/dev/nvidia[0-3]\" names 4 devices, but slurm.conf declares 8 of this kind on the node "
            "(slurm/gres.conf: File)\n");
  EXPECT_EQ(gres("Type=h100", "Type=a100").substr(0, 6), "SKF462");
  EXPECT_EQ(gres("NodeName=h100-[0-3]", "NodeName=h100-[0-4]"),
            "SKF463 \"h100-[0-4]\" slurm.conf has no node \"h100-[0-4]\" (slurm/gres.conf: NodeName)\n");
  EXPECT_EQ(slurm("RealMemory=1900000", "RealMemory=1950000"),
            "SKF462 \"1950000\" must be no more than the memory limit of container slurmd, 1945600 MiB; otherwise jobs "
            "that fit are killed (slurm/slurm.conf: RealMemory)\n");
}

TEST(Cross, Gres) {
  EXPECT_EQ(
      slurm("GresTypes=gpu\n", ""),
      "SKF464 \"gpu:h100:8\" GresTypes must include \"gpu\"; otherwise Slurm silently ignores it (slurm/slurm.conf: "
      "Gres)\n");
  EXPECT_EQ(slurm("Gres=gpu:h100:8", "Gres=gpu:h100:eight").substr(0, 94),
            "SKF464 \"gpu:h100:eight\" must be name:count or name:type:count, such as gpu:h100:8 (slurm/slurm");
  const std::vector<Gres> parts = parse_gres("gpu:h100:8(S:0-1,2),shard:16,x");
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].type, "h100");
  EXPECT_EQ(parts[0].count, 8u);
  EXPECT_EQ(parts[1].count, 16u);
  EXPECT_EQ(parts[1].type, "");
  EXPECT_EQ(parts[2].count, 1u);
}

TEST(Cross, Partitions) {
  EXPECT_EQ(slurm("Nodes=gpus", "Nodes=gpu"),
            "SKF463 \"gpu\" no NodeName or NodeSet line defines \"gpu\" (slurm/slurm.conf: Nodes)\n");
  EXPECT_EQ(slurm(" Nodes=h100-[0-3]", " Nodes=h100-[0-4]"),
            "SKF463 \"h100-[0-4]\" no NodeName or NodeSet line defines \"h100-[0-4]\" (slurm/slurm.conf: Nodes)\n");
  EXPECT_EQ(slurm("Default=NO", "Default=YES"),
            "SKF467 \"YES\" two partitions are the default; Slurm silently uses the last one (slurm/slurm.conf: "
            "Default)\n");
  EXPECT_EQ(slurm("DefaultTime=01:00:00", "DefaultTime=8-0"),
            "SKF467 \"8-0\" must be no more than MaxTime, 7-00:00:00 (slurm/slurm.conf: DefaultTime)\n");
  EXPECT_EQ(slurm("PartitionName=all", "PartitionName=main"),
            "SKF454 \"main\" two partitions have this name (slurm/slurm.conf: PartitionName)\n");
  EXPECT_EQ(slurm("NodeSet=gpus Feature=ib", "NodeSet=gpus Feature=ib\nNodeSet=h100-1 Feature=ib"),
            "SKF463 \"h100-1\" a NodeSet must not have the name of a node (slurm/slurm.conf: NodeSet)\n");
  EXPECT_EQ(slurm("NodeSet=gpus Feature=ib", "NodeSet=gpus Feature=ib\nNodeSet=gpus Nodes=h100-9"),
            "SKF454 \"gpus\" two NodeSet lines have this name (slurm/slurm.conf: NodeSet)\n"
            "SKF463 \"h100-9\" no NodeName or NodeSet line defines \"h100-9\" (slurm/slurm.conf: Nodes)\n");
}

TEST(Cross, Controller) {
  EXPECT_EQ(slurm("SlurmctldHost=atlas-slurmctld-0(", "SlurmctldHost=atlas-slurmctld-1("),
            "SKF465 \"atlas-slurmctld-1(atlas-slurmctld-0.atlas-slurmctld.slurm.svc.cluster.local)\" no StatefulSet "
            "has a pod named \"atlas-slurmctld-1\"; "
            "slurmctld starts only on a host with this name (slurm/slurm.conf: SlurmctldHost)\n");
  EXPECT_NE(
      slurm(".atlas-slurmctld.slurm.svc", ".atlas.slurm.svc").find("no Service or pod of the output has the name"),
      std::string::npos);
  EXPECT_NE(slurm("(atlas-slurmctld-0.atlas-slurmctld.slurm", "(h100-0.h100.slurm")
                .find("leads to StatefulSet h100, which has no container slurmctld"),
            std::string::npos);
  EXPECT_EQ(slurm("SlurmctldHost=atlas", "#"), "SKF465 slurm.conf must have SlurmctldHost (slurm/slurm.conf)\n");
}

TEST(Cross, Ports) {
  EXPECT_EQ(slurm("SlurmctldPort=6817", "SlurmctldPort=7000"),
            "SKF466 \"7000\" container slurmctld does not declare port 7000 (slurm/slurm.conf: SlurmctldPort)\n");
  EXPECT_EQ(objects("port: 6817,", "port: 7000,"),
            "SKF466 \"6817\" Service atlas-slurmctld does not serve port 6817 (slurm/slurm.conf: SlurmctldPort)\n");
  EXPECT_EQ(slurm("SlurmdPort=6818", "SlurmdPort=7000"),
            "SKF466 \"7000\" container slurmd does not declare port 7000 (slurm/slurm.conf: SlurmdPort)\n");
}

TEST(Cross, Accounting) {
  const std::string database = R"(
apiVersion: v1
kind: Service
metadata: {name: atlas-slurmdbd}
spec: {clusterIP: None, selector: {app: dbd}, ports: [{port: 6819}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: atlas-slurmdbd}
spec:
  serviceName: atlas-slurmdbd
  template: {metadata: {labels: {app: dbd}}, spec: {containers: [{name: slurmdbd, ports: [{containerPort: 6819}]}]}}
)";
  const auto with_database = [&](const std::string& host, const std::string& dbd) {
    Fixture fixture = good_cluster(good_objects, good_slurm_conf + "AccountingStorageHost=" + host + '\n');
    fixture.add(database);
    fixture.add_conf("slurm/slurmdbd.conf", dbd);
    return found(fixture);
  };
  const std::string host = "atlas-slurmdbd.slurm.svc.cluster.local";
  EXPECT_EQ(with_database(host, "DbdHost=atlas-slurmdbd-0\nStorageHost=db.example.com\n"), "");
  EXPECT_EQ(with_database("dbd.example.com", "DbdHost=atlas-slurmdbd-0\n"), "");
  EXPECT_EQ(with_database("atlas-dbd", "DbdHost=atlas-slurmdbd-0\n"),
            "SKF465 \"atlas-dbd\" no Service or pod of the output has the name \"atlas-dbd\" (slurm/slurm.conf: "
            "AccountingStorageHost)\n");
  EXPECT_EQ(with_database(host, "DbdHost=atlas-slurmdbd\n").substr(0, 70),
            "SKF465 \"atlas-slurmdbd\" no StatefulSet with a container slurmdbd has a");
  EXPECT_EQ(with_database(host, "DbdHost=atlas-slurmdbd-0\nDbdPort=7000\n"),
            "SKF466 \"7000\" container slurmdbd does not declare port 7000 (slurm/slurmdbd.conf: DbdPort)\n");
  EXPECT_EQ(with_database(host, "DbdHost=atlas-slurmdbd-0\nStorageHost=somebodys-mariadb\n"), "")
      << "no MariaDB is part of the output";
}

TEST(Cross, Programs) {
  EXPECT_EQ(slurm("power-resume.sh", "power-on.sh"),
            "SKF468 \"/etc/skiff/scripts/power-on.sh\" there is no file \"power-on.sh\" in ConfigMap atlas-scripts at "
            "/etc/skiff/scripts of StatefulSet "
            "atlas-slurmctld (slurm/slurm.conf: ResumeProgram)\n");
  EXPECT_EQ(objects(", defaultMode: 493", ""),
            "SKF468 \"/etc/skiff/scripts/power-resume.sh\" the file is not executable in ConfigMap atlas-scripts at "
            "/etc/skiff/scripts of StatefulSet "
            "atlas-slurmctld (slurm/slurm.conf: ResumeProgram)\n");
  EXPECT_EQ(slurm("ResumeProgram=/etc/skiff/scripts/power-resume.sh", "ResumeProgram=/usr/bin/true"), "");
}

}  // namespace
}  // namespace skiff
