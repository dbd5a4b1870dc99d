#include "enter/mounts.h"

#include <fcntl.h>

#include <cstdio>

#include "enter/device_files.h"
#include "enter/gpu_files.h"
#include "enter/proc.h"
#include "kernel/job_folders.h"
#include "kernel/source.h"

namespace jail {
namespace {

MountFlags flags_of(const Mount& mount) {
  return {mount.read_only, mount.no_suid, mount.no_dev, mount.no_exec, mount.slave};
}

void mount_bind(Root& root, const Mount& mount, int source, const std::string& what) {
  const Fd bound = clone_mount(source, mount.recursive, what + ": clone the source");
  set_flags(bound.get(), flags_of(mount), mount.recursive, what + ": set its flags");
  root.attach_at(bound, mount.target, false, what);
}

void mount_tmpfs(Root& root, const Mount& mount, const std::string& what) {
  char mode[16];
  std::snprintf(mode, sizeof mode, "mode=%o", mount.mode);
  const MountFlags flags = flags_of(mount);
  const Fd memory = mount.size == 0
                        ? new_filesystem("tmpfs", {mode}, flags, what)
                        : new_filesystem("tmpfs", {mode, "size=" + std::to_string(mount.size)}, flags, what);
  root.attach_at(memory, mount.target, true, what);
}

}  // namespace

void mount_one(Root& root, const Plan& plan, const Mount& mount) {
  const std::string what = name_of(mount);
  switch (mount.type) {
    case MountType::tmpfs:
      return mount_tmpfs(root, mount, what);
    case MountType::proc:
      return mount_proc(root, mount.target, plan.settings.hide_processes, what);
    case MountType::dev:
      return mount_dev(root, mount, plan.settings.mode, what);
    case MountType::gpu:
      return mount_gpu(root, mount, plan.gpu_files, what);
    case MountType::job:
      return mount_bind(root, mount, open_job_folder(mount, plan.job).get(), what);
    case MountType::bind:
    case MountType::spool:
    case MountType::cgroup:
      return mount_bind(root, mount, open_source(mount.source, what + ": source").get(), what);
  }
}

}  // namespace jail
