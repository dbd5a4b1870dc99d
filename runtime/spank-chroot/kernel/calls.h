#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "kernel/fd.h"

namespace jail {

/// The mount calls of Linux 5.12 that use file descriptors. The C library may not have them. A function with a
/// parameter `what` throws Failure: `what` and the text of errno.

/// Flags of a mount, as mount_setattr(2) takes them.
struct MountFlags {
  bool read_only = false;
  bool no_suid = false;
  bool no_dev = false;
  bool no_exec = false;
  bool slave = false;  ///< receives later mounts of the original, with their flags there; otherwise it receives none
};

/// True if this kernel has all that is needed: openat2, open_tree, move_mount, fsopen, mount_setattr, mount ids.
bool kernel_has_mount_calls();

/// Opens a path below a directory. It follows no symbolic link and no magic link, and `..` cannot leave the directory.
/// `flags` as in open(2); O_PATH if the path is only a place for a mount.
Fd open_below(int folder, const std::string& path, int flags, const std::string& what);
/// The same, but without an exception: returns no descriptor and sets errno.
Fd try_open_below(int folder, const std::string& path, int flags);

/// Opens an absolute path of the node with O_PATH. On failure, returns no descriptor and sets errno: ELOOP if the path
/// contains a link.
Fd try_open_plain(const std::string& path);

/// Clones an open path as a separate mount, which is not attached yet.
Fd clone_mount(int place, bool recursive, const std::string& what);
/// The same, but on failure returns no descriptor and sets errno: ENOENT if the open path has been removed meanwhile.
Fd try_clone_mount(int place, bool recursive);

/// Sets the flags of a mount, and whether it receives later mounts.
void set_flags(int mount, const MountFlags& flags, bool recursive, const std::string& what);

/// Attaches a mount at an open path.
void attach(int mount, int place, const std::string& what);
/// The same, but on failure returns false and sets errno.
bool try_attach(int mount, int place);

/// Creates a new file system: tmpfs, proc or devpts. Options are `name=value` or just `name`.
Fd new_filesystem(const char* type, const std::initializer_list<std::string>& options, const MountFlags& flags,
                  const std::string& what);

/// The id of the mount that a file is on.
std::uint64_t mount_id(int file, const std::string& what);

/// True if a file is the root of a mount.
bool is_mount_root(int file, const std::string& what);

}  // namespace jail
