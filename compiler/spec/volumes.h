#pragma once

#include <optional>
#include <vector>

#include "spec/common.h"

// The kinds of volumes, with the fields of Kubernetes.

namespace skiff::spec {

struct RetentionPolicy : Record {
  Text when_deleted, when_scaled;
  void each(auto&& f) { f("whenDeleted", when_deleted), f("whenScaled", when_scaled); }
};

struct ClaimPerPod : Record {
  Text size, storage_class;
  Texts access_modes;
  RetentionPolicy retention;
  void each(auto&& f) {
    f("size", size), f("storageClass", storage_class), f("accessModes", access_modes), f("retentionPolicy", retention);
  }
};

struct EmptyDir : Record {
  Text medium, size_limit;
  void each(auto&& f) { f("medium", medium), f("sizeLimit", size_limit); }
};

struct Nfs : Record {
  Text server, path;
  Bool read_only;
  void each(auto&& f) { f("server", server), f("path", path), f("readOnly", read_only); }
};

struct NfsVolume : Record {
  Text server, path;
  Bool read_only;
  Texts mount_options;
  void each(auto&& f) {
    f("server", server), f("path", path), f("readOnly", read_only), f("mountOptions", mount_options);
  }
};

struct LocalVolume : Record {
  Text path;
  Texts nodes;
  TextMap node_selector;
  void each(auto&& f) { f("path", path), f("nodes", nodes), f("nodeSelector", node_selector); }
};

struct PersistentVolume : Record {
  Text size;
  Texts access_modes;
  std::optional<NfsVolume> nfs;
  std::optional<LocalVolume> local;
  void each(auto&& f) { f("size", size), f("accessModes", access_modes), f("nfs", nfs), f("local", local); }
};

struct KeyFile : Record {
  Text key, path, mode;
  void each(auto&& f) { f("key", key), f("path", path), f("mode", mode); }
};

struct ConfigMapFiles : Record {
  Text name;
  Bool optional;
  Text default_mode;
  std::vector<KeyFile> items;
  void each(auto&& f) { f("name", name), f("optional", optional), f("defaultMode", default_mode), f("items", items); }
};

struct SecretFiles : Record {
  Text name;
  Bool optional;
  Text default_mode;
  std::vector<KeyFile> items;
  void each(auto&& f) {
    f("secretName", name), f("optional", optional), f("defaultMode", default_mode), f("items", items);
  }
};

struct SecretReference : Record {
  Text name;
  void each(auto&& f) { f("name", name); }
};

struct Csi : Record {
  Text driver, fs_type;
  Bool read_only;
  TextMap volume_attributes;
  std::optional<SecretReference> secret;
  void each(auto&& f) {
    f("driver", driver), f("fsType", fs_type), f("readOnly", read_only), f("volumeAttributes", volume_attributes);
    f("nodePublishSecretRef", secret);
  }
};

struct ImageContent : Record {
  Text reference, pull_policy;
  void each(auto&& f) { f("reference", reference), f("pullPolicy", pull_policy); }
};

struct Volume : Record {
  std::optional<Claim> claim;
  Text existing_claim;
  std::optional<ClaimPerPod> claim_per_pod;
  std::optional<PersistentVolume> persistent_volume;
  Text host_path;
  std::optional<EmptyDir> empty_dir;
  std::optional<Nfs> nfs;
  std::optional<ConfigMapFiles> config_map;
  std::optional<SecretFiles> secret;
  std::optional<Csi> csi;
  std::optional<ImageContent> image;
  void each(auto&& f) {
    f("claim", claim), f("existingClaim", existing_claim), f("claimPerPod", claim_per_pod);
    f("persistentVolume", persistent_volume), f("hostPath", host_path), f("emptyDir", empty_dir), f("nfs", nfs),
        f("configMap", config_map), f("secret", secret), f("csi", csi);
    f("image", image);
  }
};

/// The access modes that the user wrote for a claim that all pods share.
inline const Texts& given_modes(const Volume& volume) {
  static const Texts none;
  if (volume.persistent_volume) return volume.persistent_volume->access_modes;
  return volume.claim ? volume.claim->access_modes : none;
}

}  // namespace skiff::spec
