#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.h"
#include "text/ascii.h"

// Volumes with a claim for each pod. The StatefulSet controller makes the claims, with names that it decides.

namespace skiff {
namespace {

const spec::Volume& spec_of(const spec::Cluster& cluster, std::string_view name) {
  return std::ranges::find_if(cluster.spec.storage, [&](const auto& each) { return *each.first == name; })->second;
}

/// The pods of one StatefulSet, and the volumes of which each of them has its own.
struct PodSet {
  std::string object, name;  ///< h100, `node set h100`
  std::vector<const plan::Volume*> volumes;
};

void add(PodSet& set, const plan::Plan& plan, std::string_view storage) {
  const plan::Volume* volume = find_volume(plan.storage, storage);
  if (volume && volume->per_pod && std::ranges::count(set.volumes, volume) == 0) set.volumes.push_back(volume);
}

std::vector<PodSet> pod_sets(const plan::Plan& plan) {
  std::vector<PodSet> sets;
  for (const plan::NodeSet& nodes : plan.node_sets) {
    PodSet set{*nodes.name, "node set " + *nodes.name, {}};
    for (const plan::Mount& mount : nodes.mounts) add(set, plan, *mount.storage);
    if (plan.pyxis && plan.pyxis->storage) add(set, plan, **plan.pyxis->storage);
    sets.push_back(std::move(set));
  }
  for (const plan::Login& login : plan.login) {
    PodSet set{*login.object, "login set " + *login.name, {}};
    for (const plan::Mount& mount : login.mounts) add(set, plan, *mount.storage);
    sets.push_back(std::move(set));
  }
  return sets;
}

/// The names of the claims without the number of the pod: storage-scratch-h100-
std::string claim_stem(const plan::Volume& volume, const PodSet& set) {
  return pod_volume_name(*volume.name) + "-" + set.object + "-";
}

/// True if one of the pods of the set has a claim with this name.
bool has_claim(const plan::Volume& volume, const PodSet& set, std::string_view claim) {
  const std::string stem = claim_stem(volume, set);
  if (!claim.starts_with(stem)) return false;
  const std::string_view number = claim.substr(stem.size());
  return !number.empty() && std::ranges::all_of(number, is_digit) && (number == "0" || number.front() != '0');
}

void check_policies(const std::vector<PodSet>& sets, const spec::Cluster& cluster, Diagnostics& found) {
  std::vector<const plan::Volume*> reported;
  for (const PodSet& set : sets)
    for (const plan::Volume* volume : set.volumes) {
      if (std::ranges::count(reported, volume) != 0) continue;
      const plan::Volume& first = *set.volumes.front();
      const spec::ClaimPerPod& claim = *spec_of(cluster, *volume->name).claim_per_pod;
      const spec::RetentionPolicy& policy = claim.retention;
      const auto check = [&](const plan::Text& right, const spec::Text& field, const std::string& child) {
        if (*right == *field) return;
        reported.push_back(volume);
        const std::string why = *right + ", as in volume " + *first.name + ": the pods of " + set.name +
                                " have both volumes, and a StatefulSet has one policy";
        if (policy.given)
          refuse(found, "SKF344", field, policy, child, "must be " + why);
        else
          require(found, "SKF344", claim, "retentionPolicy", "give " + child + ": " + why);
      };
      check(first.per_pod->when_deleted, policy.when_deleted, "whenDeleted");
      check(first.per_pod->when_scaled, policy.when_scaled, "whenScaled");
    }
}

void check_names(const plan::Plan& plan, const std::vector<PodSet>& sets, const spec::Cluster& cluster,
                 Diagnostics& found) {
  const auto key_of = [&](std::string_view name) -> const spec::Text& {
    return std::ranges::find_if(cluster.spec.storage, [&](const auto& each) { return *each.first == name; })->first;
  };
  std::vector<std::pair<std::string, std::string>> stems;  // with what has these claims
  for (const PodSet& set : sets)
    for (const plan::Volume* volume : set.volumes) {
      const std::string stem = claim_stem(*volume, set);
      const std::string owner = "volume " + *volume->name + " in the pods of " + set.name;
      const spec::Text& key = key_of(*volume->name);
      const auto same = std::ranges::find(stems, stem, [](const auto& one) { return one.first; });
      if (same != stems.end())
        refuse(found, "SKF344", key,
               "must be another name: the claims " + stem + "N of " + owner + " would be those of " + same->second);
      stems.emplace_back(stem, owner);
      const auto check = [&](const std::optional<plan::Text>& claim, const std::string& other) {
        if (claim && has_claim(*volume, set, **claim))
          refuse(found, "SKF344", key,
                 "must be another name: the claim " + **claim + " of " + other + " would be one of " + owner);
      };
      for (const plan::Volume& other : plan.storage) check(other.claim, "volume " + *other.name);
      check(plan.controller.state.claim, "slurmctld");
    }
}

}  // namespace

void rule_pod_claims(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const auto is_per_pod = [&](const spec::Text& name) { return find_volume(plan.storage, *name)->per_pod.has_value(); };
  const auto check_elastic = [&](const spec::Text& storage, const plan::NodeSet& set) {
    refuse(found, "SKF344", storage,
           "must not be a claimPerPod volume in the elastic node set " + *set.name +
               ": Slurm's nodes there have pods without a StatefulSet, which would make the claims; use emptyDir");
  };
  for (const auto& mount : cluster.spec.mounts) {
    if (!is_per_pod(mount.storage)) continue;
    for (const plan::NodeSet& set : plan.node_sets) {
      const auto is_named = [&](const auto& name) { return *name == *set.name; };
      if (!set.scaling || (!mount.node_sets.empty() && std::ranges::none_of(mount.node_sets, is_named))) continue;
      check_elastic(mount.storage, set);
      break;
    }
  }
  if (plan.pyxis && plan.pyxis->storage) {
    const spec::Text& storage = cluster.spec.containers->pyxis->runtime.storage;
    const auto elastic = std::ranges::find_if(plan.node_sets, [](const auto& set) { return set.scaling.has_value(); });
    if (is_per_pod(storage) && elastic != plan.node_sets.end()) check_elastic(storage, *elastic);
  }
  const std::vector<PodSet> sets = pod_sets(plan);
  check_policies(sets, cluster, found);
  check_names(plan, sets, cluster, found);
}

}  // namespace skiff
