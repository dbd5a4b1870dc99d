#include "rules/key_set.h"
#include "rules/rules.h"

namespace skiff {

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

}  // namespace skiff
