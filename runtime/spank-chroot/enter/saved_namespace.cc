#include "enter/saved_namespace.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include "text/failure.h"

namespace jail {

Fd own_namespace() {
  Fd space(open("/proc/thread-self/ns/mnt", O_RDONLY | O_CLOEXEC));
  if (!space) fail_errno("open the current mount namespace");
  return space;
}

SavedNamespace::SavedNamespace()
    : namespace_(own_namespace()), root_(open("/", O_PATH | O_CLOEXEC)), folder_(open(".", O_PATH | O_CLOEXEC)) {
  if (!root_ || !folder_) fail_errno("open the current root and working directory");
}

void SavedNamespace::restore() const {
  if (setns(namespace_.get(), CLONE_NEWNS) != 0) return;
  if (fchdir(root_.get()) == 0 && chroot(".") == 0 && fchdir(folder_.get()) != 0) (void)!chdir("/");
}

}  // namespace jail
