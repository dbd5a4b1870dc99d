#include "rules/rules.h"

namespace skiff {

void rule_toleration_fields(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto check = [&](const spec::Placement& placement) {
    for (const auto& toleration : placement.tolerations) {
      if (!toleration.key && *toleration.op != "Exists")
        require(found, "SKF332", toleration, "key", "only the operator Exists may have no key");
      if (toleration.value && *toleration.op == "Exists")
        forbid(found, "SKF332", toleration.value, "may not be specified together with the operator Exists");
    }
  };
  check(cluster.spec.controller);
  if (cluster.spec.accounting) check(*cluster.spec.accounting);
  for (const auto& set : cluster.spec.node_sets) check(set);
  for (const auto& login : cluster.spec.login) check(login);
  if (cluster.spec.rest_api) check(*cluster.spec.rest_api);
}

void rule_state_claim(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto& state = cluster.spec.controller.state;
  if (!state.existing_claim) return;
  for (const auto* field : {&state.size, &state.storage_class})
    if (field->given)
      forbid(found, "SKF334", *field,
             "may not be specified together with existingClaim: that claim has its own size and storage class");
}

}  // namespace skiff
