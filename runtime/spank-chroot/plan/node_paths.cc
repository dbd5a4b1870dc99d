#include "plan/node_paths.h"

#include <algorithm>

#include "text/words.h"

namespace jail {
namespace {

// Directories of what the loader, NSS, OpenSSL, hwloc, PMIx, locales and time zones read, and of user databases (sss,
// extrausers).
constexpr const char* system_folders[] = {"/bin",    "/etc",  "/lib", "/lib32",  "/lib64",
                                          "/libx32", "/sbin", "/usr", "/var/lib"};

// Directories of the sockets at which slurmstepd, as root, gets its credentials.
constexpr const char* all_socket_folders[] = {"/run/munge", "/run/slurm", "/run/slurmd"};

// The directory of a mapped executable file, or an empty text. A row is `ADDRESS PERMISSIONS OFFSET DEVICE INODE PATH`.
std::string folder_of_code(std::string_view row) {
  const std::size_t at = row.find('/');
  const std::vector<std::string> fields = words(row.substr(0, at));
  if (at == std::string_view::npos || fields.size() != 5 || fields[1].find('x') == std::string::npos) return "";
  const std::string_view path = row.substr(at);
  return path_fault(path).empty() ? std::string(path.substr(0, path.rfind('/'))) : "";
}

void add(std::vector<NodePath>& paths, NodePath added) {
  if (added.path.empty()) return;
  for (const NodePath& known : paths) {
    if (inside(added.path, known.path)) return;
  }
  std::erase_if(paths, [&](const NodePath& known) { return inside(known.path, added.path); });
  paths.push_back(std::move(added));
}

}  // namespace

std::vector<NodePath> node_paths(std::string_view maps, const std::vector<Mount>& mounts) {
  std::vector<NodePath> paths;
  for (const char* folder : system_folders) paths.push_back({folder});
  for (const std::string& row : split(maps, '\n')) add(paths, {folder_of_code(row)});
  for (const Mount& mount : mounts) {
    if (mount.type != MountType::spool) continue;
    std::erase_if(paths, [&](const NodePath& known) { return inside(known.path, mount.target); });
    paths.push_back({mount.target, true});
  }
  return paths;
}

std::vector<std::string> socket_folders(const std::vector<Mount>& mounts) {
  const bool in_memory = std::ranges::any_of(
      mounts, [](const Mount& mount) { return mount.type == MountType::tmpfs && mount.target == "/run"; });
  std::vector<std::string> folders;
  if (!in_memory) return folders;
  for (const char* folder : all_socket_folders) {
    const bool shared = std::ranges::any_of(
        mounts, [&](const Mount& mount) { return mount.target == folder && mount.source == folder; });
    if (!shared) folders.push_back(folder);
  }
  return folders;
}

NodePathMatch match_node_paths(const std::vector<NodePath>& paths, std::string_view path) {
  for (const NodePath& known : paths) {
    if (known.path == path) return NodePathMatch::exact;
    if (inside(known.path, path)) return NodePathMatch::parent;
  }
  return NodePathMatch::none;
}

std::vector<std::string> names_below(const std::vector<NodePath>& paths, std::string_view folder) {
  std::vector<std::string> names;
  for (const NodePath& known : paths) {
    if (known.path == folder || (!folder.empty() && !inside(known.path, folder))) continue;
    const std::string_view rest = std::string_view(known.path).substr(folder.size() + 1);
    std::string name(rest.substr(0, rest.find('/')));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace jail
