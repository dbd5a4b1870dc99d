#include "kernel/calls.h"

#include <fcntl.h>
#include <linux/mount.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>

#include "text/failure.h"

namespace jail {
namespace {

// AT_* of linux/fcntl.h, which conflicts with fcntl.h.
constexpr unsigned at_empty_path = 0x1000;
constexpr unsigned at_recursive = 0x8000;

long open2(int folder, const char* path, const open_how& how) {
  long number = -1;
  // A rename elsewhere can make a lookup that must stay inside a directory fail with EAGAIN (openat2(2)).
  for (int tries = 0; tries < 64; ++tries) {
    number = syscall(SYS_openat2, folder, path, &how, sizeof how);
    if (number >= 0 || errno != EAGAIN) break;
  }
  return number;
}

std::uint64_t attributes(const MountFlags& flags) {
  return (flags.read_only ? MOUNT_ATTR_RDONLY : 0) | (flags.no_suid ? MOUNT_ATTR_NOSUID : 0) |
         (flags.no_dev ? MOUNT_ATTR_NODEV : 0) | (flags.no_exec ? MOUNT_ATTR_NOEXEC : 0);
}

struct statx status(int file, const std::string& what) {
  struct statx found {};
  if (statx(file, "", at_empty_path, STATX_BASIC_STATS | STATX_MNT_ID, &found) != 0) fail_errno(what);
  return found;
}

}  // namespace

bool kernel_has_mount_calls() {
  // Make each call with arguments that cannot succeed: only a kernel without the call returns ENOSYS. mount_setattr is
  // the newest of all calls used here, from 5.12.
  return !(syscall(SYS_mount_setattr, -1, nullptr, 0u, nullptr, 0u) == -1 && errno == ENOSYS) &&
         !(syscall(SYS_openat2, -1, nullptr, nullptr, 0u) == -1 && errno == ENOSYS);
}

Fd try_open_below(int folder, const std::string& path, int flags) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags) | O_CLOEXEC;
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return Fd(static_cast<int>(open2(folder, path.c_str(), how)));
}

Fd open_below(int folder, const std::string& path, int flags, const std::string& what) {
  Fd file = try_open_below(folder, path, flags);
  if (!file) fail_errno(what);
  return file;
}

Fd try_open_plain(const std::string& path) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC;
  how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return Fd(static_cast<int>(open2(AT_FDCWD, path.c_str(), how)));
}

Fd try_clone_mount(int place, bool recursive) {
  const unsigned flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | at_empty_path | (recursive ? at_recursive : 0);
  return Fd(static_cast<int>(syscall(SYS_open_tree, place, "", flags)));
}

Fd clone_mount(int place, bool recursive, const std::string& what) {
  Fd mount = try_clone_mount(place, recursive);
  if (!mount) fail_errno(what);
  return mount;
}

void set_flags(int mount, const MountFlags& flags, bool recursive, const std::string& what) {
  mount_attr wanted{};
  wanted.attr_set = attributes(flags);
  wanted.propagation = flags.slave ? MS_SLAVE : MS_PRIVATE;
  if (syscall(SYS_mount_setattr, mount, "", at_empty_path | (recursive ? at_recursive : 0), &wanted, sizeof wanted) !=
      0) {
    fail_errno(what);
  }
}

bool try_attach(int mount, int place) {
  return syscall(SYS_move_mount, mount, "", place, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) == 0;
}

void attach(int mount, int place, const std::string& what) {
  if (!try_attach(mount, place)) fail_errno(what);
}

Fd new_filesystem(const char* type, const std::initializer_list<std::string>& options, const MountFlags& flags,
                  const std::string& what) {
  const Fd context(static_cast<int>(syscall(SYS_fsopen, type, FSOPEN_CLOEXEC)));
  if (!context) fail_errno(what);
  for (const std::string& option : options) {
    const std::size_t equals = option.find('=');
    const std::string name = option.substr(0, equals);
    const bool plain = equals == std::string::npos;
    if (syscall(SYS_fsconfig, context.get(), plain ? FSCONFIG_SET_FLAG : FSCONFIG_SET_STRING, name.c_str(),
                plain ? nullptr : option.c_str() + equals + 1, 0) != 0) {
      fail_errno(what + ", option " + option);
    }
  }
  if (syscall(SYS_fsconfig, context.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) fail_errno(what);
  Fd mount(static_cast<int>(syscall(SYS_fsmount, context.get(), FSMOUNT_CLOEXEC, attributes(flags))));
  if (!mount) fail_errno(what);
  return mount;
}

std::uint64_t mount_id(int file, const std::string& what) { return status(file, what).stx_mnt_id; }

bool is_mount_root(int file, const std::string& what) {
  return (status(file, what).stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

}  // namespace jail
