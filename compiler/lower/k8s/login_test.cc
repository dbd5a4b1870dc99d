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

TEST(LoginPod, KeepsMountingForFoldersOfUsers) {
  for (const char* limits : {"", ", userLimits: {}"}) {
    const std::string text = sshd(std::string(", privateTmp: true") + limits);
    EXPECT_TRUE(has(text,
                    "        - setpriv\n        - --no-new-privs\n        - --inh-caps=-all\n"
                    "        - /etc/skiff/scripts/start-sshd.sh\n"))
        << text;
    EXPECT_TRUE(has(text, "        - name: PRIVATE_FOLDERS\n          value: /tmp /dev/shm\n")) << text;
    EXPECT_TRUE(has(text, "        - SYS_ADMIN\n") && has(text, "        - SETPCAP\n")) << text;
    EXPECT_FALSE(has(text, "allowPrivilegeEscalation"));
    EXPECT_FALSE(has(text, "control groups"));
  }
}

TEST(LoginPod, KeepsMountingForFoldersOfUsersInAJail) {
  const std::string jail =
      "  storage: {root: {claim: {size: 100Gi, accessModes: [ReadWriteMany]}}}\n  jail: {storage: root}\n";
  const std::string text = sshd(", privateTmp: true", jail);
  EXPECT_TRUE(has(text, "        - login-mounts=yes\n        - \"--\"\n")) << text;
  EXPECT_TRUE(has(text, "          value: /mnt/jail/tmp /mnt/jail/dev/shm\n")) << text;
  EXPECT_FALSE(has(text, "setpriv"));
  EXPECT_FALSE(has(sshd("", jail), "login-mounts"));
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
