#include <algorithm>

#include "diag/suggest.h"
#include "plan/catalogue.h"
#include "plan/owned.h"
#include "rules/rules.h"

namespace skiff {
namespace {

void check(const spec::Settings& settings, std::string_view file, std::string_view line, Diagnostics& found) {
  std::vector<const spec::Text*> seen;
  for (const auto& [key, setting] : settings) {
    for (const spec::Text* other : seen)
      if (same_key(**other, *key))
        found.push_back({.rule = "SKF318",
                         .problem = Problem::duplicate,
                         .span = key.span,
                         .value = quote(*key),
                         .message = "Slurm does not tell upper from lower case in a parameter's name",
                         .notes = {{other->span, "the same parameter"}}});
    seen.push_back(&key);
    const OwnedParameter* owned = find_owned(file, line, *key);
    if (owned && owned->policy == OwnedParameter::Policy::list && setting.list.empty() &&
        setting.value->find(' ') != std::string::npos)
      refuse(found, "SKF326", setting.value,
             "is added to a list of words with commas between them: make it a list, as in [one, two=2]");
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
  while (!rest.empty()) {
    found.emplace_back(rest.substr(0, rest.find(',')));
    rest.remove_prefix(std::min(rest.size(), found.back().size() + 1));
  }
  return found;
}

}  // namespace

// sshd ends at its start: "Bad configuration option".
void rule_sshd_keywords(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const std::vector<std::string_view> known = sshd_keywords();
  for (const auto& login : cluster.spec.login)
    for (const auto& [key, setting] : login.sshd) {
      if (std::any_of(known.begin(), known.end(), [&k = *key](const auto word) { return same_key(word, k); })) continue;
      found.push_back({.rule = "SKF338",
                       .problem = Problem::not_found,
                       .span = key.span,
                       .value = quote(*key),
                       .message = "no keyword of sshd_config" + did_you_mean(*key, known)});
    }
}

// slurmctld ends at its start: "PreemptType and PreemptMode values incompatible" (slurm.conf(5), PreemptMode).
void rule_preemption(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::Settings& config = cluster.spec.slurm.config;
  const spec::Setting* type = find(config, "PreemptType");
  const spec::Setting* mode = find(config, "PreemptMode");
  const bool preempts = type && !same_key(*type->value, "preempt/none");
  bool acts = false;
  if (mode)
    for (const std::string& word : words(*mode)) acts = acts || !(same_key(word, "OFF") || same_key(word, "GANG"));
  if (preempts && !acts)
    refuse(found, "SKF319", (mode ? mode : type)->value,
           "PreemptType needs a PreemptMode of CANCEL, REQUEUE or SUSPEND beside it");
  if (acts && !preempts)
    refuse(found, "SKF319", mode->value, "without a PreemptType such as preempt/partition_prio it must be OFF or GANG");
}

void rule_owned_parameters(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::SlurmFiles& files = cluster.spec.slurm;
  check(files.config, "slurm.conf", "", found);
  check(files.cgroup, "cgroup.conf", "", found);
  check(files.slurmdbd, "slurmdbd.conf", "", found);
  check(files.mpi, "mpi.conf", "", found);
  check(files.acct_gather, "acct_gather.conf", "", found);
  check(files.job_container, "job_container.conf", "", found);
  for (const auto& set : cluster.spec.node_sets) check(set.config, "slurm.conf", "NodeName", found);
  for (const auto& partition : cluster.spec.partitions) check(partition.config, "slurm.conf", "PartitionName", found);
  for (const auto& login : cluster.spec.login) check(login.sshd, "sshd_config", "", found);
}

}  // namespace skiff
