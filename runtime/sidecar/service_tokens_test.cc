#include "sidecar/service_tokens.h"

#include <gtest/gtest.h>

namespace skiff::sidecar {
namespace {

// {"exp":1900000000,"iat":1899996400,"sun":"portal"}, as scontrol makes it: base64url without padding.
const std::string token =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjE5MDAwMDAwMDAsImlhdCI6MTg5OTk5NjQwMCwic3VuIjoicG9ydGFsIn0.c2ln";
constexpr std::int64_t expires = 1900000000;

TEST(ServiceTokens, ReadsTheClaims) {
  const auto claims = read_claims(token);
  ASSERT_TRUE(claims);
  EXPECT_EQ(claims->user, "portal");
  EXPECT_EQ(claims->expires, expires);
}

TEST(ServiceTokens, TextsThatAreNoTokens) {
  for (const char* text : {"", "a", "a.b", "a.b.c", "..", "a.e30.c", "a.W10.c", "a.eyJzdW4iOjEsImV4cCI6MX0.c",
                           "a.eyJzdW4iOiJ1IiwiZXhwIjoiMSJ9.c", "a.eyJzdW4iOiJ1In0.c", "a.e\n30.c", "a.b.c.d"})
    EXPECT_FALSE(read_claims(text)) << text;
}

TEST(ServiceTokens, ReadsTheTokenOfASecret) {
  EXPECT_EQ(token_in_secret(R"({"data":{"SLURM_JWT":"YS5iLmM=","other":"eA=="}})"), "a.b.c");
  for (const char* text : {"", "[]", "{}", R"({"data":null})", R"({"data":{"other":"eA=="}})",
                           R"({"data":{"SLURM_JWT":1}})", R"({"data":{"SLURM_JWT":"?"}})"})
    EXPECT_FALSE(token_in_secret(text)) << text;
}

TEST(ServiceTokens, ReadsTheOutputOfScontrol) {
  EXPECT_EQ(token_in_output("SLURM_JWT=" + token + "\n"), token);
  for (const char* text : {"", "SLURM_JWT=\n", "SLURM_JWT=a.b\n", "SLURM_JWT=a b.c.d\n", "JWT=a.b.c\n"})
    EXPECT_FALSE(token_in_output(text)) << text;
}

TEST(ServiceTokens, AreDueAtHalfOfTheirTime) {
  const ServiceToken wanted{"atlas-token-portal", "portal", 3600};
  const auto due = [&](std::int64_t left) { return is_due(read_claims(token), wanted, expires - left); };
  EXPECT_FALSE(due(3600));
  EXPECT_FALSE(due(1801));
  EXPECT_TRUE(due(1800));
  EXPECT_TRUE(due(-1));
  EXPECT_FALSE(due(3650)) << "clocks differ a little";
  EXPECT_TRUE(due(7200)) << "the spec now allows less";
  EXPECT_TRUE(is_due(std::nullopt, wanted, 0));
  EXPECT_TRUE(is_due(read_claims(token), {"atlas-token-portal", "other", 3600}, expires - 3000));
}

TEST(ServiceTokens, ThePatchHasOnlyTheToken) {
  EXPECT_EQ(token_patch("a.b.c"), R"({"stringData":{"SLURM_JWT":"a.b.c"}})");
}

}  // namespace
}  // namespace skiff::sidecar
