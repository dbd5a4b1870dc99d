#include "enter/proc.h"

#include <fcntl.h>

#include <cerrno>

#include "kernel/source.h"
#include "text/failure.h"

namespace jail {
namespace {

constexpr const char* read_only[] = {"sys", "sysrq-trigger", "irq", "bus", "fs"};
constexpr const char* covered[] = {"kcore",       "keys", "latency_stats", "timer_list", "timer_stats",
                                   "sched_debug", "acpi", "scsi",          "asound",     "dynamic_debug"};

}  // namespace

void mount_proc(Root& root, const std::string& target, bool hide_processes, const std::string& what) {
  const MountFlags flags{.no_suid = true, .no_dev = true, .no_exec = true};
  const Fd proc = hide_processes ? new_filesystem("proc", {"hidepid=invisible"}, flags, what)
                                 : new_filesystem("proc", {}, flags, what);
  root.attach_at(proc, target, false, what);
  for (const char* name : read_only) {
    const Fd place = try_open_below(proc.get(), name, O_PATH);
    if (!place && errno == ENOENT) continue;
    if (!place) fail_errno(what + "/" + name);
    const Fd mount = clone_mount(place.get(), false, what + "/" + name);
    set_flags(mount.get(), {.read_only = true, .no_suid = true, .no_dev = true, .no_exec = true}, false,
              what + "/" + name);
    attach(mount.get(), place.get(), what + "/" + name);
  }
  for (const char* name : covered) {
    const Fd place = try_open_below(proc.get(), name, O_PATH);
    if (!place && errno == ENOENT) continue;
    if (!place) fail_errno(what + "/" + name);
    Fd cover;
    if (is_folder(place.get(), what)) {
      cover = new_filesystem("tmpfs", {"size=0", "mode=0555"},
                             {.read_only = true, .no_suid = true, .no_dev = true, .no_exec = true}, what);
    } else {
      cover = clone_mount(open_source("/dev/null", what).get(), false, what);
    }
    attach(cover.get(), place.get(), what + "/" + name);
  }
}

}  // namespace jail
