#include <algorithm>

#include "plan/owned.h"
#include "rules/rules.h"

namespace skiff {
namespace {

const spec::Volume* volume_of(const spec::Cluster& cluster) {
  for (const auto& [name, volume] : cluster.spec.storage)
    if (*name == *cluster.spec.jail->storage) return &volume;
  return nullptr;
}

}  // namespace

// Slurm makes a namespace of its own for each job by these, and step daemons that went elsewhere can't enter it.
void rule_jail_mode(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.jail) return;
  const spec::Text& mode = cluster.spec.jail->mode;
  if (*mode == "step") {
    for (const auto& [key, setting] : cluster.spec.slurm.config)
      if (makes_namespaces(*key, *setting.value))
        forbid(found, "SKF341", key, "Slurm's own namespaces of jobs go with spec.jail.mode task alone");
    return;
  }
  const auto has_home = [](const plan::NodeSet& set) {
    return std::any_of(set.mounts.begin(), set.mounts.end(), [](const auto& mount) { return *mount.path == "/home"; });
  };
  if (!std::all_of(plan.node_sets.begin(), plan.node_sets.end(), has_home))
    refuse(found, "SKF341", mode,
           "the step daemon opens a job's output files outside the jail: mount /home in all node sets by spec.mounts");
}

// A volume for one Kubernetes node at a time: the second pod would wait for ever.
void rule_jail_storage(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.jail) return;
  const spec::Volume* volume = volume_of(cluster);
  if (!volume || !volume->claim || volume->claim->access_modes.empty()) return;
  const auto& modes = volume->claim->access_modes;
  if (std::any_of(modes.begin(), modes.end(), [](const auto& mode) { return *mode == "ReadWriteMany"; })) return;
  refuse(found, "SKF342", modes.front(),
         "the jail is mounted by all worker and login pods at once: must have ReadWriteMany");
}

void rule_jail_capabilities(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.jail || plan.jail->capabilities.size() < 2) return;
  for (const auto& capability : cluster.spec.jail->capabilities)
    if (*capability == "none") refuse(found, "SKF343", capability, "may not stand beside others");
}

// uid 0 in the jail is uid 0 to slurmctld: no partition is closed to it, and `setpriv --reuid USER srun` is any user.
void rule_jail_exemptions(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.jail || *cluster.spec.jail->root_is_trusted) return;
  const spec::Exempt& exempt = cluster.spec.jail->exempt;
  const spec::NoJail& no_jail = cluster.spec.jail->no_jail;
  for (const auto* names :
       {&exempt.users, &exempt.groups, &exempt.partitions, &exempt.accounts, &no_jail.users, &no_jail.groups})
    if (!names->empty())
      forbid(found, "SKF370", names->front(),
             "who is root in the jail is root to Slurm, too, and leaves the jail by it: take it out, or set "
             "spec.jail.rootIsTrusted to true");
}

// Without associations slurmctld takes any account that a job names.
void rule_jail_accounts(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.jail || plan.jail->exempt_accounts.empty()) return;
  const spec::Text& account = cluster.spec.jail->exempt.accounts.front();
  if (!plan.accounting) {
    forbid(found, "SKF371", account,
           "without accounting any job may name it: set spec.accounting, and associations in its enforce");
    return;
  }
  // SKF324 asks for it where a word implies it.
  const plan::Texts& enforce = plan.accounting->enforce;
  if (std::none_of(enforce.begin(), enforce.end(), [](const auto& word) { return *word == "associations"; }))
    forbid(found, "SKF371", account, "any job may name it: set associations in spec.accounting.enforce");
}

}  // namespace skiff
