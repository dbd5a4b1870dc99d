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
  const spec::Text& memory = cluster.spec.containers->pyxis.runtime.memory;
  const spec::Text& storage = cluster.spec.containers->pyxis.runtime.storage;
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
  if (!plan.pyxis || !plan.pyxis->cache) return;
  const spec::Text& name = cluster.spec.containers->pyxis.import_cache->storage;
  const plan::Volume& volume = *find_volume(plan.storage, *name);
  const auto& modes = volume.access_modes;
  const bool shared = !volume.host_path && !is_of_one_pod(volume) && !is_read_only(volume) &&
                      (modes.empty() || std::any_of(modes.begin(), modes.end(),
                                                    [](const auto& mode) { return *mode == "ReadWriteMany"; }));
  if (!shared)
    refuse(
        found, "SKF346", name,
        "must be a claim with ReadWriteMany or an nfs volume: all workers and the CronJob that evicts images share it");
}

void rule_enroot_settings(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.pyxis) return;
  for (const auto& [key, value] : cluster.spec.containers->pyxis.enroot)
    if (std::find(std::begin(folders), std::end(folders), *key) != std::end(folders))
      forbid(found, "SKF347", key, "containers.pyxis.runtime and importCache decide this directory");
}

}  // namespace skiff
