#include "lower/slurm/tokens.h"

#include "provenance/constant.h"

namespace skiff {

void add_tokens(Conf& conf, const plan::Auth& auth, bool makes_tokens) {
  if (!*auth.jwt) return;
  conf.add("AuthAltTypes", "auth/jwt", auth.jwt.origin);
  plan::Text parameters = constant("jwt_key=/etc/slurm/jwt_hs256.key");
  const auto add = [&](const std::string& word, const Origin& why) {
    parameters.value += "," + word;
    parameters.origin |= why;
  };
  if (auth.jwks) add("jwks=/etc/slurm/jwks.json", auth.jwks->config_map.origin);
  if (auth.user_claim) add("userclaimfield=" + **auth.user_claim, auth.user_claim->origin);
  if (makes_tokens && auth.max_lifetime)
    add("max_token_lifespan=" + std::to_string(**auth.max_lifetime), auth.max_lifetime->origin);
  if (makes_tokens && auth.user_tokens) {
    if (!**auth.user_tokens) add("disable_token_creation", {});
    parameters.origin |= auth.user_tokens->origin;
  }
  conf.add("AuthAltParameters", parameters);
}

}  // namespace skiff
