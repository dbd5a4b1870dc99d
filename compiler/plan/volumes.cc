#include "plan/volumes.h"

#include <algorithm>

namespace skiff {

std::string_view kind_of(const plan::Volume& volume) {
  if (volume.empty_dir) return "emptyDir";
  if (volume.nfs) return "nfs";
  if (volume.config_map) return "configMap";
  if (volume.secret) return "secret";
  if (volume.csi) return "csi";
  if (volume.image) return "image";
  if (volume.host_path) return "hostPath";
  if (volume.per_pod) return "claimPerPod";
  if (volume.persistent) return "persistentVolume";
  return volume.create ? "claim" : "existingClaim";
}

bool is_read_only(const plan::Volume& volume) {
  const auto& nfs = volume.persistent ? volume.persistent->nfs : volume.nfs;
  return is_content(volume) || (nfs && *nfs->read_only) || (volume.csi && *volume.csi->read_only);
}

bool is_of_one_pod(const plan::Volume& volume) { return volume.empty_dir || volume.csi || volume.per_pod; }

bool is_shared(const plan::Volume& volume) {
  if (volume.host_path || is_of_one_pod(volume) || is_read_only(volume)) return false;
  return volume.access_modes.empty() ||
         std::ranges::any_of(volume.access_modes, [](const auto& mode) { return *mode == "ReadWriteMany"; });
}

bool is_content(const plan::Volume& volume) { return volume.config_map || volume.secret || volume.image; }

std::string pod_volume_name(std::string_view volume) { return "storage-" + std::string(volume); }

const plan::Volume* find_volume(const std::vector<plan::Volume>& volumes, std::string_view name) {
  const auto found = std::ranges::find_if(volumes, [&](const plan::Volume& each) { return *each.name == name; });
  return found == volumes.end() ? nullptr : &*found;
}

}  // namespace skiff
