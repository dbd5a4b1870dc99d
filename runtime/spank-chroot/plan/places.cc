#include "plan/places.h"

#include <algorithm>
#include <cstdio>

#include "text/words.h"

namespace jail {

Place place_of(const std::vector<Mount>& mounts, std::size_t index) {
  const std::string& target = mounts[index].target;
  // Find the last earlier mount that the target is in, because inner mounts come later.
  for (std::size_t below = index; below-- > 0;) {
    const Mount& mount = mounts[below];
    if (!inside(target, mount.target)) continue;
    // An optional mount may be missing. The target is then in something else.
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

namespace {

// True if the name is `start` and a number.
bool is_numbered(std::string_view name, const std::string& start) {
  return name.starts_with(start) && number(name.substr(start.size()), 10, UINT32_MAX).has_value();
}

// _domain_socket_create() in src/slurmd/slurmstepd/req.c: NODE_JOB.STEP, and one more number for a component of a
// heterogeneous step. hwloc_topo_JOB.STEP.xml does not count: it is Slurm's copy of the node's topology for a step,
// and no task needs it.
bool is_socket_of(std::string_view name, std::uint32_t job) {
  const std::size_t at = name.rfind('_');
  const std::string start = std::to_string(job) + ".";
  if (at == std::string_view::npos || !name.substr(at + 1).starts_with(start)) return false;
  const std::vector<std::string> numbers = split(name.substr(at + 1 + start.size()), '.');
  return !numbers.empty() && numbers.size() <= 2 &&
         std::all_of(numbers.begin(), numbers.end(),
                     [](const std::string& part) { return number(part, 10, UINT32_MAX).has_value(); });
}

}  // namespace

std::string job_folder(std::string_view source, std::uint32_t job) {
  return std::string(source) + "/" + std::string(job_folders_name) + "/" + std::to_string(job);
}

std::vector<std::string> job_sources(const std::vector<Mount>& mounts) {
  std::vector<std::string> sources;
  for (const Mount& mount : mounts) {
    const bool known = std::find(sources.begin(), sources.end(), mount.source) != sources.end();
    if (mount.type == MountType::job && !known) sources.push_back(mount.source);
  }
  return sources;
}

std::optional<std::uint32_t> job_of_cgroup(std::string_view text) {
  for (const std::string& line : split(text, '\n')) {
    for (const std::string& part : split(line, '/')) {
      const auto job =
          part.starts_with("job_") ? number(std::string_view(part).substr(4), 10, UINT32_MAX) : std::nullopt;
      if (job) return static_cast<std::uint32_t>(*job);
    }
  }
  return std::nullopt;
}

bool spool_entry_of(std::string_view name, std::uint32_t job) {
  char padded[16];
  std::snprintf(padded, sizeof padded, "job%05u", job);
  // _make_batch_dir() in src/slurmd/slurmstepd/mgr.c; a component of a heterogeneous job has its number after a dot.
  if (name == padded || is_numbered(name, std::string(padded) + ".")) return true;
  // pmixp_info.c: pmix.JOB.STEP, written as signed numbers.
  const std::string pmix = "pmix." + std::to_string(job) + ".";
  if (is_numbered(name, pmix) || is_numbered(name, pmix + "-")) return true;
  return name == "conf-cache" || is_socket_of(name, job);
}

}  // namespace jail
