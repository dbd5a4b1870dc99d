#include "rules/ssh_key.h"

#include <gtest/gtest.h>

#include <string>

namespace skiff {
namespace {

// Keys that ssh-keygen has made.
const std::string ed25519 = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAd9DkRXm5ZgGB6e5W1ytJtVqWGvYDWlVTcPeUB8YbIs";
const std::string rsa =
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDL38E0URHgEyZCV2ltWn9k6qlvbq2LKlNfrp5SwTSwd9wF5Pdf1eV1iMdLPPzi"
    "2eEOM5+6z+beEZ7JfZvMUrrv9+I2Is4bKRqR9iTqqm7Zms1/ke4lAz2qtaSLk2O9C52V+hj6EaiWk3eY9RzYxw0x+7sa9kBYme5O"
    "XAcTroH3tfzJONS4TnGNQf+YkzzxP0naTKu0D9tysz6bYavFfKss6gW9MouSR+DOa40md6BSlTTzVN6jQx6kOog7zRdRko5MRtTO"
    "/KF+YeIa28qqTFzwPAslY5af5tkpsYfvw4xsA0qRz+OPXtkgsAp7W4u0Wij7HOe6FSaTgabYF6HeZvIR";
const std::string ecdsa =
    "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBAVmGALVyl2vnkt7AHTrCKCqk5Z5"
    "2H19A2KNPt67qH8p3B7E4oprVsGuQejK1HmUzJQK0Q6jPyqbKc9Jp9f31uc=";
// Of 768 bits, made by hand, because ssh-keygen makes none.
const std::string small =
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAYQDFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXF"
    "xcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcU=";

TEST(SshKey, Whole) {
  for (const std::string& key : {ed25519, rsa, ecdsa}) {
    EXPECT_EQ(bad_ssh_key(key), "") << key;
    EXPECT_EQ(bad_ssh_key(key + " alice@laptop, at home"), "") << key;
  }
}

TEST(SshKey, CutOff) {
  for (const std::string& key : {ed25519, rsa, ecdsa})
    for (std::size_t less = 1; less < 24; ++less)
      EXPECT_NE(bad_ssh_key(key.substr(0, key.size() - less)), "") << key << " without " << less;
  EXPECT_EQ(bad_ssh_key("ssh-ed25519"), "the key is cut off or is not base64");
  EXPECT_EQ(bad_ssh_key("ssh-ed25519 AAAA"), "the key is cut off or is not base64");
}

// Each string is whole, but one is missing or too short.
TEST(SshKey, OfTooLittle) {
  EXPECT_EQ(bad_ssh_key("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5"), "the key is cut off");
  EXPECT_EQ(bad_ssh_key("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAH2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s="),
            "the key is cut off");
}

TEST(SshKey, OfAnotherType) {
  EXPECT_EQ(bad_ssh_key("ssh-rsa" + ed25519.substr(ed25519.find(' '))), "the key is not of the type \"ssh-rsa\"");
}

TEST(SshKey, Small) { EXPECT_EQ(bad_ssh_key(small), "sshd refuses RSA keys of less than 1024 bits"); }

}  // namespace
}  // namespace skiff
