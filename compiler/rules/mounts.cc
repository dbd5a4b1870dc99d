#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "embedded/shared.h"
#include "plan/catalogue.h"
#include "rules/rules.h"

// Where a volume may be mounted in worker and login pods: wherever it hides nothing that these pods need. The lists name
// what they need at run time, in Debian's directories and in those that skiff and the container runtime fill. Everything
// else is the site's, such as /home, /opt/apps, /usr/local/cuda, /etc/modulefiles and /var/lib/site.

namespace skiff {
namespace {

namespace paths = shared::paths;

// Directories in which only some entries are needed. A mount at or above one of them would hide these entries. A mount
// of the site's own in one of them hides nothing.
constexpr std::string_view kept_folders[] = {"/dev",           "/etc",           "/etc/default", "/etc/security",
                                             "/run",           "/tmp",           "/usr",         "/usr/local",
                                             "/usr/local/bin", "/usr/local/lib", "/usr/share",   "/usr/local/sbin",
                                             "/var",           "/var/lib",       "/var/spool"};

// Directories and files that are needed with everything in them.
constexpr std::string_view kept_trees[] = {
    // Of the container runtime and the kernel.
    "/dev/console", "/dev/core", "/dev/fd", "/dev/full", "/dev/mqueue", "/dev/null", "/dev/ptmx", "/dev/pts",
    "/dev/random", "/dev/shm", "/dev/stderr", "/dev/stdin", "/dev/stdout", "/dev/tty", "/dev/urandom", "/dev/zero",
    "/proc", "/sys",
    // Programs, libraries and their data. Images with a Slurm of their own may have its plugins in /usr/local/lib/slurm.
    "/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/libo32", "/usr/libx32",
    "/usr/local/lib/slurm", "/usr/sbin", "/usr/share/ca-certificates", "/usr/share/perl", "/usr/share/perl5",
    "/usr/share/zoneinfo",
    // What the loader, the C library, PAM, shells, sshd, munge and Slurm read.
    "/etc/alternatives", "/etc/bash.bashrc", "/etc/environment", "/etc/gai.conf", "/etc/group", "/etc/gshadow",
    "/etc/gss", "/etc/host.conf", "/etc/hostname", "/etc/hosts", "/etc/ld.so.cache", "/etc/ld.so.conf",
    "/etc/ld.so.conf.d", "/etc/libaudit.conf", "/etc/login.defs", "/etc/mtab", "/etc/munge", "/etc/networks",
    "/etc/nsswitch.conf", "/etc/os-release", "/etc/pam.conf", "/etc/pam.d", "/etc/passwd", "/etc/profile",
    "/etc/protocols", "/etc/resolv.conf", "/etc/rpc", "/etc/selinux", "/etc/services", "/etc/shadow", "/etc/shells",
    "/etc/skiff", "/etc/slurm", "/etc/ssh", "/etc/terminfo",
    // What runs.
    paths::munged, "/run/secrets", "/run/skiff", "/run/slurm", "/run/slurmctld", "/run/slurmd", "/run/slurmd.early",
    paths::slurmdLog, "/run/slurmdbd", "/run/sshd", paths::controllerState, paths::workerState};

// In the trees above, but of the Kubernetes node: no image has kernel modules.
constexpr std::string_view free_tree = "/usr/lib/modules";

// Links of Debian. A mount through a link is made at its target.
constexpr std::pair<std::string_view, std::string_view> links[] = {{"/bin", "/usr/bin"},
                                                                   {"/lib", "/usr/lib"},
                                                                   {"/lib32", "/usr/lib32"},
                                                                   {"/lib64", "/usr/lib64"},
                                                                   {"/libo32", "/usr/libo32"},
                                                                   {"/libx32", "/usr/libx32"},
                                                                   {"/sbin", "/usr/sbin"},
                                                                   {"/var/lock", "/run/lock"},
                                                                   {"/var/run", "/run"},
                                                                   {"/usr/local/man", "/usr/local/share/man"},
                                                                   {"/var/spool/mail", "/var/mail"}};

bool at_or_below(std::string_view path, std::string_view tree) {
  return path.starts_with(tree) && (path.size() == tree.size() || path[tree.size()] == '/');
}

std::string without_link(const std::string& path) {
  for (const auto& [link, target] : links)
    if (at_or_below(path, link)) return std::string(target) + path.substr(link.size());
  return path;
}

// The trees that skiff itself mounts because of the spec.
std::vector<std::string_view> trees_of(const plan::Plan& plan) {
  std::vector<std::string_view> trees;
  if (plan.jail) {
    trees.insert(trees.end(), {paths::jailRoot, paths::users});
    // The drivers of the node's GPUs.
    if (std::any_of(plan.node_sets.begin(), plan.node_sets.end(), has_nvidia_gpus))
      trees.push_back("/usr/local/nvidia");
  }
  if (plan.users) trees.push_back(paths::users);
  if (plan.directory) trees.push_back(paths::sss);
  if (plan.pyxis) trees.push_back(paths::containers);
  if (plan.pyxis && plan.pyxis->cache) trees.push_back(paths::imageCache);
  return trees;
}

// What a mount at this path, which is free of links, would hide; "" if nothing.
std::string_view hidden_by(std::string_view path, const std::vector<std::string_view>& own_trees) {
  if (at_or_below(path, free_tree)) return "";
  // First what is at the path itself, because that explains most.
  for (const std::string_view folder : kept_folders)
    if (folder == path) return folder;
  const auto find = [&](const auto& trees) -> std::string_view {
    const auto found = std::find_if(std::begin(trees), std::end(trees), [&](std::string_view tree) {
      return at_or_below(path, tree) || at_or_below(tree, path);
    });
    return found == std::end(trees) ? std::string_view() : *found;
  };
  const std::string_view found = find(kept_trees);
  return found.empty() ? find(own_trees) : found;
}

// What is wrong with a mount that is fine without a jail: everything in `mounts` is also in the jail at the same path.
std::string fault_in_jail(const std::string& path) {
  if (const std::string target = without_link(path); target != path)
    return "part of the path is a symbolic link, and mounts in the jail follow none: write " + target;
  if (at_or_below(path, "/tmp")) return "each job has a /tmp of its own in the jail: mount the volume elsewhere";
  // Other mounts in the jail have no device files. Its own /dev has those of the node.
  if (at_or_below(path, "/dev") && !path.starts_with("/dev/hugepages"))
    return "the jail has a /dev of its own, with the devices of the node: mount only /dev/hugepages there";
  return "";
}

std::string fault_of(const plan::Plan& plan, const std::string& path, const std::vector<std::string_view>& own_trees) {
  const std::string target = without_link(path);
  const std::string_view hidden = hidden_by(target, own_trees);
  if (hidden == target) return "the programs in the pods need the files at this path: mount the volume elsewhere";
  if (!hidden.empty() && at_or_below(target, hidden))
    return "the programs in the pods need the files in " + std::string(hidden) + ": mount the volume elsewhere";
  if (!hidden.empty())
    return "this would hide " + std::string(hidden) +
           ", which the programs in the pods need: mount the volume elsewhere";
  return plan.jail ? fault_in_jail(path) : "";
}

// True if a volume at `outer` can be mounted over one at or below it. Container runtimes mount paths with fewer elements
// first (orderedMounts of containerd and CRI-O). So /run/a/b is mounted after /run, but perhaps before /var/run/a.
bool hides(const std::string& outer, const std::string& inner) {
  return at_or_below(without_link(inner), without_link(outer)) &&
         std::ranges::count(outer, '/') >= std::ranges::count(inner, '/');
}

bool has_dots(const std::string& path) {
  return (path + "/").find("/../") != std::string::npos || (path + "/").find("/./") != std::string::npos;
}

}  // namespace

void rule_mount_paths(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const std::vector<std::string_view> own_trees = trees_of(plan);
  for (const auto& mount : cluster.spec.mounts) {
    const std::string fault = has_dots(*mount.path) ? "must not contain the path elements '.' or '..'"
                                                    : fault_of(plan, *mount.path, own_trees);
    if (!fault.empty()) refuse(found, "SKF330", mount.path, fault);
  }
  const auto check = [&](const spec::Text& path) {
    if (path && has_dots(*path)) refuse(found, "SKF330", path, "must not contain the path elements '.' or '..'");
  };
  for (const auto& [name, volume] : cluster.spec.storage) {
    check(volume.host_path);
    if (volume.persistent_volume && volume.persistent_volume->local) check(volume.persistent_volume->local->path);
  }
  if (plan.monitoring.gpu_jobs) check(cluster.spec.monitoring->gpu_jobs->host_path);
}

// Two volumes at one path of one pod: the API server refuses the pod, not the StatefulSet. If one path goes through a
// link to the other one, it accepts the pod, which sees only one of the volumes.
void rule_mount_node_sets(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto& mounts = cluster.spec.mounts;
  const auto in_set = [](const spec::Mount& mount, const std::string& set) {
    return mount.node_sets.empty() ||
           std::any_of(mount.node_sets.begin(), mount.node_sets.end(), [&](const auto& name) { return *name == set; });
  };
  for (std::size_t i = 0; i < mounts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::string &path = *mounts[i].path, &other = *mounts[j].path;
      if (!hides(path, other) && !hides(other, path)) continue;
      const bool same_set =
          std::any_of(cluster.spec.node_sets.begin(), cluster.spec.node_sets.end(),
                      [&](const auto& set) { return in_set(mounts[i], *set.name) && in_set(mounts[j], *set.name); });
      const bool same_login = !cluster.spec.login.empty() && *mounts[i].login && *mounts[j].login;
      if (!same_set && !same_login) continue;
      if (without_link(path) == without_link(other)) {
        duplicate(found, "SKF331", mounts[i].path, "already mounted in the same pod", mounts[j].path.span,
                  "the first mount at this path");
      } else {
        const std::string& linked = hides(path, other) ? path : other;
        duplicate(found, "SKF331", mounts[i].path,
                  "one of the two mounts can hide the other one, because " + linked +
                      " goes through a symbolic link: write " + without_link(linked) + " instead of it",
                  mounts[j].path.span, "the other mount");
      }
      break;
    }
  }
}

}  // namespace skiff
