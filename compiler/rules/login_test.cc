#include <gtest/gtest.h>

#include <string>

#include "testing/plan.h"

namespace skiff {
namespace {

std::string told(const std::string& login, const std::string& more = "") {
  return testing::findings_of(
      testing::cluster_spec(std::string(testing::cpu_nodes) + "  login: [{name: login, " + login + "}]\n" + more));
}

bool warned(const std::string& found) { return found.find("SKF229") != std::string::npos; }

TEST(Passwords, NeedSomethingThatChecksThem) {
  EXPECT_TRUE(warned(told("authentication: [publickey, password]")));
  EXPECT_TRUE(warned(told("authentication: ['publickey,keyboard-interactive']")));
  EXPECT_EQ(told("authentication: [publickey]"), "");
  EXPECT_EQ(told("authentication: [password], pam: {secretName: login-pam}"), "");
  EXPECT_EQ(told("authentication: [password]",
                 "  users: {directory: {ldap: {uris: ['ldap://ldap.example.com'], base: 'dc=example,dc=com'}}}\n"),
            "");
  EXPECT_EQ(told("authentication: [password]",
                 "  storage: {root: {claim: {size: 100Gi, accessModes: [ReadWriteMany]}}}\n  jail: {storage: root}\n"),
            "");
}

TEST(Passwords, LinesOfPamNeedAMethodThatAsksPam) {
  EXPECT_TRUE(warned(told("pam: {secretName: login-pam}")));
  EXPECT_TRUE(warned(told("authentication: [publickey], pam: {configMapName: login-pam}")));
}

TEST(UserLimits, AreNotMoreThanThePodHas) {
  EXPECT_NE(told("userLimits: {memory: 513Mi}").find("SKF230"), std::string::npos);
  EXPECT_EQ(told("userLimits: {memory: 512Mi}"), "");
  EXPECT_EQ(told("resources: {memory: 4Gi}, userLimits: {memory: 4096Mi}"), "");
  EXPECT_EQ(told("userLimits: {cpu: 500m, processes: 100}"), "");
}

}  // namespace
}  // namespace skiff
