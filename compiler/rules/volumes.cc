#include "plan/volumes.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plan/secrets.h"
#include "plan/units.h"
#include "rules/rules.h"
#include "text/join.h"

// What the kinds of volumes can be used for, and what their fields need.

namespace skiff {
namespace {

const spec::Volume& spec_of(const spec::Cluster& cluster, std::string_view name) {
  return std::ranges::find_if(cluster.spec.storage, [&](const auto& each) { return *each.first == name; })->second;
}

std::string an(std::string_view kind) {
  return std::string(kind == "emptyDir" || kind == "image" ? "an " : "a ") + std::string(kind);
}

// Why nobody can write to the volume; "" if somebody can.
std::string why_read_only(const plan::Volume& volume) {
  if (is_content(volume)) return an(kind_of(volume)) + " volume is always read-only";
  return is_read_only(volume) ? "the volume has readOnly: true" : "";
}

// Why another pod does not find the files of this one; "" if it does.
std::string why_not_shared(const plan::Volume& volume) {
  if (!is_of_one_pod(volume)) return "";
  if (volume.per_pod) return "each pod has a claim of its own";
  return "each pod has " + an(kind_of(volume)) + " volume of its own, which is deleted with it";
}

// The Secrets of the daemons. Users of the pods that mount one could pass for any user, or for a daemon.
std::vector<std::string> own_secrets(const plan::Plan& plan) {
  using enum plan::SecretUse;
  std::vector<std::string> names;
  for (const plan::NamedSecret& secret : plan::named_secrets(plan)) {
    const auto is = [&](plan::SecretUse use) { return secret.use == use; };
    if (is(slurm_key) || is(database_password) || is(external_password) || is(host_keys) || is(signed_host_keys) ||
        is(pam))
      names.push_back(*secret.name);
  }
  return names;
}

// The volumes in memory of one pod, and their sizes.
struct InMemory {
  std::vector<std::pair<std::string_view, std::string_view>> all;
  const spec::Text* last = nullptr;  // the size of the last one that the message can name

  void add(std::string_view name, const spec::Text& size) {
    last = &size;
    all.emplace_back(name, *size);
  }

  void add(const plan::Plan& plan, const spec::Cluster& cluster, std::string_view name) {
    const plan::Volume* volume = find_volume(plan.storage, name);
    if (!volume || !volume->empty_dir || !*volume->empty_dir->in_memory || !volume->empty_dir->size_limit) return;
    if (std::ranges::any_of(all, [&](const auto& known) { return known.first == name; })) return;
    add(name, spec_of(cluster, name).empty_dir->size_limit);
  }

