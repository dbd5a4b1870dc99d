#include "plan/jail.h"

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

// With these parameters, Slurm creates a namespace for each job. A step daemon in the jail cannot enter this namespace.
void rule_jail_mode(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.jail) return;
  const spec::Text& mode = cluster.spec.jail->mode;
  if (*mode == "step") {
    for (const auto& [key, setting] : cluster.spec.slurm.config)
      if (makes_namespaces(*key, *setting.value))
        forbid(found, "SKF341", key, "Slurm's own namespaces of jobs require spec.jail.mode: task");
    return;
  }
  const auto has_home = [](const plan::NodeSet& set) {
    return std::any_of(set.mounts.begin(), set.mounts.end(), [](const auto& mount) { return *mount.path == "/home"; });
  };
  if (!std::all_of(plan.node_sets.begin(), plan.node_sets.end(), has_home))
    refuse(found, "SKF341", mode,
           "mode task opens output files of jobs outside the jail: mount /home in all node sets with spec.mounts");
}

// If only one Kubernetes node can mount the volume, pods of a second node would wait forever.
void rule_jail_storage(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.jail) return;
  const spec::Volume* volume = volume_of(cluster);
  if (!volume || given_modes(*volume).empty()) return;
  const spec::Texts& modes = given_modes(*volume);
  if (std::any_of(modes.begin(), modes.end(), [](const auto& mode) { return *mode == "ReadWriteMany"; })) return;
  refuse(found, "SKF342", modes.front(),
         "must have ReadWriteMany: all worker and login pods mount the jail at the same time");
}

void rule_jail_capabilities(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.jail || plan.jail->capabilities.size() < 2) return;
  for (const auto& capability : cluster.spec.jail->capabilities)
    if (*capability == "none")
      refuse(found, "SKF343", capability, "may not be specified together with other capabilities");
}

// uid 0 in the jail is uid 0 to slurmctld: it may use every partition, and become any user with `setpriv --reuid USER`.
void rule_jail_exemptions(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.jail || *cluster.spec.jail->root_is_trusted) return;
  const spec::Exempt& exempt = cluster.spec.jail->exempt;
  const spec::NoJail& no_jail = cluster.spec.jail->no_jail;
  for (const auto* names :
       {&exempt.users, &exempt.groups, &exempt.partitions, &exempt.accounts, &no_jail.users, &no_jail.groups})
    if (!names->empty())
      forbid(found, "SKF370", names->front(),
             "root in the jail is also root to Slurm, and could use this to leave the jail: remove it, or set "
             "spec.jail.rootIsTrusted to true");
}

// Without associations, slurmctld accepts any account that a job names.
void rule_jail_accounts(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.jail || plan.jail->exempt_accounts.empty()) return;
  const spec::Text& account = cluster.spec.jail->exempt.accounts.front();
  if (!plan.accounting) {
    forbid(found, "SKF371", account,
           "without accounting, any job may name this account: set spec.accounting, with associations in its enforce");
    return;
  }
  // If another option implies associations, SKF324 requires it in the list.
  const plan::Texts& enforce = plan.accounting->enforce;
  if (std::none_of(enforce.begin(), enforce.end(), [](const auto& word) { return *word == "associations"; }))
    forbid(found, "SKF371", account, "any job may name this account: add associations to spec.accounting.enforce");
}

namespace {

// sudo changes to root and back to the user, and writes to the audit log. A session limits its own capabilities.
constexpr std::string_view admins_need[] = {"audit_write", "chown",   "dac_override", "fowner",
                                            "setgid",      "setpcap", "setuid"};

// Root in a session could leave the jail through a process that sshd has started outside of it as another user.
void judge_sshd_for_admins(const spec::Sshd& sshd, Diagnostics& found) {
  for (const auto& [key, setting] : sshd.sshd) {
    const bool user = same_key(*key, "AuthorizedKeysCommandUser") || same_key(*key, "AuthorizedPrincipalsCommandUser");
    if (user && *setting.value != "root")
      forbid(found, "SKF389", key,
             "an administrator of the jail could leave it through a program of another user: set root, or remove "
             "spec.jail.admins");
  }
}

void judge_levels_for_admins(const spec::Cluster& cluster, Diagnostics& found) {
  if (!cluster.spec.accounting || *cluster.spec.jail->root_is_trusted) return;
  for (const auto& user : cluster.spec.accounting->users)
    if (user.admin_level && *user.admin_level != "None")
      forbid(found, "SKF389", user.admin_level,
             "an administrator of the jail could become this user, and administer Slurm: remove it, remove "
             "spec.jail.admins, or set spec.jail.rootIsTrusted to true");
}

}  // namespace

void rule_jail_admins(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!jail_admins(plan)) return;
  const spec::Jail& jail = *cluster.spec.jail;
  for (const auto& option : jail.root_options)
    refuse(found, "SKF389", option,
           *option == "ro" ? "administrators could not change the jail: remove it, or remove spec.jail.admins"
                           : "sudo needs its setuid bit: remove it, or remove spec.jail.admins");
  if (!jail.capabilities.empty()) {
    std::string missing;
    for (const std::string_view needed : admins_need)
      if (std::ranges::none_of(jail.capabilities, [&](const auto& given) { return *given == needed; }))
        missing += (missing.empty() ? "" : ", ") + std::string(needed);
    if (!missing.empty())
      refuse(found, "SKF389", jail.capabilities.front(),
             "sudo would not work without these capabilities: add " + missing + ", or remove spec.jail.admins");
  }
  if (*jail.populate.policy == "Never")
    refuse(found, "SKF389", jail.populate.policy,
           "the Job that populates the jail also writes the rules of sudo: set IfEmpty, or remove spec.jail.admins");
  for (const auto& login : cluster.spec.login) judge_sshd_for_admins(login, found);
  if (cluster.spec.node_ssh) judge_sshd_for_admins(*cluster.spec.node_ssh, found);
  judge_levels_for_admins(cluster, found);
}

void rule_jail_populate(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  if (!cluster.spec.jail || *cluster.spec.jail->populate.policy != "Never") return;
  const spec::Populate& populate = cluster.spec.jail->populate;
  const auto unused = [&](const auto& part) {
    forbid(found, "SKF383", part, "may not be specified together with the policy Never: there is no Job");
  };
  for (const auto& [key, value] : populate.node_selector) unused(value);
  for (const auto& toleration : populate.tolerations) unused(toleration);
  if (populate.priority_class_name) unused(populate.priority_class_name);
}

}  // namespace skiff
