#include "verify/fields.h"

#include <gtest/gtest.h>

#include "verify/good_cluster.h"
#include "verify/tables.h"

namespace skiff {
namespace {

std::string found(const std::string& yaml, int minor = 33) {
  Fixture fixture(yaml);
  fixture.kubernetes = {1, minor};
  Diagnostics out;
  FieldCheck check(field_table(), fixture.kubernetes.minor, out);
  const ObjectSet set(fixture.input());
  for (const Item& item : set.items()) check(item);
  for (Diagnostic& d : out) d.message.resize(d.message.find(" (k8s/test.yaml"));
  return lines(out);
}

std::string broken(const std::string& from, const std::string& to, int minor = 33) {
  return found(with(good_objects, from, to), minor);
}

TEST(Fields, GoodOnesPassInEveryVersion) {
  for (int minor = field_table().oldest; minor <= field_table().newest; ++minor)
    EXPECT_EQ(found(good_objects, minor), "") << minor;
}

TEST(Fields, TableIsSortedAndConsistent) {
  const FieldTable& table = field_table();
  EXPECT_TRUE(std::ranges::is_sorted(table.kinds, {}, &FieldKind::name));
  for (const FieldType& type : table.types) {
    EXPECT_TRUE(std::ranges::is_sorted(table.fields.subspan(type.first, type.count), {}, &TableField::name))
        << type.name;
  }
  for (const FieldShape& shape : table.shapes) {
    EXPECT_TRUE(shape.type != FieldShape::Type::object || shape.target < table.types.size());
    EXPECT_LE(shape.first_value + shape.value_count, table.values.size());
  }
}

TEST(Fields, SharedPartsAreCheckedForEachObject) {
  Fixture fixture("{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {x: 1}}, spec: {containers: [{name: c}]}}");
  for (int i = 0; i < 3; ++i)
    fixture.objects.push_back({"k8s/copy.yaml", &fixture.values.emplace_back(fixture.values.front())});
  Diagnostics out;
  FieldCheck check(field_table(), 33, out);
  const ObjectSet set(fixture.input());
  for (const Item& item : set.items()) check(item);
  ASSERT_EQ(out.size(), 4u) << lines(out);
  for (const Diagnostic& d : out) EXPECT_EQ(d.rule, "SKF402");
}

TEST(Fields, Unknown) {
  EXPECT_EQ(broken("replicas: 4", "replica: 4"), "SKF401 4 unknown field \"replica\"; did you mean \"replicas\"?\n");
  EXPECT_EQ(broken("emptyDir: {}", "emptyDir: {sizelimit: 1Gi}"),
            "SKF401 \"1Gi\" unknown field \"sizelimit\"; did you mean \"sizeLimit\"?\n");
  EXPECT_EQ(broken("kind: ServiceAccount\n", "kind: ServiceAcount\n"),
            "SKF407 \"v1/ServiceAcount\" is not a kind that skiff writes; did you mean \"v1/ServiceAccount\"?\n");
}

TEST(Fields, Types) {
  EXPECT_EQ(broken("replicas: 4", "replicas: \"4\""), "SKF402 \"4\" must be an integer, not a string\n");
  EXPECT_EQ(broken("readOnly: true", "readOnly: \"true\""), "SKF402 \"true\" must be a boolean, not a string\n");
  EXPECT_EQ(broken("value: /etc/slurm/slurm.conf", "value: true"), "SKF402 true must be a string, not a boolean\n");
  EXPECT_EQ(broken("accessModes: [ReadWriteMany]", "accessModes: ReadWriteMany"),
            "SKF402 \"ReadWriteMany\" must be a list, not a string\n");
  EXPECT_EQ(broken("emptyDir: {}", "emptyDir: []"), "SKF402 must be a map, not a list\n");
  EXPECT_EQ(broken("replicas: 4", "replicas: 4294967296"), "SKF402 4294967296 must be a 32-bit integer\n");
  EXPECT_EQ(broken("maxUnavailable: 1", "maxUnavailable: true"),
            "SKF402 true must be an integer or a string, not a boolean\n");
  EXPECT_EQ(broken("maxUnavailable: 1", "maxUnavailable: \"10%\""), "");
}

TEST(Fields, Required) {
  EXPECT_EQ(broken("{name: jail, mountPath: /mnt/jail}", "{name: jail}"), "SKF403 must have \"mountPath\"\n");
  // serviceName is required until 1.32.
  EXPECT_EQ(broken("  serviceName: h100\n", "", 32), "SKF403 must have \"serviceName\"\n");
  EXPECT_EQ(broken("  serviceName: h100\n", "", 33), "");
}

TEST(Fields, Enums) {
  EXPECT_EQ(broken("seccompProfile: {type: RuntimeDefault}", "seccompProfile: {type: runtimeDefault}"),
            "SKF404 \"runtimeDefault\" supported values: \"Localhost\", \"RuntimeDefault\", \"Unconfined\"; did you "
            "mean \"RuntimeDefault\"?\n");
  EXPECT_EQ(broken("accessModes: [ReadWriteMany]", "accessModes: [RWX]").substr(0, 12), "SKF404 \"RWX\"");
}

TEST(Fields, FeatureGates) {
  ASSERT_FALSE(field_table().gated.empty());
  const std::string to = "serviceAccountName: atlas-slurmctld\n      hostnameOverride: a";
  EXPECT_EQ(broken("serviceAccountName: atlas-slurmctld", to, 34),
            "SKF405 \"a\" API servers keep this field only from Kubernetes 1.35 on; the target is 1.34\n");
  EXPECT_EQ(broken("serviceAccountName: atlas-slurmctld", to, 35), "");
}

// Uses its own table, because few fields of the real one are removed or get new values.
TEST(Fields, Versions) {
  using Type = FieldShape::Type;
  constexpr EnumValue values[] = {{"Old", 0, 31}, {"New", 35, 255}, {"Always", 0, 255}};
  constexpr FieldShape shapes[] = {{Type::string, 0, 0, 0, 0}, {Type::string, 0, 0, 0, 3}};
  constexpr TableField fields[] = {
      {"apiVersion", 0}, {"gone", 0, 0, 31}, {"kind", 0}, {"later", 0, 35}, {"must", 0, 0, 255, 34, 255}, {"type", 1},
  };
  constexpr FieldType types[] = {{"a", 0, 6}};
  constexpr FieldKind kinds[] = {{"v1/A", 0}};
  constexpr GatedField gated[] = {{"a.gated", "TheGate"}};
  const FieldTable table{30, 36, kinds, types, fields, shapes, values, {}, gated};
  const auto at = [&](int minor, const std::string& more) {
    Fixture fixture("{apiVersion: v1, kind: A, " + more + "}");
    fixture.kubernetes = {1, minor};
    Diagnostics out;
    FieldCheck check(table, fixture.kubernetes.minor, out);
    const ObjectSet set(fixture.input());
    for (const Item& item : set.items()) check(item);
    for (Diagnostic& d : out) d.message.resize(d.message.find(" (k8s/test.yaml"));
    return lines(out);
  };
  EXPECT_EQ(at(31, "gone: x"), "");
  EXPECT_EQ(at(32, "gone: x"),
            "SKF405 \"x\" API servers keep this field only until Kubernetes 1.31; the target is 1.32\n");
  EXPECT_EQ(at(33, "later: x"),
            "SKF405 \"x\" API servers keep this field only from Kubernetes 1.35 on; the target is 1.33\n");
  EXPECT_EQ(at(34, "type: Always"), "SKF403 must have \"must\"\n");
  EXPECT_EQ(at(33, "type: New"),
            "SKF405 \"New\" API servers accept this value only from Kubernetes 1.35 on; the target is 1.33\n");
  EXPECT_EQ(at(33, "type: Old"),
            "SKF405 \"Old\" API servers accept this value only until Kubernetes 1.31; the target is 1.33\n");
  EXPECT_EQ(at(33, "type: None"), "SKF404 \"None\" supported values: \"Always\"\n");
  EXPECT_EQ(at(33, "gated: x"),
            "SKF405 \"x\" API servers silently drop this field, because the feature gate TheGate is off by default\n");
}

TEST(Fields, Quantities) {
  EXPECT_EQ(broken("memory: 1900Gi", "memory: 1900 GiB"),
            "SKF408 \"1900 GiB\" must be a quantity such as 500m, 4 or 16Gi\n");
  EXPECT_EQ(broken("storage: 2Ti", "storage: 2TB"), "SKF408 \"2TB\" must be a quantity such as 500m, 4 or 16Gi\n");
}

TEST(Fields, MergeKeys) {
  EXPECT_EQ(broken("ports: [{name: slurmd, containerPort: 6818}]",
                   "ports: [{name: a, containerPort: 1}, {name: b, containerPort: 1, protocol: TCP}]"),
            "SKF406 1 two items of the list have the same containerPort and protocol\n");
  EXPECT_EQ(broken("ports: [{name: slurmd, containerPort: 6818}]",
                   "ports: [{name: a, containerPort: 1}, {name: b, containerPort: 1, protocol: UDP}]"),
            "");
  EXPECT_EQ(broken("env: [{", "env: [{name: SLURM_CONF, value: a}, {"),
            "SKF406 \"SLURM_CONF\" two items of the list have the same name\n");
  EXPECT_EQ(
      broken("- {name: spool, emptyDir: {}}", "- {name: spool, emptyDir: {}}\n        - {name: spool, emptyDir: {}}"),
      "SKF406 \"spool\" two items of the list have the same name\n");
  EXPECT_EQ(broken("mountPath: /mnt/jail", "mountPath: /var/spool/slurmd"),
            "SKF406 \"/var/spool/slurmd\" two items of the list have the same mountPath\n");
  EXPECT_EQ(broken("metadata: {name: atlas-slurmctld}", "metadata: {name: atlas-slurmctld, finalizers: [a, a]}"),
            "SKF406 \"a\" two items of the list are equal\n");
}

}  // namespace
}  // namespace skiff
