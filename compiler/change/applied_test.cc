#include "change/applied.h"

#include <gtest/gtest.h>

#include <string>

#include "change/compare.h"
#include "read/values.h"

namespace skiff::change {
namespace {

Value value(const std::string& text) { return read_values(text).documents.at(0); }

std::string applied(const std::string& live, const std::string& like = "") {
  const Value newer = like.empty() ? Value() : value(like);
  const std::optional<Value> found = applied_part(value(live), like.empty() ? nullptr : &newer);
  return found ? shown(*found) : "no record";
}

/// An object with the annotation of `kubectl apply`.
std::string annotated(const std::string& applied, const std::string& rest) {
  return "{kind: A, metadata: {name: a, uid: 5, annotations: {kubectl.kubernetes.io/last-applied-configuration: '" +
         applied + "'}}, " + rest + "}";
}

TEST(Applied, ByTheAnnotationOfKubectl) {
  EXPECT_EQ(applied(annotated(R"({"kind":"A","metadata":{"annotations":{},"name":"a"},"spec":{"a":1}})",
                              "spec: {a: 2, b: 3}, status: {c: 4}")),
            "{kind: A, metadata: {name: a}, spec: {a: 2}}");
  EXPECT_EQ(applied("{kind: A, metadata: {name: a}}"), "no record");
}

TEST(Applied, KeepsAZeroThatTheServerDoesNotStore) {
  EXPECT_EQ(applied(annotated(R"({"kind":"A","spec":{"a":false,"b":true,"c":{}}})", "spec: {d: 1}")),
            "{kind: A, spec: {a: false, c: {}}}");
}

TEST(Applied, PairsTheItemsOfLists) {
  EXPECT_EQ(applied(annotated(R"({"spec":{"c":[{"name":"a"},{"name":"b"}],"d":["x"],"e":[{"k":1}]}})",
                              "spec: {c: [{name: injected}, {name: b, d: 1}], d: [x, y], e: [{k: 2, d: 1}]}")),
            "{spec: {c: [{name: b}], d: [x, y], e: [{k: 2}]}}");
}

/// An object that was applied on the server: `fields` are the owned fields of its spec.
std::string managed(const std::string& fields, const std::string& spec) {
  return "{kind: A, metadata: {name: a, namespace: n, uid: 5, labels: {app.kubernetes.io/managed-by: skiff, b: c}, managedFields: ["
         "{manager: other, operation: Apply, fieldsV1: {f:spec: {}}},"
         "{manager: me, operation: Apply, subresource: status, fieldsV1: {f:status: {}}},"
         "{manager: me, operation: Apply, fieldsV1: {f:metadata: {f:labels: {f:app.kubernetes.io/managed-by: {}}}, f:spec: " +
         fields + "}}]}, spec: " + spec + "}";
}

std::string spec(const std::string& fields, const std::string& live, const std::string& like = "") {
  const Value object = value(managed(fields, live));
  const Value newer = like.empty() ? Value() : value("{spec: " + like + "}");
  return shown(*applied_part(object, like.empty() ? nullptr : &newer)->find("spec"));
}

TEST(Applied, ByTheFieldsOfTheOneWhoAppliedTheLabels) {
  const std::string object = managed("{f:a: {}, f:gone: {}}", "{a: 1, b: 2}");
  const Value found = *applied_part(value(object), nullptr);
  EXPECT_EQ(shown(*found.find("spec")), "{a: 1}");
  EXPECT_EQ(shown(*found.find("metadata")), "{name: a, namespace: n, labels: {app.kubernetes.io/managed-by: skiff}}");
  EXPECT_EQ(found.find("kind")->text, "A");
  EXPECT_EQ(found.find("status"), nullptr);
}

TEST(Applied, ByTheLastApply) {
  const std::string labels = "f:metadata: {f:labels: {f:app.kubernetes.io/managed-by: {}}}";
  const Value found = *applied_part(value("{metadata: {labels: {app.kubernetes.io/managed-by: skiff}, managedFields: ["
                                          "{operation: Apply, time: \"2026-01-02T00:00:00Z\", fieldsV1: {" +
                                          labels +
                                          ", f:spec: {f:b: {}}}},"
                                          "{operation: Apply, time: \"2026-01-01T00:00:00Z\", fieldsV1: {" +
                                          labels +
                                          ", f:spec: {f:a: {}}}}]}, "
                                          "spec: {a: 1, b: 2}}"),
                                    nullptr);
  EXPECT_EQ(shown(*found.find("spec")), "{b: 2}");
}

TEST(Applied, ItemsThatAreOwnedByTheirKeys) {
  EXPECT_EQ(spec(R"({f:p: {'k:{"port":1,"protocol":"TCP"}': {.: {}, f:port: {}, f:name: {}}}})",
                 "{p: [{name: x, port: 1, protocol: TCP, d: 5}, {name: y, port: 2, protocol: TCP}]}"),
            "{p: [{port: 1, name: x}]}");
  EXPECT_EQ(spec(R"({f:s: {'v:"a"': {}}})", "{s: [a, b]}"), "{s: [a]}");
}

// volumeClaimTemplates, for example. Their defaults are not in managedFields.
TEST(Applied, ValuesThatAreOwnedAsAWhole) {
  EXPECT_EQ(spec("{f:v: {}}", "{v: [{metadata: {name: a}, mode: default}]}"),
            "{v: [{metadata: {name: a}, mode: default}]}");
  EXPECT_EQ(spec("{f:v: {}}", "{v: [{metadata: {name: a}, mode: default}]}", "{v: [{metadata: {name: a}}]}"),
            "{v: [{metadata: {name: a}}]}");
}

TEST(Applied, QuantitiesAsTheOtherWritesThem) {
  const auto as = [](const std::string& mine, const std::string& other) {
    return shown(with_quantities_of(value(mine), value(other)));
  };
  EXPECT_EQ(as("{limits: {cpu: \"1\", memory: 1Ti}}", "{limits: {cpu: 1000m, memory: 1024Gi}}"),
            "{limits: {cpu: 1000m, memory: 1024Gi}}");
  EXPECT_EQ(as("{limits: {cpu: \"2\"}}", "{limits: {cpu: 1000m}}"), "{limits: {cpu: 2}}");
  EXPECT_EQ(as("{env: [{name: a, value: \"1\"}]}", "{env: [{name: a, value: 1000m}]}"), "{env: [{name: a, value: 1}]}");
}

}  // namespace
}  // namespace skiff::change
