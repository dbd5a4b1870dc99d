#include <gtest/gtest.h>

#include <set>
#include <string>

#include "compile.h"

// Objects that belong to no namespace. Two clusters must not have one in common: the last one that is applied would
// take it over.

namespace skiff {
namespace {

/// Kind and name of each object without a namespace, of a spec with every feature that has such objects.
std::set<std::string> cluster_wide_objects(const std::string& ns, const std::string& name) {
  const Compilation compilation = compile("apiVersion: skiff/v1alpha1\nkind: SlurmCluster\nmetadata: {name: " + name +
                                          ", namespace: " + ns + "}\nspec:\n" +
                                          R"(  images: {registry: registry.example.com/skiff}
  target: {slurm: "25.11"}
  nodeSets: [{name: cpu, replicas: 4, hardware: {cpus: 32, memory: 120Gi}}]
  controller: {sidecar: {deadNodes: {}}}
  topology: {type: tree, fromNodeLabel: example.com/leaf, switches: [{name: leaf}]}
  storage:
    home: {persistentVolume: {size: 1Ti, nfs: {server: nfs.example.com, path: /home}}}
    disk: {persistentVolume: {size: 1Ti, local: {path: /disk, nodes: [a]}}}
  mounts: [{storage: home, path: /home}]
  health: {afterDrain: {conditions: [node]}}
)");
  std::string told;
  for (const Diagnostic& finding : compilation.diagnostics) told += finding.path + ": " + finding.message + "\n";
  EXPECT_EQ(told, "");
  std::set<std::string> found;
  for (const ObjectFile& file : compilation.bundle.objects)
    for (const Value& object : file.objects) {
      const Value& metadata = *object.find("metadata");
      if (!metadata.find("namespace"))
        found.insert(std::string(object.find("kind")->text.view()) + " " +
                     std::string(metadata.find("name")->text.view()));
    }
  return found;
}

TEST(ClusterWideObjects, TheirNamesContainTheNamespace) {
  EXPECT_EQ(cluster_wide_objects("slurm", "atlas"),
            (std::set<std::string>{"ClusterRole slurm.atlas-after-drain", "ClusterRole slurm.atlas-dead-nodes",
                                   "ClusterRole slurm.atlas-topology", "ClusterRoleBinding slurm.atlas-after-drain",
                                   "ClusterRoleBinding slurm.atlas-dead-nodes",
                                   "ClusterRoleBinding slurm.atlas-topology", "Namespace slurm",
                                   "PersistentVolume slurm.atlas-disk", "PersistentVolume slurm.atlas-home"}));
}

TEST(ClusterWideObjects, ClustersOfOtherNamespacesHaveNoneInCommon) {
  const auto one = cluster_wide_objects("lab-a", "b");
  for (const auto& object : cluster_wide_objects("lab", "a-b")) EXPECT_FALSE(one.contains(object)) << object;
}

}  // namespace
}  // namespace skiff
