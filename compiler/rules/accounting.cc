#include <algorithm>

#include "plan/units.h"
#include "rules/rules.h"

namespace skiff {

// slurm.conf(5), AccountingStorageEnforce: some options imply others, and slurmctld adds these silently.
void rule_enforcement(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  if (!cluster.spec.accounting) {
    constexpr std::string_view why = "a QOS is a record of the accounting database: set spec.accounting";
    for (const auto& partition : cluster.spec.partitions) {
      if (partition.qos) forbid(found, "SKF325", partition.qos, std::string(why));
      for (const auto* list : {&partition.allow_qos, &partition.deny_qos})
        if (!list->empty()) forbid(found, "SKF325", list->front(), std::string(why));
    }
    return;
  }
  const auto& enforce = cluster.spec.accounting->enforce;
  const auto has = [&](std::string_view word) {
    return std::any_of(enforce.begin(), enforce.end(), [&](const auto& item) { return *item == word; });
  };
  for (const auto& item : enforce) {
    const bool needs_limits = *item == "safe";
    const bool needs_associations = *item == "limits" || *item == "qos" || *item == "wckeys" || needs_limits;
    std::string missing;
    if (needs_associations && !has("associations")) missing = "associations";
    if (needs_limits && !has("limits")) missing += missing.empty() ? "limits" : " and limits";
    if (missing.empty()) continue;
    refuse(found, "SKF324", item, "implies " + missing + ", which must be listed as well");
  }
}

// Half of the memory is InnoDB's buffer pool. Below this limit, MariaDB itself does not fit into the other half.
void rule_database_memory(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.accounting || !plan.accounting->mariadb) return;
  if (mebibytes(*plan.accounting->mariadb->resources.memory) >= 512) return;
  const spec::Text& memory = cluster.spec.accounting->database.mariadb->resources.memory;
  refuse(found, "SKF328", memory, "must be at least 512Mi: half of it becomes the buffer pool");
}

// Kubernetes may start slurmdbd's pod on another node, with another directory.
void rule_archive(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.accounting || !plan.accounting->archive) return;
  const spec::Text& storage = cluster.spec.accounting->archive->storage;
  if (find_volume(plan.storage, *storage)->host_path)
    refuse(found, "SKF349", storage, "must be a claim: a hostPath is another directory on each Kubernetes node");
}

}  // namespace skiff
