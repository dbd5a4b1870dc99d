#include "plan/resolve_parts.h"

namespace skiff {
namespace {

// Each of these fields can add a directory.
Origin origin_of(const std::vector<spec::Mount>& mounts) {
  Origin why;
  for (const spec::Mount& mount : mounts) {
    why |= mount.storage.origin | mount.path.origin | mount.read_only.origin | mount.login.origin;
    for (const auto& name : mount.node_sets) why |= name.origin;
  }
  return why;
}

}  // namespace

plan::Texts resolve_shared_folders(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                   std::span<const std::string_view> own, const std::vector<plan::Mount>& mounts) {
  const Origin why = origin_of(spec.mounts);
  plan::Texts folders;
  for (const std::string_view path : own) folders.push_back({std::string(path), constant(path).origin | why});
  for (const plan::Mount& mount : mounts) {
    const plan::Volume* volume = find_volume(plan.storage, *mount.storage);
    // A new volume belongs to root, who has no pod in which to open it to users.
    if (volume && (volume->empty_dir || volume->per_pod) && !*mount.read_only) folders.push_back({*mount.path, why});
  }
  return folders;
}

}  // namespace skiff
