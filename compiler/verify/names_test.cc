#include <gtest/gtest.h>

#include "verify/checks.h"
#include "verify/fixture.h"
#include "verify/report.h"

namespace skiff {
namespace {

const std::string good = R"(
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: h100, labels: {app.kubernetes.io/name: slurmd}, annotations: {example.com/x: "any text"}}
spec:
  replicas: 4
  template: {metadata: {labels: {a: b}}}
  volumeClaimTemplates: [{metadata: {name: spool, labels: {a: b}}}]
---
apiVersion: v1
kind: Service
metadata: {name: h100, namespace: slurm}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: nccl}
spec: {schedule: "0 */6 * * *"}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: "system:x"}
)";

std::string found(const std::string& yaml) {
  const Fixture fixture(yaml);
  Diagnostics out;
  const ObjectSet set(fixture.input());
  for (const Item& item : set.items()) check_names(item, out);
  return lines(out);
}

TEST(Names, GoodOnesPass) { EXPECT_EQ(found(good), ""); }

TEST(Names, ObjectNames) {
  EXPECT_EQ(
      found(with(good, "name: h100, labels", "name: h.100, labels")),
      "SKF410 \"h.100\" must be at most 63 characters of a-z, 0-9 and -, and must start and end with a letter or digit "
      "(k8s/test.yaml: StatefulSet h.100: metadata.name)\n");
  EXPECT_EQ(found(with(good, "{name: h100, namespace", "{name: 0h100, namespace")).substr(0, 14), "SKF410 \"0h100\"");
  EXPECT_EQ(found(with(good, "namespace: slurm", "namespace: Slurm")).substr(0, 14), "SKF410 \"Slurm\"");
  EXPECT_EQ(found(with(good, "name: nccl", "name: NCCL")).substr(0, 13), "SKF410 \"NCCL\"");
  EXPECT_EQ(found(with(good, "{name: \"system:x\"}", "{name: \"a/b\"}")).substr(0, 12), "SKF410 \"a/b\"");
  EXPECT_EQ(found(with(good, "{name: \"system:x\"}", "{labels: {a: b}}")),
            "SKF410 an object must have metadata.name (k8s/test.yaml: Role: metadata)\n");
}

TEST(Names, Lengths) {
  const std::string long_name(53, 'a');
  EXPECT_EQ(found(with(good, "name: h100, labels", "name: " + long_name + ", labels")),
            "SKF411 \"" + long_name +
                "\" must be no more than 52 characters, because the label controller-revision-hash adds 11 characters "
                "to it and can hold 63 "
                "(k8s/test.yaml: StatefulSet " +
                long_name + ": metadata.name)\n");
  EXPECT_EQ(found(with(good, "name: nccl", "name: " + long_name)).substr(0, 6), "SKF411");
  const std::string far = with(good, "name: h100, labels", "name: " + std::string(52, 'a') + ", labels");
  EXPECT_EQ(found(far), "");
  EXPECT_EQ(found(with(far, "replicas: 4", "replicas: 4\n  ordinals: {start: 99999999999}")).substr(0, 6), "SKF411");
}

TEST(Names, LabelsAndAnnotations) {
  EXPECT_EQ(found(with(good, "app.kubernetes.io/name: slurmd", "app.kubernetes.io/name: a b")).substr(0, 12),
            "SKF412 \"a b\"");
  EXPECT_EQ(found(with(good, "app.kubernetes.io/name", "a//b")).substr(0, 15), "SKF412 \"slurmd\"");
  EXPECT_EQ(found(with(good, "template: {metadata: {labels: {a: b}}}", "template: {metadata: {labels: {a: -}}}"))
                .substr(0, 10),
            "SKF412 \"-\"");
  EXPECT_EQ(found(with(good, "name: spool, labels: {a: b}", "name: spool, labels: {a: b.}")).substr(0, 11),
            "SKF412 \"b.\"");
  EXPECT_EQ(found(with(good, "example.com/x", "Example.com/x")).substr(0, 6), "SKF413");
  EXPECT_EQ(found(with(good, "any text", std::string(262140, 'x'))),
            "SKF413 all annotations together must be no more than 262144 bytes, but are 262153 "
            "(k8s/test.yaml: StatefulSet h100: metadata.annotations)\n");
}

