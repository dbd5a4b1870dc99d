#include "change/live.h"

#include <gtest/gtest.h>

#include <string>

#include "read/values.h"

namespace skiff::change {
namespace {

/// The side of a small output with a Service and a ConfigMap.
Side small() {
  const auto file = [](std::string path, std::string text) { return OutputFile{std::move(path), std::move(text), {}}; };
  return read_side(
      {file("kustomization.yaml",
            "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n- k8s/nodes.yaml\n"
            "configMapGenerator:\n- name: conf\n  namespace: slurm\n  files:\n  - slurm/slurm.conf\n"),
       file("plan.yaml", "name: atlas\nnamespace: slurm\ntarget:\n  slurm: \"24.11\"\n  kubernetes: \"1.33\"\n"),
       file("k8s/nodes.yaml",
            "apiVersion: v1\nkind: Service\nmetadata:\n  name: nodes\n  namespace: slurm\nspec:\n  a: 1\n"),
       file("slurm/slurm.conf", "ClusterName=atlas\n")});
}

const std::string labels = "labels: {app.kubernetes.io/managed-by: skiff, app.kubernetes.io/instance: atlas}";

std::string service(const std::string& name, const std::string& metadata = "") {
  return "apiVersion: v1\nkind: Service\nmetadata: {namespace: slurm, name: " + name + ", " + labels +
         (metadata.empty() ? "" : ", " + metadata) + "}\nspec: {a: 2, b: 3}\n";
}

TEST(Live, HasObjectsAndFilesOfTheDump) {
  const Side side =
      read_live("dump.yaml",
                service("nodes") + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {namespace: slurm, name: conf, " +
                    labels + "}\ndata: {slurm.conf: \"ClusterName=b\\n\", more: x}\n",
                small());
  EXPECT_EQ(side.problems, std::vector<std::string>());
  ASSERT_EQ(side.objects.size(), 2u);
  EXPECT_NE(side.objects[0].value.at({"spec", "a"}), nullptr);
  EXPECT_EQ(side.objects[0].value.at({"spec", "b"}), nullptr) << "the other side does not have it";
  const Object& map = side.objects[1];
  ASSERT_EQ(map.entries.size(), 2u);
  EXPECT_EQ(map.entries[0].key + " " + map.entries[0].file->path, "more slurm/more");
  EXPECT_EQ(map.entries[1].file->path + " " + map.entries[1].file->text, "slurm/slurm.conf ClusterName=b\n");
  EXPECT_EQ(side.cluster + " " + side.ns + " " + to_string(side.slurm), "atlas slurm 24.11");
}

// The API server writes 1024Mi as 1Gi.
TEST(Live, TheSameQuantityIsNoChange) {
  Side after = small();
  after.objects.front().value =
      read_values("kind: Service\nspec: {resources: {limits: {memory: 1024Mi}}}\n").documents.at(0);
  std::string live = service("nodes");
  live.replace(live.find("{a: 2, b: 3}"), 12, "{resources: {limits: {memory: 1Gi}}}");
  const Side side = read_live("-", live, after);
  EXPECT_EQ(side.objects.at(0).value.at({"spec", "resources", "limits", "memory"})->text, "1024Mi");
}

TEST(Live, ReadsLists) {
  const Side side =
      read_live("-",
                "{apiVersion: v1, kind: List, items: [{kind: Service, metadata: {namespace: slurm, name: nodes, " +
                    labels + "}}]}",
                small());
  ASSERT_EQ(side.objects.size(), 1u);
  EXPECT_EQ(side.objects[0].name, "nodes");
}

// Pods, ReplicaSets and the objects of other clusters are no change.
TEST(Live, TakesOtherObjectsOnlyIfTheyWereApplied) {
  const std::string record =
      "annotations: {skiff/slurm: \"23.11\", kubectl.kubernetes.io/last-applied-configuration: '{\"kind\":\"Service\"}'}";
  const auto names = [&](const std::string& more) {
    std::string all;
    for (const Object& object : read_live("-", service("nodes") + "---\n" + more, small()).objects)
      all += object.name + " ";
    return all;
  };
  EXPECT_EQ(names(service("old", record)), "nodes old ");
  EXPECT_EQ(names(service("old")), "nodes ");
  EXPECT_EQ(names(service("old", record + ", ownerReferences: [{kind: A}]")), "nodes ");
  std::string other = service("old", record);
  other.replace(other.find("instance: atlas"), 15, "instance: b");
  EXPECT_EQ(names(other), "nodes ");
  EXPECT_EQ(to_string(read_live("-", service("nodes", record), small()).slurm), "23.11");
}

TEST(Live, RefusesADumpOfSomethingElse) {
  std::string other = service("nodes");
  other.replace(other.find("namespace: slurm"), 16, "namespace: other");
  EXPECT_EQ(read_live("dump.yaml", other, small()).problems,
            std::vector<std::string>{"dump.yaml: has no object of the cluster atlas in the namespace slurm"});
  const Side side = read_live("dump.yaml", "kind: [\n", small());
  ASSERT_EQ(side.problems.size(), 1u);
  EXPECT_TRUE(side.problems[0].starts_with("dump.yaml:1:7: ")) << side.problems[0];
}

TEST(Live, ASpecIsNoDump) {
  EXPECT_TRUE(is_dump(service("nodes")));
  EXPECT_TRUE(is_dump("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[]}"));
  EXPECT_FALSE(is_dump("apiVersion: skiff/v1alpha1\nkind: SlurmCluster\n"));
  EXPECT_FALSE(is_dump("kind: [\n"));
  EXPECT_FALSE(is_dump(""));
}

}  // namespace
}  // namespace skiff::change
