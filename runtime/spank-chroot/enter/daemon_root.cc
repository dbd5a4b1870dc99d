#include "enter/daemon_root.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include "enter/assemble.h"
#include "enter/way.h"
#include "kernel/files.h"
#include "kernel/listing.h"
#include "kernel/source.h"
#include "plan/node_paths.h"
#include "text/failure.h"
#include "text/words.h"

namespace jail {
namespace {

// Where the jail lies in that root.
constexpr const char* jail_name = ".jail";

const std::string what = "the root of slurmstepd";

// A folder of the node, bound at a place.
void bind_node(int place, const NodePath& path, const std::string& at) {
  const Fd bound = clone_mount(open_source(path.path, at).get(), !path.writable, at);
  set_flags(bound.get(), {.read_only = !path.writable, .no_suid = true, .no_dev = true}, !path.writable, at);
  attach(bound.get(), place, at);
}

// A folder of the jail's that is a mount, bound under the same name.
void bind_mount(int folder, const std::string& name, int mount) {
  const std::string at = what + ": " + name;
  if (mkdirat(folder, name.c_str(), 0755) != 0) fail_errno(at);
  attach(clone_mount(mount, false, at).get(), open_below(folder, name, O_PATH, at).get(), at);
}

// A path of the node under the same name: a link as the same link, a folder bound. What the node has not is not there at all.
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

// SlurmdSpoolDir in a folder that is the node's already.
void show_nested(int root, const std::vector<NodePath>& paths) {
  for (const NodePath& path : paths) {
    const std::string at = what + ": " + path.path;
    const bool nested = std::any_of(paths.begin(), paths.end(), [&](const NodePath& other) {
      return other.path != path.path && inside(path.path, other.path);
    });
    if (nested) bind_node(open_below(root, "." + path.path, O_PATH, at).get(), path, at);
  }
}

// The names in a folder of the jail; none where the jail has no such folder.
std::vector<std::string> names_of_jail(int jail, const std::string& path) {
  const Fd folder = try_open_below(jail, "." + path, O_PATH | O_DIRECTORY);
  if (!folder) return {};
  auto names = names_in(folder.get());
  if (!names) fail_errno(what + ": read the jail's " + path);
  std::erase(*names, jail_name);
  return std::move(*names);
}

// A folder in memory: the node's paths in it, and all else that the jail has there by links into it. A link in memory of our own can be
// turned elsewhere by nobody; a mount on a folder of the jail could be moved away with that folder by whoever is root there.
void fill(int folder, int jail, const std::string& path, const std::vector<NodePath>& paths,
          const std::vector<Mount>& mounts) {
  for (const std::string& name : names_of_jail(jail, path)) {
    const std::string at = path + "/" + name;
    if (lies(paths, at) != Lies::beside) continue;
    const bool of_job = std::any_of(mounts.begin(), mounts.end(), [&](const Mount& mount) {
      return mount.type == MountType::job && mount.target == at;
    });
    if (of_job) {
      // PMIx's server makes its folders in /tmp, and follows no link to it.
      bind_mount(folder, name, open_below(jail, "." + at, O_PATH, what).get());
    } else {
      make_link(folder, name, "/" + std::string(jail_name) + at, what);
    }
  }
  for (const std::string& name : names_below(paths, path)) {
    const std::string at = path + "/" + name;
    if (lies(paths, at) == Lies::at) {
      for (const NodePath& node : paths) {
        if (node.path == at) show_node(folder, name, node);
      }
      continue;
    }
    if (mkdirat(folder, name.c_str(), 0755) != 0) fail_errno(what + ": make " + at);
    fill(open_below(folder, name, O_RDONLY | O_DIRECTORY, what).get(), jail, at, paths, mounts);
  }
}

// What this process has loaded so far, as proc(5) lists it.
std::string own_maps() { return read_kernel("/proc/self/maps"); }

}  // namespace

Fd enter_as_daemon(const Plan& plan) {
  const std::vector<NodePath> paths = node_paths(own_maps(), plan.mounts);
  Fd space;
  or_back([&] {
    leave_node();
    const Fd root = new_filesystem("tmpfs", {"mode=0755", "size=1M"}, {.no_suid = true, .no_dev = true}, what);
    // A folder that every node has and below which no source of a mount lies.
    attach(root.get(), open_source("/proc", what).get(), what);
    if (mkdirat(root.get(), jail_name, 0755) != 0) fail_errno(what);
    const Root jail = assemble(plan, open_below(root.get(), jail_name, O_PATH, what).get());
    fill(root.get(), jail.get(), "", paths, plan.mounts);
    show_nested(root.get(), paths);
    set_flags(root.get(), {.read_only = true, .no_suid = true, .no_dev = true}, false, what);
    change_root(root.get());
    space = own_namespace();
  });
  // Libraries look below it for plugins of a user's own (PMIx: ~/.pmix/components), and root's home is the jail's.
  setenv("HOME", "/", 1);
  return space;
}

void follow(const Fd& daemon) {
  // Not every thread of slurmstepd was there when its first one went in: the others are still on the node.
  if (setns(daemon.get(), CLONE_NEWNS) != 0) fail_errno("join the step's mount namespace");
  if (unshare(CLONE_NEWNS) != 0) fail_errno("make a mount namespace for the task");
  const Fd jail(open((std::string("/") + jail_name).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!jail) fail_errno("open the step's jail");
  change_root(jail.get());
}

}  // namespace jail
