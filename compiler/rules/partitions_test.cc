#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::cpu_nodes;
using testing::findings_of;

const std::string unknown =
    "slurmctld knows no user of this group, and nobody gets access through it: use allowAccounts, or "
    "spec.images.slurmctld.repository for an image with the group and its users, or spec.jail [SKF329]\n";

std::string told(const std::string& groups, const std::string& more = "") {
  return findings_of(cluster_spec(std::string(cpu_nodes) +
                                  "  partitions: [{name: main, nodeSets: [cpu], default: true, allowGroups: " + groups +
                                  "}]\n" + more));
}

TEST(PartitionGroups, MustHaveUsersInTheImageOfSlurmctld) {
  EXPECT_EQ(told("[hpc]"), "spec.partitions[0].allowGroups[0]: " + unknown);
  EXPECT_EQ(told("[root, hpc]"), "spec.partitions[0].allowGroups[1]: " + unknown);
  // This group of Debian has no user.
  EXPECT_EQ(told("[users]"), "spec.partitions[0].allowGroups[0]: " + unknown);
  EXPECT_EQ(told("[root, slurm, nogroup]"), "");
  EXPECT_EQ(told("[ALL]"), "");
  EXPECT_EQ(told("[ALL, root]"), "spec.partitions[0].allowGroups[0]: " + unknown);
}

TEST(PartitionGroups, MayBeInAJail) {
  EXPECT_EQ(told("[hpc]", "  storage: {jail: {existingClaim: jail}}\n  jail: {storage: jail}\n"), "");
  EXPECT_EQ(told("[hpc]", "  storage: {jail: {claim: {size: 1Ti}}}\n  jail: {storage: jail}\n"), "");
  for (const char* kind : {"{hostPath: /mnt/jail}", "{nfs: {server: nfs.example.com, path: /jail}}"})
    EXPECT_EQ(told("[hpc]", std::string("  storage: {jail: ") + kind + "}\n  jail: {storage: jail}\n"),
              "spec.partitions[0].allowGroups[0]: slurmctld does not read the users of a jail on a hostPath or nfs, so "
              "it knows no user of this group, and nobody gets access through it: put the jail on a claim, or use "
              "allowAccounts [SKF329]\n")
        << kind;
}

TEST(PartitionGroups, MayBeInAnImageOfTheSite) {
  const std::string images = "  images: {registry: registry.example.com/skiff, ";
  const auto with = [&](const std::string& image) {
    return findings_of("apiVersion: skiff/v1alpha1\nkind: SlurmCluster\nmetadata: {name: atlas}\nspec:\n" + images +
                       image + ": {repository: registry.example.com/site/" + image + "}}\n" + std::string(cpu_nodes) +
                       "  partitions: [{name: main, nodeSets: [cpu], default: true, allowGroups: [hpc]}]\n");
  };
  EXPECT_EQ(with("slurmctld"), "");
  EXPECT_EQ(with("login"), "spec.partitions[0].allowGroups[0]: " + unknown);
}

}  // namespace
}  // namespace skiff
