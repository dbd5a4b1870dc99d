#include <gtest/gtest.h>

#include "compile.h"
#include "diag/wording.h"
#include "testing/plan.h"

namespace skiff {
namespace {

const std::string field = ": spec.storage.s.claim.accessModes[0]: ";

/// What skiff tells of a claim with these modes. `spec` are further lines of the spec.
std::string told(const std::string& modes, const std::string& spec) {
  std::string text;
  const std::string source = testing::cluster_spec("  storage: {s: {claim: {size: 1Ti, accessModes: " + modes +
                                                   "}}, other: {existingClaim: other}}\n" + spec);
  for (const Diagnostic& found : compile(source).diagnostics)
    if (found.rule == "SKF348")
      text += std::string(severity_name(found.severity)) + ": " + found.path + ": " + found.message + "\n";
  return text;
}

std::string set(const std::string& name, int replicas, const std::string& more = "") {
  return "{name: " + name + ", replicas: " + std::to_string(replicas) + ", hardware: {cpus: 8, memory: 16Gi}" + more +
         "}";
}

std::string sets(const std::string& list) { return "  nodeSets: [" + list + "]\n"; }

const std::string together = ", topologySpread: false";
const std::string mount = "  mounts: [{storage: s, path: /s}]\n";
const std::string read_only = "  mounts: [{storage: s, path: /s, readOnly: true}]\n";
const std::string login = "  login: [{name: login}]\n";

TEST(ClaimModes, OneNodeIsTooFewForWorkersOfSeveral) {
  const std::string begin =
      "error" + field + "must have ReadWriteMany, because only one Kubernetes node can mount it: ";
  EXPECT_EQ(told("[ReadWriteOnce]", mount + sets(set("cpu", 4)) + login),
            begin + "5 pods use the claim (4 of node set cpu, 1 of login set login)\n");
  EXPECT_EQ(told("[ReadWriteOnce]", mount + sets(set("a", 1) + ", " + set("b", 1, together))),
            begin + "2 pods use the claim (1 of node set a, 1 of node set b)\n");
  EXPECT_EQ(told("[ReadWriteOnce]", mount + sets("{name: cpu, scaling: {mode: elastic, max: 8}, hardware: {cpus: 8, "
                                                 "memory: 16Gi}}")),
            begin + "8 pods use the claim (8 of node set cpu)\n");
}

TEST(ClaimModes, OneNodeMayBeEnoughForOtherPods) {
  EXPECT_EQ(told("[ReadWriteOnce]", mount + sets(set("cpu", 1)) + login),
            "warning" + field +
                "should have ReadWriteMany: 2 pods use the claim (1 of node set cpu, 1 of login set login), and only "
                "those on one Kubernetes node can start\n");
  EXPECT_EQ(told("[ReadWriteOnce]", mount + sets(set("cpu", 4, together))),
            "warning" + field +
                "should have ReadWriteMany: 4 pods use the claim (4 of node set cpu), and only those on one Kubernetes "
                "node can start\n");
}

TEST(ClaimModes, OnePodIsEnoughForOne) {
  for (const char* modes : {"[ReadWriteOnce]", "[ReadWriteOncePod]"}) {
    EXPECT_EQ(told(modes, mount + sets(set("cpu", 1))), "") << modes;
    EXPECT_EQ(told(modes, "  mounts: [{storage: s, path: /s, nodeSets: [big], login: false}]\n" +
                              sets(set("big", 1) + ", " + set("cpu", 4)) + login),
              "")
        << modes;
    EXPECT_EQ(told(modes, mount + sets(set("cpu", 1) + ", " + set("off", 0))), "") << modes;
    EXPECT_EQ(told(modes, sets(set("cpu", 4))), "") << modes;
  }
}

TEST(ClaimModes, OnePodIsTooFewForTwo) {
  EXPECT_EQ(told("[ReadWriteOncePod]", mount + sets(set("cpu", 1, together)) + login),
            "error" + field +
                "must have ReadWriteMany, because only one pod can use it: 2 pods use the claim (1 of node set cpu, 1 "
                "of login set login)\n");
}

TEST(ClaimModes, SeveralPodsMayRead) {
  EXPECT_EQ(told("[ReadOnlyMany]", read_only + sets(set("cpu", 4)) + login), "");
  EXPECT_EQ(told("[ReadWriteOnce]", read_only + sets(set("cpu", 4))),
            "error" + field +
                "must have ReadWriteMany or ReadOnlyMany, because only one Kubernetes node can mount it: 4 pods use "
                "the claim (4 of node set cpu)\n");
  EXPECT_EQ(
      told("[ReadOnlyMany]", mount + sets(set("cpu", 1))),
      "warning" + field +
          "should have ReadWriteMany, or all its mounts should have readOnly: 1 pod uses the claim (1 of node set "
          "cpu)\n");
}

TEST(ClaimModes, AllUsesCount) {
  EXPECT_EQ(told("[ReadWriteOnce]", "  containers: {pyxis: {runtime: {storage: s}}}\n" + sets(set("cpu", 2))),
            "error" + field +
                "must have ReadWriteMany, because only one Kubernetes node can mount it: 2 pods use the claim (2 of "
                "node set cpu)\n");
  const std::string benchmark =
      "  health: {history: {storage: s}, benchmarks: [{name: burn, kind: command, nodeSets: [cpu], schedule: \"0 3 * * *\", command: "
      "[/usr/bin/true]}]}\n";
  EXPECT_EQ(told("[ReadWriteOnce]", benchmark + sets(set("cpu", 2))), "");
  EXPECT_EQ(told("[ReadWriteOnce]", read_only + benchmark + sets(set("cpu", 1))),
            "warning" + field +
                "should have ReadWriteMany: 2 pods use the claim (1 of node set cpu, 1 of the benchmarks), and only "
                "those on one Kubernetes node can start\n");
}

TEST(ClaimModes, SlurmdbdWritesTheArchive) {
  const std::string archive =
      "  accounting: {database: {mariadb: {size: 1Gi}, passwordSecret: {name: p}}, archive: {storage: s}}\n";
  EXPECT_EQ(told("[ReadWriteOnce]", archive + sets(set("cpu", 2))), "");
  EXPECT_EQ(told("[ReadOnlyMany]", archive + sets(set("cpu", 2))),
            "warning" + field +
                "should have ReadWriteMany, or all its mounts should have readOnly: 1 pod uses the claim (1 of "
                "slurmdbd)\n");
}

TEST(ClaimModes, ALongListOfSetsIsCut) {
  EXPECT_EQ(told("[ReadWriteOnce]", mount +
                                        sets(set("a", 1) + ", " + set("b", 2) + ", " + set("c", 3) + ", " +
                                             set("d", 4) + ", " + set("e", 5)) +
                                        login),
            "error" + field +
                "must have ReadWriteMany, because only one Kubernetes node can mount it: 16 pods use the claim (1 of "
                "node set a, 2 of node set b, 3 of node set c, 4 of node set d, 6 of other sets)\n");
}

TEST(ClaimModes, OfOnePodExcludesTheOthers) {
  EXPECT_EQ(told("[ReadWriteMany, ReadWriteOncePod]", mount + sets(set("cpu", 4))),
            "error: spec.storage.s.claim.accessModes[1]: may not be specified together with other access modes\n");
}

}  // namespace
}  // namespace skiff
