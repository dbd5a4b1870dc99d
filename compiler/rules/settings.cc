#include <map>

#include "lower/slurm/owned.h"
#include "rules/rules.h"

namespace skiff {
namespace {

void check(const spec::Settings& settings, std::string_view file, std::string_view line, Diagnostics& found) {
  std::vector<const spec::Text*> seen;
  for (const auto& [key, setting] : settings) {
    for (const spec::Text* other : seen)
      if (same_key(**other, *key))
        found.push_back({.rule = "SKF318", .problem = Problem::duplicate, .span = key.span, .value = "\"" + *key + "\"",
                         .message = "Slurm does not tell upper from lower case in a parameter's name",
                         .notes = {{other->span, "the same parameter"}}});
    seen.push_back(&key);
    const OwnedParameter* owned = find_owned(file, line, *key);
    if (!owned || owned->policy != OwnedParameter::Policy::fixed) continue;
    found.push_back({.rule = "SKF317", .problem = Problem::forbidden, .span = key.span,
                     .message = "skiff decides this parameter: " + std::string(owned->field)});
  }
}

}  // namespace

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
