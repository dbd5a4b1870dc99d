#include <algorithm>

#include "diag/suggest.h"
#include "plan/catalogue.h"
#include "plan/owned.h"
#include "rules/rules.h"
#include "text/split.h"

namespace skiff {
namespace {

void check(const spec::Settings& settings, std::string_view file, std::string_view line, Diagnostics& found) {
  std::vector<const spec::Text*> seen;
  for (const auto& [key, setting] : settings) {
    for (const spec::Text* other : seen)
      if (same_key(**other, *key))
        duplicate(found, "SKF318", key, "names of parameters are not case-sensitive", other->span,
                  "the same parameter");
    seen.push_back(&key);
    const OwnedParameter* owned = find_owned(file, line, *key);
    if (owned && owned->policy == OwnedParameter::Policy::list && setting.list.empty() &&
        setting.value->find(' ') != std::string::npos)
      refuse(found, "SKF326", setting.value, "must be a list such as [one, two=2], because skiff adds words to it");
    if (!owned || owned->policy != OwnedParameter::Policy::fixed) continue;
    forbid(found, "SKF317", key, "skiff decides this parameter: " + std::string(owned->field));
  }
}

const spec::Setting* find(const spec::Settings& settings, std::string_view key) {
  for (const auto& [name, setting] : settings)
    if (same_key(*name, key)) return &setting;
  return nullptr;
}

/// The words of a setting, whether written as a list or with commas.
std::vector<std::string> words(const spec::Setting& setting) {
  std::vector<std::string> found;
  for (const auto& item : setting.list) found.push_back(*item);
  std::string_view rest = *setting.value;
  while (!rest.empty()) found.emplace_back(take_until(rest, ','));
  return found;
}

/// The value for a diagnostic: a list as Slurm's files show it.
spec::Text shown(const spec::Setting& setting) {
  spec::Text text = setting.value;
  if (setting.list.empty()) return text;
  std::string joined;
  for (const auto& item : setting.list) joined += (joined.empty() ? "" : ",") + *item;
  text.value = std::move(joined);
  return text;
}

}  // namespace

// sshd would exit at startup: "Bad configuration option".
void rule_sshd_keywords(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const std::span<const std::string_view> known = catalogue::sshd_keywords();
  const auto check_keywords = [&](const spec::Settings& settings) {
    for (const auto& [key, setting] : settings) {
      if (std::any_of(known.begin(), known.end(), [&k = *key](const auto word) { return same_key(word, k); })) continue;
      found.push_back({.rule = "SKF338",
                       .problem = Problem::not_found,
                       .span = key.span,
                       .value = quote(*key),
                       .message = "not a keyword of sshd_config" + did_you_mean(*key, known)});
    }
  };
  for (const auto& login : cluster.spec.login) check_keywords(login.sshd);
  if (cluster.spec.node_ssh) check_keywords(cluster.spec.node_ssh->sshd);
}

// slurmctld would exit at startup: "PreemptType and PreemptMode values incompatible" (slurm.conf(5), PreemptMode).
void rule_preemption(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::Settings& config = cluster.spec.slurm.config;
  const spec::Setting* type = find(config, "PreemptType");
  const spec::Setting* mode = find(config, "PreemptMode");
  const bool preempts = type && !same_key(*type->value, "preempt/none");
  bool acts = false;
  if (mode)
    for (const std::string& word : words(*mode)) acts = acts || !(same_key(word, "OFF") || same_key(word, "GANG"));
  if (preempts && !acts)
    refuse(found, "SKF319", shown(mode ? *mode : *type),
           "PreemptType needs a PreemptMode of CANCEL, REQUEUE or SUSPEND");
  if (acts && !preempts)
    refuse(found, "SKF319", shown(*mode), "must be OFF or GANG without a PreemptType such as preempt/partition_prio");
}

// RunInJob, from 24.05 on: the daemon of the extern step runs Prolog and Epilog, and nothing runs those of SPANK
// plugins (seen with 24.11). X11: the daemon of the extern step writes to /tmp as the user. In mode task, this is /tmp
// of the node's own root, where users may not write and no task in the jail would see the file.
void rule_prolog_flags(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::Setting* flags = find(cluster.spec.slurm.config, "PrologFlags");
  const auto& plugins = cluster.spec.slurm.plugstack;
  const bool jail = plan.jail || std::any_of(plugins.begin(), plugins.end(), [](const spec::SpankPlugin& plugin) {
                      return plugin.plugin->ends_with("/spank_chroot.so");
                    });
  if (!flags || !jail) return;
  const std::vector<std::string> all = words(*flags);
  const auto says = [&](std::string_view flag) {
    return std::any_of(all.begin(), all.end(), [&](const auto& word) { return same_key(word, flag); });
  };
  if (says("RunInJob"))
    forbid(found, "SKF372", flags->value,
           "with RunInJob, Slurm does not run the jail's prolog and epilog: directories of jobs would stay on the "
           "nodes, for the next job with the same number; remove RunInJob");
  if (says("X11") && plan.jail && *plan.jail->mode == "task")
    forbid(
        found, "SKF373", flags->value,
        "with spec.jail.mode task, Slurm writes the key of a display where no task sees it, and cancels jobs that ask "
        "for a display; remove X11, or use mode step");
}

// skiff would quote "foo Nodes=cpu-0", and Slurm would take all of it as the name. slurmctld accepts such a NodeSet
// without an error, and logs an error about DownNodes (seen with 22.05 to 26.05).
void rule_records(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  constexpr std::pair<std::string_view, std::string_view> records[] = {
      {"NodeSet", "a partition names its nodes in spec.partitions[].nodeSets"},
      {"DownNodes", "set the state of a node with scontrol, which slurmctld remembers"},
      {"PowerAction", "set spec.slurm.scripts.rebootProgram, or scaling of a node set"}};
  for (const auto& [key, setting] : cluster.spec.slurm.config)
    for (const auto& [record, instead] : records)
      if (same_key(*key, record))
        forbid(found, "SKF374", key,
               "begins a line of several parameters, which config cannot write: " + std::string(instead));
}

void rule_owned_parameters(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::SlurmFiles& files = cluster.spec.slurm;
  check(files.config, "slurm.conf", "", found);
  check(files.cgroup, "cgroup.conf", "", found);
  check(files.slurmdbd, "slurmdbd.conf", "", found);
  check(files.mpi, "mpi.conf", "", found);
  check(files.acct_gather, "acct_gather.conf", "", found);
  check(files.job_container, "job_container.conf", "", found);
  if (cluster.spec.containers && cluster.spec.containers->oci)
    check(cluster.spec.containers->oci->config, "oci.conf", "", found);
  for (const auto& set : cluster.spec.node_sets) check(set.config, "slurm.conf", "NodeName", found);
  for (const auto& partition : cluster.spec.partitions) check(partition.config, "slurm.conf", "PartitionName", found);
  for (const auto& login : cluster.spec.login) check(login.sshd, "sshd_config", "", found);
  if (cluster.spec.node_ssh) check(cluster.spec.node_ssh->sshd, "sshd_config", "", found);
  if (!cluster.spec.accounting) return;
  for (const auto& qos : cluster.spec.accounting->qos) check(qos.config, "policy.conf", "QOS", found);
  for (const auto& account : cluster.spec.accounting->accounts) check(account.config, "policy.conf", "Account", found);
  for (const auto& user : cluster.spec.accounting->users)
    for (const auto& association : user.accounts) check(association.config, "policy.conf", "Association", found);
}

}  // namespace skiff
