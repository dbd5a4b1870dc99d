#include "kernel/forked.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "text/failure.h"

namespace jail {
namespace {

constexpr unsigned same = ~0u;

struct Numbers {
  uid_t user = geteuid();
  gid_t group = getegid();
};

bool set_effective(uid_t user, gid_t group) {
  // Only root can change the group. So become root first, or become another user last.
  if (user == 0 && syscall(SYS_setresuid, same, user, same) != 0) return false;
  if (syscall(SYS_setresgid, same, group, same) != 0) return false;
  return user == 0 || syscall(SYS_setresuid, same, user, same) == 0;
}

}  // namespace

void as_root(const std::function<void()>& work) {
  const Numbers before;
  if (!set_effective(0, 0)) fail_errno("become root");
  work();
  if (!set_effective(before.user, before.group)) fail_errno("become the user again");
}

void enter_empty_root_or_exit() noexcept {
  // A directory of this process in /proc, in which nobody can create anything.
  if (syscall(SYS_setresuid, same, 0, same) != 0 || chroot("/proc/self/fdinfo") != 0 || chdir("/") != 0) _exit(1);
}

}  // namespace jail
