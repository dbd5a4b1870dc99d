#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::cpu_nodes;

constexpr const char* key =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAd9DkRXm5ZgGB6e5W1ytJtVqWGvYDWlVTcPeUB8YbIs alice@laptop";

std::string sshd(const std::string& login) {
  return testing::output_of(cluster_spec(std::string(cpu_nodes) + "  login: [{name: login" + login + "}]\n"),
                            "slurm/sshd_config.login");
}

TEST(SshdConfig, RefusesPasswordsAndRootByDefault) {
  const std::string text = sshd("");
  for (const char* line : {"\nPasswordAuthentication no\n", "\nKbdInteractiveAuthentication no\n",
                           "\nPermitRootLogin no\n", "\nHostKey /etc/ssh/host-keys/ssh_host_ed25519_key\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  EXPECT_EQ(text.find("Match"), std::string::npos);
}

TEST(SshdConfig, RootLogsInOnlyWithTheKeysOfTheSecret) {
  const std::string text = sshd(", rootKeys: {secretName: admin-keys}");
  EXPECT_NE(text.find("\nPermitRootLogin prohibit-password\n"), std::string::npos);
  EXPECT_TRUE(
      text.ends_with("\nMatch User root\n"
                     "  AuthorizedKeysCommand /usr/bin/cat /etc/ssh/root-keys/authorized_keys\n"
                     "  AuthorizedKeysCommandUser root\n"))
      << text;
}

// Lines below Match apply only to root, so the command of the site must be above it.
TEST(SshdConfig, SiteSettingsApplyToAllUsers) {
  const std::string text = sshd(
      ", rootKeys: {secretName: admin-keys}, sshd: {AuthorizedKeysCommand: /usr/bin/sss_ssh_authorizedkeys, "
      "AuthorizedKeysCommandUser: nobody, AllowGroups: [users, admins], X11Forwarding: true}");
  const std::size_t match = text.find("\nMatch ");
  ASSERT_NE(match, std::string::npos);
  for (const char* line :
       {"\nAuthorizedKeysCommand /usr/bin/sss_ssh_authorizedkeys\n", "\nAuthorizedKeysCommandUser nobody\n",
        "\nAllowGroups users admins\n", "\nX11Forwarding yes\n"})
    EXPECT_LT(text.find(line), match) << line;
}

TEST(SshdConfig, HostKeysHaveTheGivenTypes) {
  const std::string text = sshd(", hostKeys: {types: [rsa, ecdsa]}");
  EXPECT_NE(text.find("ssh_host_rsa_key\nHostKey /etc/ssh/host-keys/ssh_host_ecdsa_key\n"), std::string::npos);
  EXPECT_EQ(text.find("ed25519"), std::string::npos);
}

// An authority signs certificates of any name, and root has neither a password nor a code.
TEST(SshdConfig, RootLogsInOnlyWithAKeyWhateverUsersMay) {
  const std::string text = sshd(
      ", rootKeys: {secretName: admin-keys}, authentication: ['publickey,keyboard-interactive', password], "
      "certificates: {authorities: ['" +
      std::string(key) + "']}");
  for (const char* line : {"\nPasswordAuthentication yes\n", "\nKbdInteractiveAuthentication yes\n",
                           "\nAuthenticationMethods publickey,keyboard-interactive password\n",
                           "\nTrustedUserCAKeys /etc/skiff/sshd/user_authorities\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  EXPECT_TRUE(text.ends_with("  TrustedUserCAKeys none\n  AuthenticationMethods publickey\n")) << text;
}

TEST(SshdConfig, OffersOnlyTheMethodsOfTheSpec) {
  const std::string text = sshd(", authentication: [publickey, 'publickey,password']");
  for (const char* line : {"\nPasswordAuthentication yes\n", "\nKbdInteractiveAuthentication no\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
}

}  // namespace
}  // namespace skiff
