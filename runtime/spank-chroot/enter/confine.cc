#include "enter/confine.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "kernel/listing.h"
#include "plan/places.h"
#include "text/failure.h"

namespace jail {
namespace {

using Kept = std::vector<std::pair<std::string, Fd>>;

// The entries of SlurmdSpoolDir that belong to the job, each cloned as a mount. Entries that disappear meanwhile are
// skipped, because other steps of the job start and end at any time.
Kept kept_entries(const Fd& spool, std::uint32_t job, const std::string& what) {
  Kept kept;
  const auto names = names_in(spool.get());
  if (!names) fail_errno(what);
  for (const std::string& name : *names) {
    if (!spool_entry_of(name, job)) continue;
    const Fd place = try_open_below(spool.get(), name, O_PATH);
    // Skip what cannot be opened: conf-cache may be a symbolic link.
    if (!place) continue;
    Fd mount = try_clone_mount(place.get(), false);
    if (!mount && errno != ENOENT) fail_errno(what + "/" + name);
    if (mount) kept.emplace_back(name, std::move(mount));
  }
  return kept;
}

// Covers SlurmdSpoolDir, so that only the job's entries are visible. Even root in the jail must not see other jobs'
// scripts and slurmd's state.
void confine_spool(const Fd& top, const Mount& mount, std::uint32_t job) {
  const std::string what = "confine " + mount.target;
  const Fd spool = open_below(top.get(), "." + mount.target, O_RDONLY | O_DIRECTORY, what);
  const Kept kept = kept_entries(spool, job, what);
  const MountFlags flags{.no_suid = true, .no_dev = true};
  const Fd cover = new_filesystem("tmpfs", {"mode=0755", "size=1M"}, flags, what);
  attach(cover.get(), spool.get(), what);
  for (const auto& [name, entry] : kept) {
    const bool folder = is_folder(entry.get(), what);
    const int made =
        folder ? mkdirat(cover.get(), name.c_str(), 0755) : mknodat(cover.get(), name.c_str(), S_IFREG | 0600, 0);
    if (made != 0) fail_errno(what + "/" + name);
    if (try_attach(entry.get(), open_below(cover.get(), name, O_PATH, what).get())) continue;
    if (errno != ENOENT || unlinkat(cover.get(), name.c_str(), folder ? AT_REMOVEDIR : 0) != 0)
      fail_errno(what + "/" + name);
  }
  set_flags(cover.get(), {.read_only = true, .no_suid = true, .no_dev = true}, false, what);
}

void confine_cgroup(const Fd& top, const Mount& mount) {
  const std::string what = "make " + mount.target + " read-only";
  const Fd place = open_below(top.get(), "." + mount.target, O_PATH, what);
  set_flags(place.get(), {.read_only = true, .no_suid = true, .no_dev = true, .no_exec = true}, true, what);
}

// The capabilities of the calling process.
struct Own {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2]{};

  Own() {
    if (syscall(SYS_capget, &header, data) != 0) fail_errno("read the capabilities");
  }
  void set() {
    if (syscall(SYS_capset, &header, data) != 0) fail_errno("drop the process's own capabilities");
  }
};

void drop_bounding_set(std::uint64_t keep) {
  for (unsigned capability = 0; capability < 64; ++capability) {
    if ((keep >> capability & 1) != 0) continue;
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) {
      // The first number that this kernel does not know.
      if (errno == EINVAL) break;
      fail_errno("drop capability " + std::to_string(capability));
    }
  }
}

// The process itself runs as root until it becomes the user, and it loads files of the jail. So it also gives up the
// capabilities that its children must not get. It keeps those that it needs to become the user.
void drop_own(std::uint64_t keep) {
  keep |= std::uint64_t{1} << CAP_SETUID | std::uint64_t{1} << CAP_SETGID;
  Own own;
  for (unsigned half = 0; half < 2; ++half) {
    const auto kept = static_cast<std::uint32_t>(keep >> (32 * half));
    own.data[half].effective &= kept;
    own.data[half].permitted &= kept;
    own.data[half].inheritable &= kept;
  }
  own.set();
}

}  // namespace

void drop_capabilities(std::uint64_t keep) {
  if (keep == ~std::uint64_t{0}) return;
  drop_bounding_set(keep);
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0) fail_errno("clear ambient capabilities");
  drop_own(keep);
}

void limit_programs(std::uint64_t keep) {
  drop_bounding_set(keep);
  Own own;
  // This also removes them from the ambient set (capabilities(7)).
  for (unsigned half = 0; half < 2; ++half)
    own.data[half].inheritable &= static_cast<std::uint32_t>(keep >> (32 * half));
  own.set();
}

void confine(const Plan& plan) {
  const Fd top(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!top) fail_errno("open /");
  for (const Mount& mount : plan.mounts) {
    if (mount.type == MountType::spool) confine_spool(top, mount, plan.job);
    if (mount.type == MountType::cgroup) confine_cgroup(top, mount);
  }
  drop_capabilities(plan.settings.capabilities);
}

}  // namespace jail
