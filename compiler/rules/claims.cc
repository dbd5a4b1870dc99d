#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/rules.h"
#include "text/join.h"

namespace skiff {
namespace {

// The pods that use a volume at the same time.
struct Users {
  std::int64_t workers = 0, others = 0;
  bool apart = false;  // a worker that shares no Kubernetes node with another worker
  bool write = false;
  std::vector<std::pair<std::int64_t, std::string>> groups;  // the same pods: 4 of `node set cpu`

  std::int64_t pods() const { return workers + others; }
};

// Adds the pods of one node set or login set to `pods` if they use the volume.
void add(Users& users, std::int64_t& pods, const plan::Int& replicas, std::string name, std::string_view storage,
         const std::vector<plan::Mount>& mounts, const std::optional<plan::Text>& containers) {
  bool used = false, written = false;
  if (containers && **containers == storage) used = written = true;
  for (const plan::Mount& mount : mounts) {
    if (*mount.storage != storage) continue;
    used = true;
    written = written || !*mount.read_only;
  }
  if (!used || *replicas == 0) return;
  pods += *replicas;
  users.write = users.write || written;
  users.groups.emplace_back(*replicas, std::move(name));
}

Users users_of(const plan::Plan& plan, std::string_view storage) {
  Users users;
  const std::optional<plan::Text> containers = plan.pyxis ? plan.pyxis->storage : std::nullopt;
  for (const plan::NodeSet& set : plan.node_sets) {
    const std::int64_t before = users.workers;
    // All nodes of an elastic set count, because all of them may have a pod.
    add(users, users.workers, set.replicas, "node set " + *set.name, storage, set.mounts, containers);
    // topologySpread keeps the pods of the set away from the workers of all sets.
    users.apart = users.apart || (*set.spread && users.workers > before);
  }
  for (const plan::Login& login : plan.login)
    add(users, users.others, login.replicas, "login set " + *login.name, storage, login.mounts, std::nullopt);
  if (plan.accounting && plan.accounting->archive && *plan.accounting->archive->storage == storage) {
    users.others += 1;
    users.write = true;
    users.groups.emplace_back(1, "slurmdbd");
  }
  if (plan.health && plan.health->history && **plan.health->history == storage && !plan.health->benchmarks.empty()) {
    // The pods of several benchmarks can wait for each other, because they end.
    users.others += 1;
    users.write = true;
    users.groups.emplace_back(1, "the benchmarks");
  }
  return users;
}

// `5 pods use the claim (4 of node set cpu, 1 of login set login)`
std::string told(const Users& users) {
  constexpr std::size_t most = 4;
  std::vector<std::string> groups;
  std::int64_t rest = users.pods();
  for (const auto& [pods, name] : users.groups) {
    if (groups.size() == most) break;
    groups.push_back(std::to_string(pods) + " of " + name);
    rest -= pods;
  }
  if (rest > 0) groups.push_back(std::to_string(rest) + " of other sets");
  return std::to_string(users.pods()) + (users.pods() == 1 ? " pod uses" : " pods use") + " the claim (" +
         joined(groups, ", ") + ")";
}

void check_modes(const spec::Texts& modes, const Users& users, Diagnostics& found) {
  const auto has = [&](std::string_view mode) {
    return std::any_of(modes.begin(), modes.end(), [&](const auto& each) { return *each == mode; });
  };
  const auto report = [&](Severity severity, std::string message) {
    refuse(found, "SKF348", modes.front(), std::move(message));
    found.back().severity = severity;
  };
  if (users.pods() == 0 || has("ReadWriteMany") || (has("ReadOnlyMany") && !users.write)) return;
  const std::string right = users.write ? "ReadWriteMany" : "ReadWriteMany or ReadOnlyMany";
  if (!has("ReadWriteOnce") && !has("ReadWriteOncePod")) {
    // Kubernetes leaves it to the volume's driver whether it can be written in this mode.
    report(Severity::warning, "should have ReadWriteMany, or all its mounts should have readOnly: " + told(users));
  } else if (users.pods() == 1) {
    return;
  } else if (has("ReadWriteOncePod")) {
    report(Severity::error, "must have " + right + ", because only one pod can use it: " + told(users));
  } else if (users.apart && users.workers > 1) {
    report(Severity::error, "must have " + right + ", because only one Kubernetes node can mount it: " + told(users));
  } else {
    report(Severity::warning,
           "should have " + right + ": " + told(users) + ", and only those on one Kubernetes node can start");
  }
}

}  // namespace

// A pod that cannot mount its volume waits forever, and nothing but its events tells why.
void rule_claim_modes(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (const auto& [name, volume] : cluster.spec.storage) {
    // The modes of an existing claim are unknown. A claim without accessModes gets ReadWriteMany.
    const spec::Texts& modes = given_modes(volume);
    if (modes.empty()) continue;
    for (const auto& mode : modes)
      if (modes.size() > 1 && *mode == "ReadWriteOncePod")
        forbid(found, "SKF348", mode, "may not be specified together with other access modes");
    // SKF342 and SKF346 require more of these volumes.
    if (plan.jail && *plan.jail->storage == *name) continue;
    if (plan.pyxis && plan.pyxis->cache && *plan.pyxis->cache->storage == *name) continue;
    check_modes(modes, users_of(plan, *name), found);
  }
}

// topologySpread keeps these pods on different Kubernetes nodes, and only the nodes of the volume can run them.
void rule_local_volumes(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (const auto& [name, volume] : cluster.spec.storage) {
    if (!volume.persistent_volume || !volume.persistent_volume->local) continue;
    const spec::LocalVolume& local = *volume.persistent_volume->local;
    const auto nodes = static_cast<std::int64_t>(local.nodes.size());
    const Users users = users_of(plan, *name);
    if (nodes == 0 || !users.apart || users.workers <= nodes) continue;
    refuse(found, "SKF350", local.nodes.front(),
           "must be at least " + std::to_string(users.workers) + " nodes, because each worker needs one of its own: " +
               told(users) + "; list more nodes, or set topologySpread: false");
  }
}

}  // namespace skiff
