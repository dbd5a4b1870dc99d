#include "rules/rules.h"

namespace skiff {

void rule_toleration_fields(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::ClusterSpec& spec = cluster.spec;
  const auto check = [&](const spec::Placement& placement) {
    for (const auto& toleration : placement.tolerations) {
      if (!toleration.key && *toleration.op != "Exists")
        require(found, "SKF332", toleration, "key", "only the operator Exists may have no key");
      if (toleration.value && *toleration.op == "Exists")
        forbid(found, "SKF332", toleration.value, "may not be specified together with the operator Exists");
    }
  };
  if (spec.jail) check(spec.jail->populate);
  if (spec.containers && spec.containers->pyxis) check(spec.containers->pyxis->import_cache.eviction);
  check(spec.controller);
  if (spec.accounting) check(*spec.accounting);
  for (const auto& set : spec.node_sets) check(set);
  for (const auto& login : spec.login) check(login);
  if (spec.rest_api) check(*spec.rest_api);
  if (spec.health)
    for (const auto& benchmark : spec.health->benchmarks) check(benchmark);
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
