#include "enter/checks.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "gpu/found.h"
#include "kernel/calls.h"
#include "kernel/files.h"
#include "kernel/source.h"
#include "plan/mounts_file.h"
#include "plan/places.h"
#include "text/failure.h"
#include "text/words.h"

namespace jail {
namespace {

constexpr std::size_t largest_mounts_file = 256u << 10;
constexpr std::size_t largest_marker = 4096;

void check_marker(int root, const Settings& settings) {
  const std::string text =
      read_trusted_below(root, settings.marker, largest_marker, settings.marker + " in the jail " + settings.root);
  const std::string version = text.substr(0, text.find('\n'));
  if (!settings.version.empty() && version != settings.version) {
    throw Failure("the jail " + settings.root + " has version \"" + shown(version) + "\" in " + settings.marker +
                  ", not \"" + settings.version + "\"");
  }
}

// True if the mount can be made, because its source exists. For a `job` mount this checks only the parent of the jobs'
// directories, which are created later.
bool source_there(const Mount& mount) {
  if (mount.source.empty() || mount.type == MountType::gpu) return true;
  const Fd source = try_open_source(mount.source);
  if (!source) {
    if (mount.optional && (errno == ENOENT || errno == ENOTDIR)) return false;
    open_source(mount.source, name_of(mount) + ": source");
  }
  if (!mount.mounted || is_mount_root(source.get(), name_of(mount) + ": source")) return true;
  if (mount.optional) return false;
  throw Failure(name_of(mount) + ": the source is not a mount point");
}

void check_target(int root, const std::vector<Mount>& mounts, std::size_t index) {
  const Place place = place_of(mounts, index);
  const std::string what = name_of(mounts[index]) + ": target";
  if (place.in == Place::In::jail) {
    const Fd found = try_open_below(root, "." + place.path, O_PATH);
    if (!found) fail_errno(what + (errno == ELOOP ? " is or goes through a symbolic link" : "") + " in the jail");
  } else if (place.in == Place::In::source) {
    open_source(place.path, what + " in the source " + place.path);
  }
}

}  // namespace

std::vector<Mount> read_mounts(const Settings& settings) {
  const bool own = !settings.mounts_file.empty();
  const std::string path = own ? settings.mounts_file : "default mounts";
  MountsFile file = parse_mounts(own ? read_trusted(path, largest_mounts_file) : default_mounts());
  if (!file.faults.empty())
    throw Failure(path + ":" + std::to_string(file.faults[0].line) + ": " + file.faults[0].text);
  const auto there = [&](MountType type) {
    return std::any_of(file.mounts.begin(), file.mounts.end(), [&](const Mount& mount) { return mount.type == type; });
  };
  for (const MountType needed : {MountType::proc, MountType::dev, MountType::spool}) {
    if (settings.login && needed == MountType::spool) continue;
    if (!there(needed)) throw Failure(path + ": a mount of type " + type_name(needed) + " is required");
  }
  for (const MountType of_jobs : {MountType::job, MountType::spool, MountType::cgroup}) {
    if (settings.login && there(of_jobs))
      throw Failure(path + ": logins have no job, so a mount of type " + type_name(of_jobs) + " is not possible");
  }
  return file.mounts;
}

Plan prepare(const Settings& settings, std::uint32_t job) {
  if (!kernel_has_mount_calls()) throw Failure("this kernel lacks mount_setattr(2); the jail needs Linux 5.12");
  Plan plan{settings, {}, {}, job};
  const Fd root = open_source(settings.root, "open the jail " + settings.root);
  if (!is_folder(root.get(), "status of the jail " + settings.root))
    throw Failure("the jail " + settings.root + " is not a directory");
  if (settings.require_mount && !is_mount_root(root.get(), "status of the jail " + settings.root)) {
    throw Failure("the jail " + settings.root +
                  " is not mounted: it is not a mount point (mountpoint=no allows a plain directory)");
  }
  check_marker(root.get(), settings);
  for (Mount& mount : read_mounts(settings)) {
    if (!source_there(mount)) continue;
    if (mount.type == MountType::gpu) {
      plan.gpu_files = find_gpu_files(mount);
      if (plan.gpu_files.files.empty()) continue;
    }
    plan.mounts.push_back(std::move(mount));
  }
  for (std::size_t index = 0; index < plan.mounts.size(); ++index) check_target(root.get(), plan.mounts, index);
  return plan;
}

}  // namespace jail
