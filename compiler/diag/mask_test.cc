#include "diag/mask.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(Mask, PrivateKeys) {
  EXPECT_EQ(masked("- \"-----BEGIN OPENSSH PRIVATE KEY----- AAAA BB\""),
            "- \"-----BEGIN OPENSSH PRIVATE KEY----- **** ***");
  EXPECT_EQ(masked("-----BEGIN RSA PRIVATE KEY-----"), "-----BEGIN RSA PRIVATE KEY-----");
  EXPECT_EQ(masked("ssh-ed25519 AAAA alice"), "ssh-ed25519 AAAA alice");
}

TEST(Mask, ValuesOfNames) {
  EXPECT_EQ(masked("  slurmdbd: {StoragePass: hunter2, DebugLevel: info}"),
            "  slurmdbd: {StoragePass: *******, DebugLevel: info}");
  EXPECT_EQ(masked("password: 'a, b}' # c"), "password: *** **' # c");
  EXPECT_EQ(masked("\"bindPassword\": \"a b\", x: 1"), "\"bindPassword\": ** *\", x: 1");
  EXPECT_EQ(masked("StoragePass=hunter2"), "StoragePass=*******");
  EXPECT_EQ(masked("{token: abc}"), "{token: ***}");
  EXPECT_EQ(masked("  passwd: hunter2"), "  passwd: *******");
  EXPECT_EQ(masked("password: 'open"), "password: *****");
}

TEST(Mask, NoSecrets) {
  for (const char* line : {"passwordSecret: {name: db, key: db-password}", "password: {secretName: db}",
                           "password:", "a token", "key: token}", "bypass", "{key: password, path: a}"})
    EXPECT_EQ(masked(line), line);
}

}  // namespace
}  // namespace skiff
