#include <gtest/gtest.h>

#include "compile.h"
#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;

/// What SKF344 tells of a spec.
std::string told(const std::string& spec) {
  std::string text;
  for (const Diagnostic& found : compile(cluster_spec(spec)).diagnostics)
    if (found.rule == "SKF344") text += found.path + ": " + found.message + "\n";
  return text;
}

const std::string two =
    "  nodeSets: [{name: a, replicas: 2, hardware: {cpus: 8, memory: 16Gi}}, {name: b, replicas: 2, hardware: {cpus: 8, "
    "memory: 16Gi}}]\n";

TEST(PodClaims, OfOneSetHaveOnePolicy) {
  const auto spec = [](const std::string& mounts) {
    return "  storage: {x: {claimPerPod: {size: 1Ti}}, y: {claimPerPod: {size: 1Ti, retentionPolicy: {whenDeleted: "
           "Delete}}}}\n  mounts: [" +
           mounts + "]\n  login: [{name: login}]\n" + two;
  };
  EXPECT_EQ(told(spec("{storage: x, path: /x, login: false}, {storage: y, path: /y, login: false}")),
            "spec.storage.y.claimPerPod.retentionPolicy.whenDeleted: must be Retain, as in volume x: the pods of node "
            "set a have both volumes, and a StatefulSet has one policy\n");
  // Different sets may have different policies.
  EXPECT_EQ(
      told(spec(
          "{storage: x, path: /x, nodeSets: [a], login: false}, {storage: y, path: /y, nodeSets: [b], login: false}")),
      "");
}

TEST(PodClaims, NamesOfClaimsAreThoseOfPods) {
  const auto spec = [](const std::string& claim) {
    return "  storage: {x: {claimPerPod: {size: 1Ti}}, y: {existingClaim: " + claim +
           "}}\n  mounts: [{storage: x, path: /x, login: false}, {storage: y, path: /y}]\n" + two;
  };
  // Later pods get their numbers when replicas grows.
  EXPECT_EQ(told(spec("storage-x-a-7")),
            "spec.storage.x: must be another name: the claim storage-x-a-7 of volume y would be one of volume x in the "
            "pods of node set a\n");
  for (const auto* other : {"storage-x-a-07", "storage-x-a", "storage-xx-a-7", "storage-x-a-7-0"})
    EXPECT_EQ(told(spec(other)), "") << other;
}

}  // namespace
}  // namespace skiff
