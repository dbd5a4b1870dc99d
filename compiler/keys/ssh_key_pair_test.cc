#include "keys/ssh_key_pair.h"

#include <gtest/gtest.h>

#include <string>

#include "rules/ssh_key.h"

namespace skiff {
namespace {

// tests/cli/secrets_test.sh has ssh-keygen read the private files, and sign with them.
TEST(SshKeyPair, OfEveryType) {
  for (const char* type : {"ed25519", "ecdsa", "rsa"}) {
    const SshKeyPair pair = make_ssh_key_pair(type);
    ASSERT_TRUE(pair.public_line.ends_with('\n'));
    EXPECT_EQ(bad_ssh_key(pair.public_line.substr(0, pair.public_line.size() - 1)), "") << type;
    EXPECT_NE(make_ssh_key_pair(type).public_line, pair.public_line) << type;
    EXPECT_TRUE(pair.private_file.starts_with("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA")) << type;
  }
  EXPECT_THROW(make_ssh_key_pair("dsa"), std::logic_error);
}

}  // namespace
}  // namespace skiff