TEST(Names, Schedules) {
  EXPECT_EQ(found(with(good, "0 */6 * * *", "0 */6 * *")).substr(0, 18), "SKF417 \"0 */6 * *\"");
}

TEST(Names, ADiagnosticHasTheSpanOfTheSpec) {
  const Fixture fixture(with(good, "name: h100, labels", "name: H100, labels"));
  Diagnostics out;
  const ObjectSet set(fixture.input());
  for (const Item& item : set.items()) check_names(item, out);
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].span, spec_span(fixture.objects[0].value->at({"metadata", "name"})->origin));
}

std::string config_map_findings(const Fixture& fixture) {
  Diagnostics out;
  check_config_maps(fixture.input(), ObjectSet(fixture.input()), out);
  return lines(out);
}

TEST(ConfigMaps, SizesAndKeys) {
  Fixture fixture;
  fixture.config_maps = {{"atlas-slurm-config", {{"slurm.conf", 1000}, {"gres.conf", 10}}, {}}};
  EXPECT_EQ(config_map_findings(fixture), "");
  fixture.config_maps[0].entries[1].in_json = 255 * 1024 - 27;
  EXPECT_EQ(config_map_findings(fixture), "");
  fixture.config_maps[0].entries[0].in_json = 1;
  EXPECT_EQ(
      config_map_findings(fixture),
      "SKF437 warning 261121 `kubectl apply` rejects a ConfigMap or Secret of more than 261120 bytes of JSON: use "
      "`kubectl apply --server-side` (kustomization.yaml: ConfigMap atlas-slurm-config)\n");
  fixture.config_maps[0].entries[0].size = 1024 * 1024;
  EXPECT_EQ(config_map_findings(fixture),
            "SKF419 1048605 a ConfigMap or Secret must be no more than 1048576 bytes (kustomization.yaml: ConfigMap "
            "atlas-slurm-config)\n");
  fixture.config_maps[0].entries = {{"a/b", 1}, {"c", 1}, {"c", 1}};
  EXPECT_EQ(
      config_map_findings(fixture),
      "SKF419 \"a/b\" a key must consist of letters, digits, -, _ and . (kustomization.yaml: ConfigMap atlas-slurm-config)\n"
      "SKF420 \"c\" two of its files have this name (kustomization.yaml: ConfigMap atlas-slurm-config)\n");
  fixture.config_maps = {{"a", {}, {}}, {"a", {}, {}}, {"A", {}, {}}};
  EXPECT_EQ(config_map_findings(fixture),
            "SKF420 \"a\" two ConfigMaps have this name (kustomization.yaml: ConfigMap a)\n"
            "SKF410 \"A\" must be parts of a-z, 0-9 and - separated by dots (kustomization.yaml: ConfigMap A)\n");
}

TEST(ConfigMaps, SizeOfATextInJson) {
  EXPECT_EQ(json_size(""), 2u);
  EXPECT_EQ(json_size("a\u00fc"), 5u);
  EXPECT_EQ(json_size("\n\t\r\"\\"), 12u);
  EXPECT_EQ(json_size(std::string_view("<>&\0\x1f", 5)), 32u);
}

TEST(ConfigMaps, InlineData) {
  const std::string yaml = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: v}}";
  EXPECT_EQ(config_map_findings(Fixture(yaml)), "");
  EXPECT_EQ(
      config_map_findings(Fixture(with(yaml, "k: v", "k: \"" + std::string(1024 * 1024, 'x') + '"'))).substr(0, 14),
      "SKF419 1048577");
  EXPECT_EQ(
      config_map_findings(Fixture(with(yaml, "k: v", "k: \"" + std::string(256 * 1024, 'x') + '"'))).substr(0, 22),
      "SKF437 warning 262151 ");
  EXPECT_EQ(config_map_findings(Fixture(with(yaml, "k: v", "k/: v"))).substr(0, 6), "SKF419");
}

}  // namespace
}  // namespace skiff
