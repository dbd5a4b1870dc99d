#include "change/mounts.h"

#include <gtest/gtest.h>

#include "read/values.h"

namespace skiff::change {
namespace {

using Names = std::vector<std::string>;

Object map() {
  Object object;
  object.kind = "ConfigMap";
  object.ns = "slurm";
  object.name = "files";
  return object;
}

/// What uses the ConfigMap `files`, if these are the volumes and the one container of a StatefulSet.
ConfigMapUse use(const std::string& volumes, const std::string& container) {
  Side side;
  Object object;
  object.kind = "StatefulSet";
  object.ns = "slurm";
  object.name = "a";
  object.value = read_values("spec: {template: {spec: {volumes: [" + volumes + "], containers: [{name: c, " +
                             container + "}]}}}\n")
                     .documents.at(0);
  side.objects.push_back(std::move(object));
  return use_of(side, map());
}

const std::string volume = "{name: v, configMap: {name: files}}";

TEST(Mounts, OfADirectoryAreUpdated) {
  const ConfigMapUse found = use(volume, "volumeMounts: [{name: v, mountPath: /x}]");
  EXPECT_EQ(found.mounted, Names{"StatefulSet a"});
  EXPECT_EQ(found.copied, Names());
  EXPECT_EQ(use("{name: v, projected: {sources: [{secret: {name: s}}, {configMap: {name: files}}]}}",
                "volumeMounts: [{name: v, mountPath: /x}]")
                .mounted,
            Names{"StatefulSet a"});
}

TEST(Mounts, OfAPathInsideTheVolumeKeepTheirCopy) {
  for (const char* key : {"subPath: one", "subPathExpr: one"}) {
    const ConfigMapUse found = use(volume, std::string("volumeMounts: [{name: v, mountPath: /x/one, ") + key + "}]");
    EXPECT_EQ(found.mounted, Names()) << key;
    EXPECT_EQ(found.copied, Names{"StatefulSet a"}) << key;
  }
}

TEST(Mounts, VariablesKeepTheirCopy) {
  for (const char* container : {"env: [{name: E, valueFrom: {configMapKeyRef: {name: files, key: one}}}]",
                                "envFrom: [{configMapRef: {name: files}}]"}) {
    const ConfigMapUse found = use("", container);
    EXPECT_EQ(found.mounted, Names()) << container;
    EXPECT_EQ(found.copied, Names{"StatefulSet a"}) << container;
  }
}

TEST(Mounts, OfOtherConfigMapsDoNotCount) {
  const ConfigMapUse found = use("{name: v, configMap: {name: others}}, {name: w, emptyDir: {}}",
                                 "volumeMounts: [{name: v, mountPath: /x}, {name: w, mountPath: /y}]");
  EXPECT_EQ(found.mounted, Names());
  EXPECT_EQ(found.copied, Names());
}

}  // namespace
}  // namespace skiff::change
