#include "enter/enter.h"

#include <fcntl.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "text/failure.h"

namespace jail {
namespace {

constexpr int detach = 2;  // MNT_DETACH of sys/mount.h, which does not go together with linux/mount.h

// Where the thread was, and the way back.
class Way {
 public:
  Way()
      : namespace_(open("/proc/thread-self/ns/mnt", O_RDONLY | O_CLOEXEC)),
        root_(open("/", O_PATH | O_CLOEXEC)),
        folder_(open(".", O_PATH | O_CLOEXEC)) {
    if (!namespace_ || !root_ || !folder_) fail_errno("open the present root");
  }

  // Nothing is thrown: what went wrong first is what counts. Without a way back slurmstepd ends in the new namespace, which
  // goes away with it.
  void back() const {
    if (setns(namespace_.get(), CLONE_NEWNS) != 0) return;
    if (fchdir(root_.get()) == 0 && chroot(".") == 0 && fchdir(folder_.get()) != 0) (void)!chdir("/");
  }

 private:
  Fd namespace_, root_, folder_;
};

void leave_node() {
  if (unshare(CLONE_NEWNS) != 0) fail_errno("make a mount namespace");
  // What the node mounts later may come in; nothing goes out.
  const Fd node(open("/", O_PATH | O_CLOEXEC));
  if (!node) fail_errno("open /");
  set_flags(node.get(), {}, true, "make the mounts slaves of the node's");
}

Fd mount_root(const Settings& settings) {
  const std::string what = "mount the jail " + settings.root;
  const Fd place = open_source(settings.root, what);
  Fd root = clone_mount(place.get(), settings.submounts, what);
  // No device of the shared file system is any job's: those of the node are in /dev.
  set_flags(root.get(), {settings.root_read_only, settings.root_no_suid, true, false}, settings.submounts, what);
  attach(root.get(), place.get(), what);
  return root;
}

// Last, as other mounts may lie in it: nothing more is made in /dev.
void seal_dev(const Root& root, const Plan& plan) {
  for (const Mount& mount : plan.mounts) {
    if (mount.type != MountType::dev) continue;
    const Fd dev = open_below(root.get(), "." + mount.target, O_PATH, name_of(mount));
    set_flags(dev.get(), {.read_only = true, .no_suid = true, .no_exec = true}, false,
              name_of(mount) + ": make it read-only");
  }
}

void change_root(int root) {
  if (fchdir(root) != 0) fail_errno("change into the jail");
  // Old and new root on top of each other (pivot_root(2), NOTES): nothing is needed in the jail for the old one.
  if (syscall(SYS_pivot_root, ".", ".") != 0) fail_errno("pivot_root");
  if (syscall(SYS_umount2, ".", detach) != 0) fail_errno("detach the node's root");
  if (chdir("/") != 0) fail_errno("change to the jail's root");
}

Root put_together(const Plan& plan) {
  leave_node();
  Root root(mount_root(plan.settings));
  for (const Mount& mount : plan.mounts) mount_one(root, plan, mount);
  seal_dev(root, plan);
  return root;
}

}  // namespace

void furnish(const Plan& plan) { put_together(plan); }

void enter(const Plan& plan) {
  const Way way;
  try {
    change_root(put_together(plan).get());
  } catch (...) {
    way.back();
    throw;
  }
}

}  // namespace jail
