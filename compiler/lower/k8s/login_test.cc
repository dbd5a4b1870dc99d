#include <gtest/gtest.h>

#include <string>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::has;

/// The container sshd of a login pod, and what follows it.
std::string sshd(const std::string& login, const std::string& more = "") {
  const std::string text = testing::output_of(
      testing::cluster_spec(std::string(testing::cpu_nodes) + "  login: [{name: login" + login + "}]\n" + more),
      "k8s/login-login.yaml");
  return text.substr(text.find("      - name: sshd\n"));
}

TEST(LoginPod, MayMountOnlyForLimitsOfUsers) {
  EXPECT_FALSE(has(sshd(""), "SYS_ADMIN"));
  EXPECT_TRUE(has(sshd(""), "allowPrivilegeEscalation: false"));
  const std::string limited = sshd(", userLimits: {}");
  EXPECT_TRUE(has(limited, "        - SYS_ADMIN\n")) << limited;
  // Kubernetes refuses both together.
  EXPECT_FALSE(has(limited, "allowPrivilegeEscalation"));
  EXPECT_TRUE(has(limited,
                  "        - /etc/skiff/scripts/start-user-limits.sh\n        - setpriv\n        - --no-new-privs\n"
                  "        - --inh-caps=-all\n        - --bounding-set=-sys_admin,-setpcap\n"
                  "        - /etc/skiff/scripts/start-sshd.sh\n"))
      << limited;
}

TEST(LoginPod, LeavesThePrivilegesToTheProgramOfAJail) {
  const std::string text =
      sshd(", userLimits: {}",
           "  storage: {root: {claim: {size: 100Gi, accessModes: [ReadWriteMany]}}}\n  jail: {storage: root}\n");
  EXPECT_TRUE(has(text, "        - /etc/skiff/scripts/start-user-limits.sh\n        - /usr/libexec/skiff/jail-login\n"))
      << text;
  EXPECT_FALSE(has(text, "setpriv"));
}

}  // namespace
}  // namespace skiff
