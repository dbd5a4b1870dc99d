#include "plan/mount.h"

namespace jail {

const char* type_name(MountType type) {
  switch (type) {
    case MountType::bind:
      return "bind";
    case MountType::tmpfs:
      return "tmpfs";
    case MountType::proc:
      return "proc";
    case MountType::dev:
      return "dev";
    case MountType::job:
      return "job";
    case MountType::spool:
      return "spool";
    case MountType::cgroup:
      return "cgroup";
    case MountType::gpu:
      return "gpu";
  }
  return "";
}

std::string name_of(const Mount& mount) {
  return std::string(type_name(mount.type)) + (mount.source.empty() ? "" : " " + mount.source) + " on " + mount.target +
         (mount.line == 0 ? "" : " (line " + std::to_string(mount.line) + ")");
}

}  // namespace jail
