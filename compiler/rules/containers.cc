#include <algorithm>

#include "plan/units.h"
#include "rules/rules.h"

namespace skiff {
namespace {

constexpr std::string_view folders[] = {"ENROOT_CACHE_PATH",   "ENROOT_DATA_PATH",    "ENROOT_LIBRARY_PATH",
                                        "ENROOT_RUNTIME_PATH", "ENROOT_SYSCONF_PATH", "ENROOT_TEMP_PATH"};

}  // namespace

void rule_container_runtime(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.pyxis) return;
  const spec::Text& memory = cluster.spec.containers->pyxis->runtime.memory;
  const spec::Text& storage = cluster.spec.containers->pyxis->runtime.storage;
  if (memory && storage) forbid(found, "SKF345", storage, "may not be specified together with memory");
  if (!memory) return;
  for (const auto& set : plan.node_sets) {
    if (mebibytes(*memory) <= mebibytes(*set.memory)) continue;
    refuse(found, "SKF345", memory,
           "must be no more than the memory of node set " + *set.name + ", " + *set.memory + ", of which it is a part");
    return;
  }
}

void rule_import_cache(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.pyxis) return;
  const spec::ImportCache& cache = cluster.spec.containers->pyxis->import_cache;
  if (!*cache.enabled) return;
  const spec::Text& name = cache.storage;
  if (!name) {
    if (cache.given && !plan.pyxis->cache)
      require(found, "SKF346", cache, "storage",
              "name a volume, because there is no jail on a volume that all pods share and can write");
    return;
  }
  if (!is_shared(*find_volume(plan.storage, *name)))
    refuse(
        found, "SKF346", name,
        "must be a claim with ReadWriteMany or an nfs volume: all workers and the CronJob that evicts images share it");
}

void rule_enroot_settings(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.pyxis) return;
  for (const auto& [key, value] : cluster.spec.containers->pyxis->enroot)
    if (std::find(std::begin(folders), std::end(folders), *key) != std::end(folders))
      forbid(found, "SKF347", key, "containers.pyxis.runtime and importCache decide this directory");
}

// slurmd reads the bundle's config.json on the worker's own root filesystem, before the plugin of the jail makes the root
// of the step (src/slurmd/slurmstepd/slurmstepd.c, setup_container). Before 23.02, slurmctld does not send oci.conf.
void rule_oci(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.oci) return;
  const spec::Oci& oci = *cluster.spec.containers->oci;
  if (plan.jail)
    forbid(found, "SKF300", oci, "slurmd would look for the bundles outside the jail: set containers.pyxis instead");
  else if (*plan.target.slurm < Version{23, 2})
    forbid(found, "SKF300", oci, "needs Slurm 23.02 or newer; the target is " + to_string(*plan.target.slurm));
}

}  // namespace skiff
