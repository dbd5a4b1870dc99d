#include "sidecar/policy_sync.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "common/files.h"
#include "common/testing/tree.h"

namespace skiff::sidecar {
namespace {

TEST(PolicySync, WaitsForAFileAndRetriesWithBackoff) {
  Tree tree;
  Settings settings;
  settings.config = settings.run = tree.root;
  const Log log("info", LogFormat::text);
  Status status(settings.run, log);
  const std::atomic<bool> stop = false;
  const Slurm slurm("/nowhere", settings.config, stop);
  PolicySync policy(settings, slurm, log, status);
  EXPECT_EQ(policy.due(), INT64_MAX);
  policy.reread_file(5);
  EXPECT_EQ(policy.due(), INT64_MAX);
  write_atomically(settings.config + "/policy.conf", "QOS=a\n");
  policy.reread_file(6);
  EXPECT_EQ(policy.due(), 6);
  // The database does not answer: try again after two seconds, then after four.
  policy.step(6);
  EXPECT_EQ(policy.due(), 2006);
  policy.step(2006);
  EXPECT_EQ(policy.due(), 6006);
  std::filesystem::remove(settings.config + "/policy.conf");
  policy.reread_file(7000);
  EXPECT_EQ(policy.due(), INT64_MAX);
}

}  // namespace
}  // namespace skiff::sidecar
