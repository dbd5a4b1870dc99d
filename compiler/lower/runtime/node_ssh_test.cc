#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::has;
using testing::output_of;

std::string client(const std::string& replicas) {
  return output_of(cluster_spec("  nodeSets: [{name: gpu, replicas: " + replicas +
                                ", hardware: {cpus: 32, memory: 120Gi}}]\n  nodeSsh: {port: 2222}\n"),
                   "node-ssh/config");
}

// ssh has no patterns for numbers, so there is one pattern for each number of digits.
TEST(NodeSsh, ThePatternsCoverTheNamesOfAllNodes) {
  const std::string domain = ".atlas-nodes.slurm.svc.cluster.local";
  for (const char* few : {"1", "10"}) EXPECT_TRUE(has(client(few), "\nHost gpu-? gpu-?" + domain + "\n")) << few;
  for (const char* more : {"11", "100"})
    EXPECT_TRUE(has(client(more), "\nHost gpu-? gpu-?" + domain + " gpu-?? gpu-??" + domain + "\n")) << more;
  EXPECT_TRUE(has(client("101"), " gpu-??? gpu-???" + domain + "\n"));
}

TEST(NodeSsh, EachSetHasThePortAndTheKeys) {
  const std::string text =
      output_of(cluster_spec("  nodeSets:\n    - {name: a, replicas: 1, hardware: {cpus: 32, memory: 120Gi}}\n"
                             "    - {name: b, replicas: 1, hardware: {cpus: 32, memory: 120Gi}}\n"
                             "  nodeSsh: {port: 2222, hostKeys: {types: [rsa, ed25519]}}\n"),
                "node-ssh/config");
  const std::string settings =
      "\n  Port 2222\n  KnownHostsCommand /usr/bin/awk -v host=%H \"{ print host, $1, $2 }\" "
      "/run/skiff/ssh/ssh_host_rsa_key.pub /run/skiff/ssh/ssh_host_ed25519_key.pub\n";
  for (const std::string name : {"a", "b"})
    EXPECT_TRUE(has(text, "\nHost " + name + "-? " + name + "-?.atlas-nodes.slurm.svc.cluster.local" + settings))
        << text;
}

TEST(NodeSsh, PamAsksOnlyForTheJobWithoutADirectoryAndAJail) {
  const std::string text = output_of(cluster_spec(std::string(testing::cpu_nodes) + "  nodeSsh: {}\n"), "node-ssh/pam");
  EXPECT_TRUE(has(text,
                  "\naccount required pam_slurm_adopt.so action_adopt_failure=deny action_generic_failure=deny\n"
                  "session required pam_permit.so\n"))
      << text;
  EXPECT_FALSE(has(text, "pam_sss")) << text;
}

}  // namespace
}  // namespace skiff