  // What is wrong if the pod has this memory; "" if nothing.
  std::string fault(const std::string& pod, const std::string& memory) const {
    std::int64_t sum = 0;
    std::vector<std::string> parts;
    for (const auto& [name, size] : all) {
      sum += mebibytes(size);
      parts.push_back(std::string(name) + " " + std::string(size));
    }
    if (!last || sum <= mebibytes(memory)) return "";
    if (all.size() == 1) return "must be no more than the memory of " + pod + ", " + memory + ", of which it is a part";
    return "the volumes in memory of " + pod + " hold " + size_text(sum) + " together (" + joined(parts, ", ") +
           "), more than its memory, " + memory + ", of which they are a part";
  }
};

}  // namespace

// A volume of another kind would be accepted, and its files would be lost or be missing in other pods.
void rule_volume_uses(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const auto volume_of = [&](const spec::Text& name) { return find_volume(plan.storage, *name); };
  const auto check = [&](const spec::Text& name, std::string_view right, const std::string& fault) {
    if (!fault.empty()) refuse(found, "SKF375", name, "must be " + std::string(right) + ": " + fault);
  };
  const auto why_unfit = [](const plan::Volume& volume) {
    const std::string read_only = why_read_only(volume);
    return read_only.empty() ? why_not_shared(volume) : read_only;
  };
  if (plan.jail) {
    const plan::Volume& volume = *volume_of(cluster.spec.jail->storage);
    // A root that somebody else populates may be read-only.
    const bool may_be_read_only = *plan.jail->policy == "Never" && !is_content(volume);
    check(cluster.spec.jail->storage, "a claim, nfs or hostPath, so that all pods see one root",
          may_be_read_only ? why_not_shared(volume) : why_unfit(volume));
  }
  if (plan.accounting && plan.accounting->archive) {
    const spec::Text& name = cluster.spec.accounting->archive->storage;
    const plan::Volume& volume = *volume_of(name);
    check(name, "a claim",
          volume.nfs ? "the Pod Security level of slurmdbd's pod forbids an nfs volume" : why_unfit(volume));
  }
  if (plan.health && plan.health->history)
    check(cluster.spec.health->history->storage, "a claim, nfs or hostPath",
          why_unfit(*volume_of(cluster.spec.health->history->storage)));
  if (plan.pyxis && plan.pyxis->storage)
    check(cluster.spec.containers->pyxis->runtime.storage, "a volume that can be written",
          why_read_only(*volume_of(cluster.spec.containers->pyxis->runtime.storage)));
  for (const auto& mount : cluster.spec.mounts)
    if (*mount.path == "/home")
      check(mount.storage, "a claim, nfs or hostPath, so that all pods have the same home directories",
            why_not_shared(*volume_of(mount.storage)));
  for (const auto& [name, volume] : cluster.spec.storage) {
    if (!volume.secret || std::ranges::count(own_secrets(plan), *volume.secret->name) == 0) continue;
    forbid(found, "SKF375", volume.secret->name,
           "the cluster's own daemons use this Secret: users of the pods that mount it could read it");
  }
}

// The kubelet mounts such a volume read-only in any case, so `readOnly: false` would promise too much.
void rule_read_only_volumes(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (const auto& mount : cluster.spec.mounts) {
    const std::string why = why_read_only(*find_volume(plan.storage, *mount.storage));
    if (why.empty() || *mount.read_only) continue;
    refuse(found, "SKF376", mount.read_only, mount, "readOnly", "must be true, because " + why);
  }
}

void rule_memory_volumes(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const auto check_limit = [&](const spec::EmptyDir& dir) {
    if (dir.medium && !dir.size_limit)
      require(found, "SKF377", dir, "sizeLimit",
              "without it, the files of one job could fill the whole memory of the pod");
  };
  for (const auto& [name, volume] : cluster.spec.storage)
    if (volume.empty_dir) check_limit(*volume.empty_dir);
  std::vector<const spec::Text*> reported;
  const auto check = [&](const InMemory& volumes, const std::string& pod, const std::string& memory) {
    const std::string fault = volumes.fault(pod, memory);
    if (fault.empty() || std::ranges::count(reported, volumes.last) != 0) return;
    reported.push_back(volumes.last);
    refuse(found, "SKF377", *volumes.last, fault);
  };
  for (std::size_t i = 0; i < plan.node_sets.size(); ++i) {
    const plan::NodeSet& set = plan.node_sets[i];
    InMemory volumes;
    if (plan.pyxis && plan.pyxis->memory) volumes.all.emplace_back("containers", **plan.pyxis->memory);
    if (plan.pyxis && plan.pyxis->storage) volumes.add(plan, cluster, **plan.pyxis->storage);
    for (const plan::Mount& mount : set.mounts) volumes.add(plan, cluster, *mount.storage);
    if (const auto& tmp = cluster.spec.node_sets[i].tmp) {
      check_limit(*tmp);
      if (tmp->medium && tmp->size_limit) volumes.add("tmp", tmp->size_limit);
    }
    check(volumes, "node set " + *set.name, *set.memory);
  }
  for (const plan::Login& login : plan.login) {
    InMemory volumes;
    for (const plan::Mount& mount : login.mounts) volumes.add(plan, cluster, *mount.storage);
    check(volumes, "login set " + *login.name, *login.resources.memory);
  }
}

// pkg/features/kube_features.go, ImageVolume: before 1.35 it is off by default, and the API server drops the field.
constexpr Version has_image_volumes{1, 35};

void rule_volume_release(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (*plan.target.kubernetes >= has_image_volumes) return;
  for (const auto& [name, volume] : cluster.spec.storage)
    if (volume.image)
      forbid(found, "SKF378", *volume.image,
             "Kubernetes has image volumes from 1.35 on; the target is " + to_string(*plan.target.kubernetes) +
                 ": set spec.target.kubernetes, or use another kind of volume");
}

void rule_volume_fields(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const auto check_paths = [&](const std::vector<spec::KeyFile>& files) {
    for (std::size_t i = 0; i < files.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (*files[i].path == *files[j].path)
          duplicate(found, "SKF379", files[i].path, "only one of the two files would be there", files[j].path.span,
                    "the first file at this path");
  };
  for (const auto& [name, volume] : cluster.spec.storage) {
    if (volume.config_map) check_paths(volume.config_map->items);
    if (volume.secret) check_paths(volume.secret->items);
  }
  if (!plan.jail) return;
  for (const auto& mount : cluster.spec.mounts) {
    const plan::Volume& volume = *find_volume(plan.storage, *mount.storage);
    if (mount.sub_path && (volume.config_map || volume.secret))
      forbid(found, "SKF379", mount.sub_path,
             "it is a file of the " + std::string(volume.secret ? "Secret" : "ConfigMap") +
                 ", and the jail has only directories as mount points: mount all files at a directory");
  }
}

}  // namespace skiff
