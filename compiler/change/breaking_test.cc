#include "change/breaking.h"

#include <gtest/gtest.h>

namespace skiff::change {
namespace {

Side cluster(std::string name, std::string ns) {
  Side side;
  side.cluster = std::move(name);
  side.ns = std::move(ns);
  return side;
}

Change change(Class value, std::string object, std::vector<Decision> decided, std::vector<std::string> steps = {}) {
  FieldChange field{"spec.serviceName", How::changed, "a", "b"};
  field.decided = std::move(decided);
  return {value, std::move(object), How::changed, {std::move(field)}, "It happens.", std::move(steps)};
}

const Side atlas = cluster("atlas", "slurm");

TEST(Breaking, IsEachObjectThatKubernetesRefuses) {
  const std::vector<Change> changes = {
      change(Class::loses_data, "slurm/slurm.conf", {}),
      change(Class::refused, "StatefulSet slurm/a", {{"spec.x", "c.yaml", {1, 1}, {7, 9}}}, {"Do this.", "Do that."}),
      change(Class::refused, "StatefulSet slurm/b", {}), change(Class::drain, "StatefulSet slurm/c", {})};
  const Diagnostics found = breaking(atlas, atlas, changes, "out", {});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].rule, "SKF501");
  EXPECT_EQ(found[0].span, (Span{7, 9}));
  EXPECT_EQ(found[0].message,
            "Kubernetes refuses this change of StatefulSet slurm/a, which \"out\" has (spec.serviceName: a -> b); undo "
            "it, or build with --accept-refused");
  ASSERT_EQ(found[0].notes.size(), 1u);
  EXPECT_EQ(found[0].notes[0].message, "with --accept-refused, follow these steps: 1. Do this.; 2. Do that.");
  EXPECT_EQ(found[1].span, Span());
  EXPECT_TRUE(found[1].notes.empty());
  EXPECT_TRUE(breaking(atlas, atlas, changes, "out", {.refused = true}).empty());
  EXPECT_EQ(breaking(atlas, atlas, changes, "out", {.other_cluster = true}).size(), 2u);
}

TEST(Breaking, IsAnotherNameOrNamespace) {
  const std::vector<Change> changes = {
      change(Class::loses_data, "the cluster", {{"metadata.name", "c.yaml", {1, 4}, {3, 4}}}),
      change(Class::refused, "StatefulSet slurm/a", {})};
  for (const Side& other : {cluster("beta", "slurm"), cluster("atlas", "hpc")}) {
    const Diagnostics found = breaking(atlas, other, changes, "out", {.refused = true});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].rule, "SKF502");
    EXPECT_EQ(found[0].span, (Span{3, 4}));
    EXPECT_NE(found[0].message.find("the cluster \"atlas\" in the namespace \"slurm\""), std::string::npos);
    // Another cluster's objects that cannot change are part of the same mistake.
    EXPECT_TRUE(breaking(atlas, other, changes, "out", {.other_cluster = true}).empty());
  }
}

}  // namespace
}  // namespace skiff::change
