#include "enter/daemon_root.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include "enter/assemble.h"
#include "enter/saved_namespace.h"
#include "kernel/files.h"
#include "kernel/listing.h"
#include "kernel/source.h"
#include "plan/node_paths.h"
#include "text/failure.h"
#include "text/words.h"

namespace jail {
namespace {

// The jail's directory in slurmstepd's root.
constexpr const char* jail_name = ".jail";

const std::string what = "the root of slurmstepd";

// Binds a directory of the node at an open path.
void bind_node(int place, const NodePath& path, const std::string& at) {
  const Fd bound = clone_mount(open_source(path.path, at).get(), !path.writable, at);
  set_flags(bound.get(), {.read_only = !path.writable, .no_suid = true, .no_dev = true}, !path.writable, at);
  attach(bound.get(), place, at);
}

// Binds a mounted directory of the jail under the same name.
void bind_mount(int folder, const std::string& name, int mount) {
  const std::string at = what + ": " + name;
  if (mkdirat(folder, name.c_str(), 0755) != 0) fail_errno(at);
  attach(clone_mount(mount, false, at).get(), open_below(folder, name, O_PATH, at).get(), at);
}

// Shows a path of the node under the same name: copies a symbolic link, binds a directory. Skips a path that the node
// does not have.
void show_node(int folder, const std::string& name, const NodePath& path) {
  const std::string at = what + ": " + path.path;
  char target[4096];
  const ssize_t size = readlink(path.path.c_str(), target, sizeof target);
  if (size > 0) return make_link(folder, name, std::string(target, static_cast<std::size_t>(size)), what);
  const Fd source = try_open_source(path.path);
  if (!source && errno == ENOENT) return;
  if (!source) fail_errno(at);
  if (!is_folder(source.get(), at)) return;
  if (mkdirat(folder, name.c_str(), 0755) != 0) fail_errno(at);
  bind_node(open_below(folder, name, O_PATH, at).get(), path, at);
}

// Binds SlurmdSpoolDir if it is inside another directory of the node that is already bound.
void show_nested(int root, const std::vector<NodePath>& paths) {
  for (const NodePath& path : paths) {
    const std::string at = what + ": " + path.path;
    const bool nested = std::any_of(paths.begin(), paths.end(), [&](const NodePath& other) {
      return other.path != path.path && inside(path.path, other.path);
    });
    if (nested) bind_node(open_below(root, "." + path.path, O_PATH, at).get(), path, at);
  }
}

// The names in a directory of the jail; none if the jail has no such directory.
std::vector<std::string> names_of_jail(int jail, const std::string& path) {
  const Fd folder = try_open_below(jail, "." + path, O_PATH | O_DIRECTORY);
  if (!folder) return {};
  auto names = names_in(folder.get());
  if (!names) fail_errno(what + ": read the jail's " + path);
  std::erase(*names, jail_name);
  return std::move(*names);
}

// Fills a directory in memory: with the node's paths, and with links into the jail for everything else that the jail
// has there. Nobody can redirect a link in our own memory. A mount on a directory of the jail would not be safe: root
// in the jail could move it away together with the directory.
void fill(int folder, int jail, const std::string& path, const std::vector<NodePath>& paths,
          const std::vector<Mount>& mounts) {
  for (const std::string& name : names_of_jail(jail, path)) {
    const std::string at = path + "/" + name;
    if (match_node_paths(paths, at) != NodePathMatch::none) continue;
    const bool of_job = std::any_of(mounts.begin(), mounts.end(), [&](const Mount& mount) {
      return mount.type == MountType::job && mount.target == at;
    });
    if (of_job) {
      // Bind it, because PMIx's server creates directories in /tmp and does not follow a link to it.
      bind_mount(folder, name, open_below(jail, "." + at, O_PATH, what).get());
    } else {
      make_link(folder, name, "/" + std::string(jail_name) + at, what);
    }
  }
  for (const std::string& name : names_below(paths, path)) {
    const std::string at = path + "/" + name;
    if (match_node_paths(paths, at) == NodePathMatch::exact) {
      for (const NodePath& node : paths) {
        if (node.path == at) show_node(folder, name, node);
      }
      continue;
    }
    if (mkdirat(folder, name.c_str(), 0755) != 0) fail_errno(what + ": make " + at);
    fill(open_below(folder, name, O_RDONLY | O_DIRECTORY, what).get(), jail, at, paths, mounts);
  }
}

// Shows the node's sockets in the jail's /run, which is in memory, so nobody can move them. follow() removes them from
// the copies of this mount namespace that users see. Returns their directories.
std::vector<std::string> show_sockets(int jail, const std::vector<std::string>& folders) {
  std::vector<std::string> shown;
  for (const std::string& folder : folders) {
    const std::string at = what + ": " + folder;
    const Fd source = try_open_source(folder);
    if (!source && errno == ENOENT) continue;
    if (!source) fail_errno(at);
    if (mkdirat(jail, folder.c_str() + 1, 0755) != 0 && errno != EEXIST) fail_errno(at);
    bind_node(open_below(jail, "." + folder, O_PATH | O_DIRECTORY, at).get(), {folder}, at);
    shown.push_back(folder);
  }
  return shown;
}

// The files that this process has loaded so far (proc(5)).
std::string own_maps() { return read_kernel("/proc/self/maps"); }

}  // namespace

DaemonRoot enter_as_daemon(const Plan& plan) {
  const std::vector<NodePath> paths = node_paths(own_maps(), plan.mounts);
  DaemonRoot daemon;
  restore_on_failure([&] {
    leave_node();
    const Fd root = new_filesystem("tmpfs", {"mode=0755", "size=1M"}, {.no_suid = true, .no_dev = true}, what);
    // Every node has /proc, and no source of a mount is below it.
    attach(root.get(), open_source("/proc", what).get(), what);
    if (mkdirat(root.get(), jail_name, 0755) != 0) fail_errno(what);
    const Root jail = assemble(plan, open_below(root.get(), jail_name, O_PATH, what).get());
    daemon.sockets = show_sockets(jail.get(), socket_folders(plan.mounts));
    fill(root.get(), jail.get(), "", paths, plan.mounts);
    show_nested(root.get(), paths);
    set_flags(root.get(), {.read_only = true, .no_suid = true, .no_dev = true}, false, what);
    change_root(root.get());
    daemon.space = own_namespace();
  });
  // Libraries load a user's plugins from below HOME (PMIx: ~/.pmix/components), and root's home directory is in the
  // jail.
  setenv("HOME", "/", 1);
  return daemon;
}

void follow(const DaemonRoot& daemon) {
  // Only the thread of slurmstepd that called enter_as_daemon() has left the node. This process may come from another
  // one.
  if (setns(daemon.space.get(), CLONE_NEWNS) != 0) fail_errno("join the step's mount namespace");
  if (unshare(CLONE_NEWNS) != 0) fail_errno("make a mount namespace for the task");
  const Fd jail(open((std::string("/") + jail_name).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!jail) fail_errno("open the step's jail");
  change_root(jail.get());
  for (const std::string& folder : daemon.sockets) {
    if (umount2(folder.c_str(), MNT_DETACH | UMOUNT_NOFOLLOW) != 0)
      fail_errno("remove the node's " + folder + " from the task");
  }
}

}  // namespace jail
