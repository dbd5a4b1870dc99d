#include "plan/places.h"

#include <cstdio>

#include "text/words.h"

namespace jail {

Place place_of(const std::vector<Mount>& mounts, std::size_t index) {
  const std::string& target = mounts[index].target;
  // The last one that it lies on: mounts further in come later.
  for (std::size_t below = index; below-- > 0;) {
    const Mount& mount = mounts[below];
    if (!inside(target, mount.target)) continue;
    // What is optional may not be there, and then the target lies on something else.
    if (mount.optional) return {Place::In::unknown, ""};
    switch (mount.type) {
      case MountType::tmpfs:
      case MountType::dev:
        return {Place::In::created, ""};
      case MountType::bind:
        return {Place::In::source, mount.source + target.substr(mount.target.size())};
      default:
        return {Place::In::unknown, ""};
    }
  }
  return {Place::In::jail, target};
}

std::string job_folder(std::string_view source, std::uint32_t job) {
  return std::string(source) + "/.spank_chroot." + std::to_string(job);
}

bool spool_entry_of(std::string_view name, std::uint32_t job) {
  char padded[16];
  std::snprintf(padded, sizeof padded, "job%05u", job);
  // _make_batch_dir() in src/slurmd/slurmstepd/mgr.c; a part of a heterogeneous job has its number behind a dot.
  if (name == padded || name.starts_with(std::string(padded) + ".")) return true;
  // pmixp_info.c: pmix.JOB.STEP
  if (name.starts_with("pmix." + std::to_string(job) + ".")) return true;
  // _domain_socket_create() in src/slurmd/slurmstepd/req.c: NODE_JOB.STEP
  const std::size_t at = name.rfind('_');
  if (at != std::string_view::npos && name.substr(at + 1).starts_with(std::to_string(job) + ".")) return true;
  return name == "conf-cache";
}

}  // namespace jail
