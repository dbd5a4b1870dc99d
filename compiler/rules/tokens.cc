#include "plan/secrets.h"
#include "rules/key_set.h"
#include "rules/rules.h"

namespace skiff {
namespace {

constexpr std::int64_t shortest_lifetime = 30 * 60;  // seconds

}  // namespace

void rule_token_release(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!cluster.spec.auth.jwt || *plan.target.slurm >= Version{23, 11}) return;
  forbid(found, "SKF225", *cluster.spec.auth.jwt,
         "tokens are supported from Slurm 23.11 on; the target is " + to_string(*plan.target.slurm));
}

void rule_key_set(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.auth.jwks || !plan.auth.jwks->text) return;
  std::string problem = bad_key_set(**plan.auth.jwks->text, *plan.target.slurm);
  if (!problem.empty())
    refuse(found, "SKF226", cluster.spec.auth.jwt->jwks->file, "Slurm cannot use this key set: " + problem);
}

void rule_service_tokens(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!cluster.spec.auth.jwt) return;
  const std::vector<spec::ServiceToken>& tokens = cluster.spec.auth.jwt->service_tokens;
  const std::vector<plan::NamedSecret> others = plan::named_secrets(plan);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const plan::ServiceToken& token = plan.auth.service_tokens[i];
    if (*token.lifetime < shortest_lifetime)
      refuse(found, "SKF232", tokens[i].lifetime, "must be at least 30m, because a pod sees a new token minutes later");
    for (const plan::NamedSecret& other : others)
      if (*other.name == *token.secret)
        refuse(found, "SKF233", tokens[i].name,
               "the token would be in the Secret \"" + *token.secret + "\", which the spec uses for something else");
  }
}

}  // namespace skiff
