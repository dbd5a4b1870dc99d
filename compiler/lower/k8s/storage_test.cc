#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::cpu_nodes;
using testing::has;
using testing::output_of;

/// The PersistentVolume and the claim of a volume with this source.
std::string storage_of(const std::string& source) {
  return output_of(cluster_spec("  storage: {a: {persistentVolume: {size: 8Gi, " + source +
                                "}}}\n  mounts: [{storage: a, path: /a, readOnly: true}]\n" + std::string(cpu_nodes)),
                   "k8s/storage.yaml");
}

TEST(PersistentVolume, OfNfsHasItsServerAndOptions) {
  const std::string text = storage_of(
      "accessModes: [ReadOnlyMany], nfs: {server: nfs.example.com, path: /export, readOnly: true, mountOptions: "
      "[nfsvers=4.2, hard]}");
  EXPECT_TRUE(has(text,
                  "  mountOptions:\n  - nfsvers=4.2\n  - hard\n"
                  "  nfs:\n    server: nfs.example.com\n    path: /export\n    readOnly: true\n"))
      << text;
  EXPECT_TRUE(has(text, "  capacity:\n    storage: 8Gi\n  accessModes:\n  - ReadOnlyMany\n"));
  EXPECT_FALSE(has(text, "nodeAffinity"));
}

TEST(PersistentVolume, IsOnlyForItsClaim) {
  const std::string text = storage_of("nfs: {server: nfs.example.com, path: /export}");
  EXPECT_TRUE(has(text, "kind: PersistentVolume\nmetadata:\n  name: slurm.atlas-a\n")) << text;
  EXPECT_TRUE(has(
      text,
      "  claimRef:\n    apiVersion: v1\n    kind: PersistentVolumeClaim\n    namespace: slurm\n    name: atlas-a\n"));
  EXPECT_TRUE(has(text, "kind: PersistentVolumeClaim\nmetadata:\n  name: atlas-a\n  namespace: slurm\n"));
  EXPECT_TRUE(
      has(text,
          "  accessModes:\n  - ReadWriteMany\n  storageClassName: \"\"\n  volumeName: slurm.atlas-a\n  resources:\n"));
}

TEST(PersistentVolume, OfNodesHasTheirNamesOrLabels) {
  const auto affinity = [](const std::string& expressions) {
    return "  local:\n    path: /mnt\n  nodeAffinity:\n    required:\n      nodeSelectorTerms:\n      - matchExpressions:\n" +
           expressions;
  };
  EXPECT_TRUE(has(storage_of("local: {path: /mnt, nodes: [a, b.example.com, c, d]}"),
                  affinity("        - key: kubernetes.io/hostname\n          operator: In\n          values:\n"
                           "          - a\n          - b.example.com\n          - c\n          - d\n")));
  // All labels are in one term, so a node needs all of them.
  EXPECT_TRUE(has(storage_of("local: {path: /mnt, nodeSelector: {lustre: \"true\", zone: a}}"),
                  affinity("        - key: lustre\n          operator: In\n          values:\n          - \"true\"\n"
                           "        - key: zone\n          operator: In\n          values:\n          - a\n")));
}

}  // namespace
}  // namespace skiff
