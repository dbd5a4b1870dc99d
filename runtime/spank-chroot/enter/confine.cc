#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include <cerrno>
#include <memory>
#include <utility>

#include "enter/enter.h"
#include "plan/places.h"
#include "text/failure.h"

namespace jail {
namespace {

// Covers SlurmdSpoolDir with what belongs to the job: other jobs' scripts and slurmd's own state are not root's inside either.
void confine_spool(const Fd& top, const Mount& mount, std::uint32_t job) {
  const std::string what = "confine " + mount.target;
  const Fd spool = open_below(top.get(), "." + mount.target, O_RDONLY | O_DIRECTORY, what);
  std::vector<std::pair<std::string, Fd>> kept;
  const std::unique_ptr<DIR, int (*)(DIR*)> listing(fdopendir(fcntl(spool.get(), F_DUPFD_CLOEXEC, 0)), closedir);
  if (!listing) fail_errno(what);
  while (const dirent* entry = readdir(listing.get())) {
    if (!spool_entry_of(entry->d_name, job)) continue;
    const Fd place = try_open_below(spool.get(), entry->d_name, O_PATH);
    // A socket of another step may just have gone; conf-cache may be a link.
    if (place) kept.emplace_back(entry->d_name, clone_mount(place.get(), false, what));
  }
  const MountFlags flags{.no_suid = true, .no_dev = true};
  const Fd cover = new_filesystem("tmpfs", {"mode=0755", "size=1M"}, flags, what);
  attach(cover.get(), spool.get(), what);
  for (const auto& [name, entry] : kept) {
    const int made = is_folder(entry.get(), what) ? mkdirat(cover.get(), name.c_str(), 0755)
                                                  : mknodat(cover.get(), name.c_str(), S_IFREG | 0600, 0);
    if (made != 0) fail_errno(what + "/" + name);
    attach(entry.get(), open_below(cover.get(), name, O_PATH, what).get(), what + "/" + name);
  }
  set_flags(cover.get(), {.read_only = true, .no_suid = true, .no_dev = true}, false, what);
}

void confine_cgroup(const Fd& top, const Mount& mount) {
  const std::string what = "make " + mount.target + " read-only";
  const Fd place = open_below(top.get(), "." + mount.target, O_PATH, what);
  set_flags(place.get(), {.read_only = true, .no_suid = true, .no_dev = true, .no_exec = true}, true, what);
}

}  // namespace

void drop_capabilities(std::uint64_t keep) {
  if (keep == ~std::uint64_t{0}) return;
  for (unsigned capability = 0; capability < 64; ++capability) {
    if ((keep >> capability & 1) != 0) continue;
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) {
      // The first number that this kernel does not know.
      if (errno == EINVAL) break;
      fail_errno("drop capability " + std::to_string(capability));
    }
  }
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0) fail_errno("clear ambient capabilities");
}

void confine(const Plan& plan, bool own_namespace) {
  if (own_namespace && unshare(CLONE_NEWNS) != 0) fail_errno("make a mount namespace for the task");
  const Fd top(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!top) fail_errno("open /");
  for (const Mount& mount : plan.mounts) {
    if (mount.type == MountType::spool) confine_spool(top, mount, plan.job);
    if (mount.type == MountType::cgroup) confine_cgroup(top, mount);
  }
  drop_capabilities(plan.settings.capabilities);
}

}  // namespace jail
