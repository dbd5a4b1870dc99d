#include <algorithm>

#include "diag/suggest.h"
#include "plan/owned.h"
#include "policy/options.h"
#include "rules/rules.h"
#include "text/ascii.h"
#include "text/split.h"

namespace skiff {
namespace {

/// Since this release, slurmdbd also has the memory and the utilization of GPUs, if it has GPUs.
constexpr Version gpu_use_since = {23, 2};

/// The TRES that the database has after slurmctld has registered with it: those of every database
/// (src/common/slurmdb_defs.h), and those of AccountingStorageTRES. In lower case.
std::vector<std::string> known_tres(const plan::Plan& plan) {
  std::vector<std::string> names{"cpu", "mem", "energy", "node", "billing", "fs/disk", "vmem", "pages"};
  const auto add = [&](std::string_view list) {
    for (const std::string_view name : Parts(list, ','))
      if (!name.empty()) names.push_back(to_lower(name));
  };
  for (const plan::Text& tres : plan.accounting->tres) add(*tres);
  for (const auto& [key, value] : plan.files.config)
    if (same_key(key, "AccountingStorageTRES")) add(*value);
  if (*plan.target.slurm >= gpu_use_since && std::ranges::find(names, "gres/gpu") != names.end())
    add("gres/gpumem,gres/gpuutil");
  return names;
}

void judge(const spec::Settings& config, const std::vector<std::string_view>& known, Diagnostics& found) {
  const auto check = [&](const spec::Text& field) {
    for (const std::string_view part : Parts(*field, ',')) {
      const std::string_view name = part.substr(0, part.find('='));
      if (name.empty() || std::ranges::find(known, to_lower(name)) != known.end()) continue;
      found.push_back({.rule = "SKF237",
                       .problem = Problem::not_found,
                       .span = field.span,
                       .value = quote(name),
                       .message = "not a TRES of the accounting database, which gets others from "
                                  "spec.slurm.config.AccountingStorageTRES" +
                                  did_you_mean(to_lower(name), known)});
    }
  };
  for (const auto& [key, setting] : config) {
    if (!policy::is_tres(*key)) continue;
    if (setting.list.empty()) check(setting.value);
    for (const spec::Text& item : setting.list) check(item);
  }
}

}  // namespace

void rule_limits_of_tres(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.accounting) return;
  const std::vector<std::string> names = known_tres(plan);
  const std::vector<std::string_view> known(names.begin(), names.end());
  const spec::Accounting& accounting = *cluster.spec.accounting;
  for (const auto& qos : accounting.qos) judge(qos.config, known, found);
  for (const auto& account : accounting.accounts) judge(account.config, known, found);
  for (const auto& user : accounting.users)
    for (const auto& association : user.accounts) judge(association.config, known, found);
}

}  // namespace skiff
