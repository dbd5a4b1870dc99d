#include "plan/resolve_parts.h"

namespace skiff {

std::optional<plan::Jail> resolve_jail(const spec::ClusterSpec& spec, Diagnostics& diagnostics) {
  if (!spec.jail) return std::nullopt;
  const spec::Jail& jail = *spec.jail;
  std::vector<std::string_view> volumes, partitions;
  for (const auto& [name, volume] : spec.storage) volumes.push_back(*name);
  for (const auto& partition : spec.partitions) partitions.push_back(*partition.name);
  check_known("SKF205", jail.storage, volumes, "spec.storage", diagnostics);
  for (const auto& name : jail.exempt.partitions)
    check_known("SKF219", name, partitions, "spec.partitions", diagnostics);
  return plan::Jail{jail.storage.tracked(),
                    jail.version.tracked(),
                    jail.populate.policy.tracked(),
                    jail.mode.tracked(),
                    resolve_texts(jail.root_options),
                    jail.hide_processes.tracked(),
                    resolve_texts(jail.capabilities),
                    resolve_texts(jail.admins.users),
                    resolve_texts(jail.admins.groups),
                    jail.on_failure.tracked(),
                    resolve_texts(jail.exempt.users),
                    resolve_texts(jail.exempt.groups),
                    resolve_texts(jail.exempt.partitions),
                    resolve_texts(jail.exempt.accounts),
                    resolve_texts(jail.no_jail.users),
                    resolve_texts(jail.no_jail.groups),
                    resolve_placement(jail.populate)};
}

}  // namespace skiff
