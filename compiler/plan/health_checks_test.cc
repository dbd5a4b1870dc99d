#include "plan/health_checks.h"

#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

using Ids = std::vector<std::string>;

Ids checks_of(const std::string& lines) {
  return health_checks_of_items(testing::plan_of(testing::cluster_spec(
      "  health: {}\n  mounts: [{storage: home, path: /home}]\n" + lines + std::string(testing::cpu_nodes))));
}

const Ids only_home = {"space:/var/spool/slurmd", "mount:/home"};

TEST(HealthChecks, MountsOfTheSpecHaveOne) {
  EXPECT_EQ(checks_of("  storage: {home: {existingClaim: home}}\n"), only_home);
}

TEST(HealthChecks, MountsOfTheJailAndOfUsersHaveNone) {
  const std::string directory = "directory: {ldap: {uris: [\"ldaps://ldap\"], base: \"dc=example,dc=com\"}}";
  const std::string local = "local: {users: [{name: alice, uid: 2001}]}";
  EXPECT_EQ(checks_of("  storage: {home: {existingClaim: home}}\n  users: {" + directory + ", " + local + "}\n"),
            only_home);
  EXPECT_EQ(checks_of("  storage: {home: {existingClaim: home}, root: {existingClaim: root}}\n"
                      "  jail: {storage: root}\n  users: {" +
                      directory + "}\n"),
            only_home);
}

}  // namespace
}  // namespace skiff
