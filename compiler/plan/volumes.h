#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "plan/common.h"

// The kinds of volumes, and which of their properties decide where a volume may be used.

namespace skiff::plan {

/// When Kubernetes deletes the claims of pods: `Retain` or `Delete`.
struct RetentionPolicy {
  Text when_deleted, when_scaled;
  void each(auto&& f) const { f("whenDeleted", when_deleted), f("whenScaled", when_scaled); }
};

struct EmptyDir {
  Bool in_memory;
  std::optional<Text> size_limit;
  void each(auto&& f) const { f("inMemory", in_memory), f("sizeLimit", size_limit); }
};

struct Nfs {
  Text server, path;
  Bool read_only;
  void each(auto&& f) const { f("server", server), f("path", path), f("readOnly", read_only); }
};

struct LocalVolume {
  Text path;
  Texts nodes;
  Pairs node_selector;
  void each(auto&& f) const { f("path", path), f("nodes", nodes), f("nodeSelector", node_selector); }
};

/// A PersistentVolume to create, with the claim of the volume. Exactly one of `nfs` and `local` is set.
struct PersistentVolume {
  Text name;
  std::optional<Nfs> nfs;
  Texts mount_options;
  std::optional<LocalVolume> local;
  void each(auto&& f) const { f("name", name), f("nfs", nfs), f("mountOptions", mount_options), f("local", local); }
};

struct KeyFile {
  Text key, path;
  std::optional<Text> mode;
  void each(auto&& f) const { f("key", key), f("path", path), f("mode", mode); }
};

/// The files of an existing ConfigMap or Secret.
struct KeyFiles {
  Text name;
  Bool optional;
  Text default_mode;
  std::vector<KeyFile> items;
  void each(auto&& f) const {
    f("name", name), f("optional", optional), f("defaultMode", default_mode), f("items", items);
  }
};

struct Csi {
  Text driver;
  std::optional<Text> fs_type;
  Bool read_only;
  Pairs attributes;
  std::optional<Text> secret;
  void each(auto&& f) const {
    f("driver", driver), f("fsType", fs_type), f("readOnly", read_only), f("volumeAttributes", attributes);
    f("nodePublishSecretRef", secret);
  }
};

struct ImageContent {
  Text reference, pull_policy;
  void each(auto&& f) const { f("reference", reference), f("pullPolicy", pull_policy); }
};

/// A volume of one kind: a claim to create (`size`), without or with its PersistentVolume, an existing claim, a claim of
/// each pod (`size` and `perPod`), or one of the members that are named as the kind.
struct Volume {
  Text name;
  std::optional<Text> claim, size, storage_class, host_path;
  Texts access_modes;
  bool create = false;
  std::optional<RetentionPolicy> per_pod;
  std::optional<PersistentVolume> persistent;
  std::optional<EmptyDir> empty_dir;
  std::optional<Nfs> nfs;
  std::optional<KeyFiles> config_map, secret;
  std::optional<Csi> csi;
  std::optional<ImageContent> image;
  void each(auto&& f) const {
    f("name", name), f("claim", claim), f("size", size), f("storageClass", storage_class);
    f("accessModes", access_modes), f("perPod", per_pod), f("persistentVolume", persistent);
    f("hostPath", host_path), f("emptyDir", empty_dir), f("nfs", nfs);
    f("configMap", config_map), f("secret", secret), f("csi", csi), f("image", image);
  }
};

}  // namespace skiff::plan

namespace skiff {

/// The field of the spec that gives the volume its kind.
std::string_view kind_of(const plan::Volume& volume);
/// True if nobody can write to the volume.
bool is_read_only(const plan::Volume& volume);
/// True if each pod has a volume of its own, so that no pod sees the files of another one.
bool is_of_one_pod(const plan::Volume& volume);
/// True if all pods, on any Kubernetes node, see and can write the same files.
bool is_shared(const plan::Volume& volume);
/// True if the volume holds files of the Kubernetes API or of a registry, not of a file system.
bool is_content(const plan::Volume& volume);
/// The name of the volume in pods, and of the claim template of a volume with a claim per pod.
std::string pod_volume_name(std::string_view volume);
/// The volume with this name, or nullptr.
const plan::Volume* find_volume(const std::vector<plan::Volume>& volumes, std::string_view name);

}  // namespace skiff
