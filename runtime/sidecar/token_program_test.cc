// skiff-sidecar as a program that keeps the tokens of services. The tests of the decisions are in service_tokens_test.cc.
#include <gtest/gtest.h>

#include "sidecar/testing/program.h"

namespace skiff::sidecar {
namespace {

/// slurmctld accepts the tokens in the file `accepted`, and makes the one in the file `next`.
struct TokenProgram : ProgramTest {
  TokenProgram() {
    tree.folder("/api/secrets");
    tree.write("/api/secrets/tide-token-portal", "");
    tree.write("/conf/jwt_hs256.key", "first");
    tree.write("/accepted", "");
    command("scontrol", R"sh(case "$*" in
  "show config")
    if [ -n "${SLURM_JWT-}" ] && ! grep -qxF -- "$SLURM_JWT" ../accepted; then
      echo 'scontrol: error: Protocol authentication error' >&2
      exit 1
    fi
    echo "BOOT_TIME               = $(cat ../boot)"
    ;;
  "token username=portal lifespan=3600") cat ../next ;;
  "show hostnames "*) tr ',' '\n' <<<"$3" ;;
  --version) echo slurm 26.05.5 ;;
esac)sh");
    command("id", "[ ! -e ../unknown ] || { echo \"id: $2: no such user\" >&2; exit 1; }");
  }
  /// A token of the user that expires then, with this signature.
  static std::string token(const std::string& signature, std::int64_t expires) {
    const std::string claims = R"({"exp":)" + std::to_string(expires) + R"(,"sun":"portal"})";
    constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string text;
    unsigned bits = 0;
    int count = 0;
    for (const char c : claims + "  ") {
      bits = bits << 8 | static_cast<unsigned char>(c);
      for (count += 8; count >= 6; count -= 6) text += digits[bits >> (count - 6) & 63];
    }
    return "e30." + text + "." + signature;
  }
  /// Makes slurmctld issue and accept a new token.
  std::string issue(const std::string& signature) {
    const std::string made = token(signature, time(nullptr) + 3600);
    replace("/next", "SLURM_JWT=" + made + "\n");
    replace("/accepted", made + "\n");
    return made;
  }
  void start() {
    ProgramTest::start(
        R"(,"metrics":true,"serviceTokens":[{"secret":"tide-token-portal","user":"portal","lifetime":3600}])");
  }
  /// The metrics say that the token expires then.
  void expires_soon(std::int64_t expires) {
    soon([&] { return has("/run/metrics", expiry + std::to_string(expires) + "\n"); }, "the expiry in the metrics");
  }
  static constexpr const char* expiry = "skiff_service_token_expiry_timestamp_seconds{secret=\"tide-token-portal\"} ";
  void stored_soon(const std::string& token) {
    soon([&] { return text("/api/secrets/tide-token-portal") == token; }, "the token in the Secret");
  }
};

TEST_F(TokenProgram, FillsTheSecretAndKeepsAValidToken) {
  const std::string first = issue("first");
  start();
  stored_soon(first);
  EXPECT_TRUE(has("/api/asked", "PATCH /api/v1/namespaces/slurm/secrets/tide-token-portal?fieldManager=skiff-sidecar"));
  said_soon("tokens: tide-token-portal: a new token of portal, valid for 3600 s");
  EXPECT_FALSE(says(first)) << "a token is in the log";
  ends_well();

  start();
  soon([&] { return count("/api/asked", "GET /api/v1/namespaces/slurm/secrets/") == 2; }, "the second look");
  ends_well();
  EXPECT_EQ(count("/api/asked", "PATCH"), 1);
}

TEST_F(TokenProgram, TellsWhenATokenExpires) {
  const std::int64_t soon = time(nullptr) + 1200, later = soon + 2000;
  const std::string old = token("old", soon), next = token("next", later);
  tree.write("/api/secrets/tide-token-portal", old);
  tree.write("/accepted", old + "\n");
  tree.write("/next", "SLURM_JWT=" + next + "\n");
  start();
  expires_soon(soon);
  EXPECT_TRUE(has("/run/metrics", "skiff_service_token_lifetime_seconds{secret=\"tide-token-portal\"} 3600\n"));
  replace("/accepted", old + "\n" + next + "\n");
  expires_soon(later);
  ends_well();
}

TEST_F(TokenProgram, TellsThatASecretHasNoValidToken) {
  tree.write("/api/secrets/tide-token-portal", token("old", time(nullptr) + 3600));
  tree.write("/next", "SLURM_JWT=nothing\n");
  start();
  expires_soon(0);
  ends_well();
}

TEST_F(TokenProgram, ReplacesATokenWhenTheKeyHasChanged) {
  const std::string first = issue("first");
  start();
  stored_soon(first);
  const std::string second = issue("second");
  replace("/conf/jwt_hs256.key", "second");
  stored_soon(second);
  ends_well();
}

TEST_F(TokenProgram, ReplacesATokenThatExpiresSoon) {
  const std::string old = token("old", time(nullptr) + 1700);
  tree.write("/api/secrets/tide-token-portal", old);
  const std::string next = issue("next");
  tree.write("/accepted", old + "\n" + next + "\n");
  start();
  stored_soon(next);
  ends_well();
}

TEST_F(TokenProgram, KeepsTheOldTokenIfTheNewOneIsRefused) {
  const std::string old = token("old", time(nullptr) + 3600);
  tree.write("/api/secrets/tide-token-portal", old);
  issue("next");
  replace("/accepted", "");
  start();
  said_soon(
      "tokens: tide-token-portal: slurmctld refuses the token that it has made: scontrol: scontrol: error: Protocol");
  EXPECT_EQ(text("/api/secrets/tide-token-portal"), old);
  EXPECT_EQ(text("/run/failing"), "") << "the pod stays ready";
  ends_well();
}

TEST_F(TokenProgram, ReportsAUserWhoDoesNotExist) {
  const std::string made = issue("first");
  tree.write("/unknown", "");
  start();
  said_soon(
      "tokens: tide-token-portal: the user portal does not exist, so Slurm takes the token for one of nobody: id: id: portal");
  stored_soon(made);
  EXPECT_TRUE(has("/calls", "id --user portal"));
  ends_well();
}

TEST_F(TokenProgram, ReportsASecretThatIsMissing) {
  tree.remove("/api/secrets/tide-token-portal");
  start();
  said_soon("tokens: tide-token-portal: the Secret does not exist: apply the output of skiff build again");
  EXPECT_FALSE(has("/calls", "scontrol token"));
  ends_well();
}

TEST_F(TokenProgram, ReportsWhatTheApiServerRefuses) {
  issue("first");
  replace("/api/answer.PATCH", "403\n{\"message\":\"forbidden\"}");
  start();
  said_soon("tokens: tide-token-portal: the API server refuses to change the Secret: 403 forbidden");
  replace("/api/answer.secret", "500\n{}");
  ends_well();
  start();
  said_soon("tokens: tide-token-portal: the API server refuses to read the Secret: 500");
  ends_well();
}

}  // namespace
}  // namespace skiff::sidecar
