#include "rules/key_set.h"

#include <gtest/gtest.h>

#include <string>

namespace skiff {
namespace {

constexpr Version old{24, 11}, recent{26, 5};

std::string keys(const std::string& text) { return "{\"keys\": [" + text + "]}"; }

const std::string rsa = R"({"kty": "RSA", "kid": "a", "alg": "RS256", "use": "sig", "n": "AQ-_", "e": "AQAB"})";
const std::string rsa_without_alg = R"({"kty": "RSA", "kid": "b", "n": "AQ", "e": "AQAB"})";
const std::string curve = R"({"kty": "EC", "kid": "c", "alg": "ES256", "crv": "P-256", "x": "AQ", "y": "AQ"})";
const std::string curve_without_alg = R"({"kty": "EC", "kid": "d", "crv": "P-256", "x": "AQ", "y": "AQ"})";

TEST(KeySet, Usable) {
  for (const Version& slurm : {old, recent}) {
    EXPECT_EQ(bad_key_set(keys(rsa), slurm), "");
    EXPECT_EQ(bad_key_set(keys(curve + "," + rsa + "," + rsa_without_alg), slurm), "");
  }
  EXPECT_EQ(bad_key_set(keys(rsa_without_alg), recent), "");
  EXPECT_EQ(bad_key_set(keys(curve_without_alg + "," + rsa), recent), "");
}

TEST(KeySet, ReleasesDiffer) {
  EXPECT_EQ(bad_key_set(keys(rsa_without_alg), old),
            "it has no key with \"kty\": \"RSA\" and \"alg\": \"RS256\", and Slurm verifies no other signatures");
  EXPECT_EQ(bad_key_set(keys(rsa + "," + curve_without_alg), old),
            "keys[1] has no \"alg\", and Slurm does not start with such a key unless it is an RSA key");
}

TEST(KeySet, Unusable) {
  EXPECT_EQ(bad_key_set("", recent), "it must be JSON");
  EXPECT_EQ(bad_key_set("keys: []", recent), "it must be JSON");
  for (const char* text : {"[]", "{}", "1", "{\"keys\": {}}"})
    EXPECT_EQ(bad_key_set(text, recent), "it must be a JSON object with a list \"keys\"");
  EXPECT_NE(bad_key_set(keys(""), recent), "");
  EXPECT_NE(bad_key_set(keys(curve), recent), "");
  EXPECT_EQ(bad_key_set(keys("1"), recent), "keys[0] must be an object");
  EXPECT_EQ(bad_key_set(keys(rsa + "," + rsa), recent),
            "keys[1] has the \"kid\" of an earlier key, and Slurm would use only that one");
  EXPECT_EQ(bad_key_set(keys(R"({"kty": "RSA", "alg": "RS256", "n": "AQ", "e": "AQAB"})"), recent),
            "keys[0] has no \"kid\", and Slurm does not start with such a key");
  EXPECT_EQ(bad_key_set(keys(R"({"kty": "RSA", "kid": 7, "alg": "RS256", "n": "AQ", "e": "AQAB"})"), recent),
            "keys[0] has no \"kid\", and Slurm does not start with such a key");
  EXPECT_EQ(bad_key_set(keys(R"({"kty": "RSA", "kid": "a", "alg": "RS256", "n": "AQ+/", "e": "AQAB"})"), recent),
            "keys[0] has no \"n\" in base64url, which an RSA key needs");
  EXPECT_EQ(bad_key_set(keys(R"({"kty": "RSA", "kid": "a", "alg": "RS256", "n": "AQ"})"), recent),
            "keys[0] has no \"e\" in base64url, which an RSA key needs");
  // Before 26.05, slurmctld expects `n` and `e` in it whatever its type is, and exits.
  EXPECT_EQ(bad_key_set(keys(rsa + R"(, {"kid": "b", "alg": "RS256"})"), old),
            "keys[1] has \"alg\": \"RS256\", which needs \"kty\": \"RSA\"");
}

TEST(KeySet, PrivateKeys) {
  for (const char* key : {R"({"kty": "RSA", "kid": "a", "alg": "RS256", "n": "AQ", "e": "AQAB", "d": "AQ"})",
                          R"({"kty": "oct", "kid": "a", "alg": "HS256", "k": "AQ"})"})
    EXPECT_EQ(bad_key_set(keys(key), recent),
              "keys[0] is a private key; a key set of spec.auth.jwt has public keys alone");
}

}  // namespace
}  // namespace skiff
