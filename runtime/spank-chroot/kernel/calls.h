#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "kernel/fd.h"

namespace jail {

/// The mount calls by file descriptor of Linux 5.12, which a C library may not have. All of them throw Failure with `what`
/// before the text of errno.

/// Flags of a mount, as mount_setattr(2) takes them.
struct MountFlags {
  bool read_only = false;
  bool no_suid = false;
  bool no_dev = false;
  bool no_exec = false;
  bool slave =
      false;  ///< what is later mounted on what it was cloned from comes in, with the flags that it has there; else nothing does
};

/// True if this kernel has all of them: openat2, open_tree, move_mount, fsopen, mount_setattr, mount ids.
bool kernel_has_mount_calls();

/// Opens a path below a folder without following any link, `..` or magic link out of it or at all. `flags` of open(2); O_PATH
/// for what is only a place.
Fd open_below(int folder, const std::string& path, int flags, const std::string& what);
/// The same, but -1 with errno.
Fd try_open_below(int folder, const std::string& path, int flags);

/// Opens an absolute path of the node as a place, -1 with errno: ELOOP where a link is in it.
Fd try_open_plain(const std::string& path);

/// A mount of its own of what is open, attached nowhere.
Fd clone_mount(int place, bool recursive, const std::string& what);
/// The same, but -1 with errno: ENOENT where the name of what is open is gone by now.
Fd try_clone_mount(int place, bool recursive);

/// Sets flags, and whether anything comes in later.
void set_flags(int mount, const MountFlags& flags, bool recursive, const std::string& what);

/// Attaches a mount at a place.
void attach(int mount, int place, const std::string& what);
/// The same, but false with errno.
bool try_attach(int mount, int place);

/// A new file system of its own: tmpfs, proc, devpts. Options as `name=value`, or `name` alone.
Fd new_filesystem(const char* type, const std::initializer_list<std::string>& options, const MountFlags& flags,
                  const std::string& what);

/// The id of the mount that a file is on.
std::uint64_t mount_id(int file, const std::string& what);

/// True if a file is the root of a mount.
bool is_mount_root(int file, const std::string& what);

}  // namespace jail
