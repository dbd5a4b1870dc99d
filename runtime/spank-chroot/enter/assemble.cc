#include "enter/assemble.h"

#include <fcntl.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

#include "kernel/source.h"
#include "text/failure.h"

namespace jail {
namespace {

constexpr int detach = 2;  // MNT_DETACH of sys/mount.h, which conflicts with linux/mount.h

Fd mount_root(const Settings& settings, int place) {
  const std::string what = "mount the jail " + settings.root;
  Fd root = clone_mount(open_source(settings.root, what).get(), settings.submounts, what);
  // nodev: jobs must not use devices of the shared file system. The node's devices are in /dev.
  set_flags(root.get(), {settings.root_read_only, settings.root_no_suid, true, false}, settings.submounts, what);
  attach(root.get(), place, what);
  return root;
}

// Makes /dev read-only. This comes last, because other mounts may have targets in /dev.
void seal_dev(const Root& root, const Plan& plan) {
  for (const Mount& mount : plan.mounts) {
    if (mount.type != MountType::dev) continue;
    const Fd dev = open_below(root.get(), "." + mount.target, O_PATH, name_of(mount));
    set_flags(dev.get(), {.read_only = true, .no_suid = true, .no_exec = true}, false,
              name_of(mount) + ": make it read-only");
  }
}

}  // namespace

void leave_node() {
  if (unshare(CLONE_NEWNS) != 0) fail_errno("make a mount namespace");
  // Slave mounts, so that lines with `slave` still receive the node's later mounts. Nothing propagates to the node.
  const Fd node(open("/", O_PATH | O_CLOEXEC));
  if (!node) fail_errno("open /");
  set_flags(node.get(), {.slave = true}, true, "make the mounts slaves of the node's");
}

Root assemble(const Plan& plan, int place) {
  Root root(mount_root(plan.settings, place));
  for (const Mount& mount : plan.mounts) mount_one(root, plan, mount);
  seal_dev(root, plan);
  return root;
}

void change_root(int root) {
  if (fchdir(root) != 0) fail_errno("change into the jail");
  // Stack the old root on the new one (pivot_root(2), NOTES), so that the jail needs no directory for it.
  if (syscall(SYS_pivot_root, ".", ".") != 0) fail_errno("pivot_root");
  if (syscall(SYS_umount2, ".", detach) != 0) fail_errno("detach the node's root");
  if (chdir("/") != 0) fail_errno("change to the jail's root");
}

}  // namespace jail
