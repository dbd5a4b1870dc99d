#include "lower/slurm/confs.h"

namespace skiff {
namespace {

void add(Conf& conf, const char* kind, const std::vector<plan::AccountingRecord>& records) {
  for (const plan::AccountingRecord& record : records) {
    ConfLine line{{{kind, *record.name, record.name.origin}}};
    for (const auto& [key, value] : record.options)
      line.parameters.push_back({key, quoted_if_needed(*value), value.origin});
    conf.lines.push_back(std::move(line));
  }
}

}  // namespace

std::optional<Conf> policy_conf(const plan::Plan& plan) {
  if (!plan.accounting || !plan.accounting->policy) return std::nullopt;
  const plan::Policy& policy = *plan.accounting->policy;
  Conf conf{.name = "policy.conf", .path = "slurm/policy.conf", .why = policy.why};
  conf.add("Prune", policy.prune.value, policy.prune.origin | policy.why);
  add(conf, "QOS", policy.qos);
  add(conf, "Account", policy.accounts);
  add(conf, "User", policy.users);
  add(conf, "Association", policy.associations);
  add(conf, "Resource", policy.resources);
  return conf;
}

}  // namespace skiff
