#include "policy/calls.h"

#include <gtest/gtest.h>

namespace skiff::policy {
namespace {

using Lines = std::vector<std::string>;

TEST(PolicyCalls, KnowsWhatIsReportedToSlurmctld) {
  const auto told = [](const Lines& words) { return is_reported({words, 0, {}}); };
  EXPECT_FALSE(told({"modify", "account", "where", "Name=a", "set", "Description=b", "Organization=c"}));
  EXPECT_TRUE(told({"modify", "account", "where", "Name=a", "set", "Description=b", "Fairshare=2"}));
  EXPECT_TRUE(told({"modify", "qos", "where", "Name=a", "set", "Description=b"}));
  EXPECT_FALSE(told({"modify", "resource", "where", "Name=a", "Server=b", "set", "Count=2"}));
  EXPECT_TRUE(told({"modify", "resource", "where", "Name=a", "Server=b", "Cluster=c", "set", "PercentAllowed=2"}));
  EXPECT_TRUE(told({"add", "account", "a"}));
  EXPECT_TRUE(told({"delete", "account", "where", "Name=a"}));
}

}  // namespace
}  // namespace skiff::policy
