#include "verify/namespaces.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "text/split.h"
#include "verify/report.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

// A directory that each job gets as its own, and where the file says so: an item of dir_confs, or dirs.
struct Directory {
  std::string_view path;
  const Node* node;
  bool is_item = false;
};

const Node* field(const Node* object, std::string_view name) { return object ? object->find(name) : nullptr; }

std::string_view text_of(const Node* node) { return node ? std::string_view(node->text) : std::string_view(); }

// slurmd reads the file in this way (src/plugins/namespace/linux/read_nsconf.c). Tried with slurmd of 26.05.
class Namespaces {
 public:
  Namespaces(const OutputSiteFile& file, const Node& root, const SlurmNodes& nodes, Diagnostics& out)
      : file_(file), defaults_(root.find("defaults")), nodes_(nodes), out_(out) {}

  void check(const Node& root) {
    if (defaults_) options(*defaults_);
    const Node* const nodes = root.find("node_confs");
    if (!nodes) return;
    for (const Node& item : nodes->items) {
      required(item, "nodes");
      required(item, "options");
      if (const Node* hosts = item.find("nodes")) {
        members(*hosts);
        for (const Node& each : hosts->items) members(each);
      }
      if (const Node* own = item.find("options")) options(*own);
    }
  }

 private:
  void say(std::string_view rule, Problem problem, const Node& at, std::string_view value, std::string message,
           Severity severity = Severity::error) {
    report(out_, rule, problem, file_, at.span, value, std::move(message), severity);
  }

  void required(const Node& item, std::string_view name) {
    if (item.kind == Node::Kind::mapping && !item.find(name))
      say("SKF491", Problem::required, item, "", "must have " + std::string(name) + "; slurmd exits without it");
  }

  // slurmd exits if it cannot read the list. A name that no node has is no fault to it.
  void members(const Node& list) {
    if (list.kind != Node::Kind::scalar || list.text.empty()) return;
    const std::optional<Hostlist> hosts = parse_hostlist(list.text);
    if (!hosts) return say("SKF491", Problem::invalid, list, list.text, "must be a host list such as h100-[0-63]");
    for (const HostRun& run : *hosts)
      if (!nodes_.index.contains(run))
        return say("SKF463", Problem::not_found, list, list.text,
                   "is no node of spec.nodeSets, or contains one that is none");
  }

  // The fields of a node replace those of `defaults`, and dir_confs replaces dirs.
  std::vector<Directory> directories(const Node& options) const {
    std::vector<Directory> found;
    for (const Node* each : {&options, defaults_}) {
      const Node* const list = field(each, "dir_confs");
      if (!list) continue;
      for (const Node& item : list->items) found.push_back({text_of(item.find("path")), &item, true});
      return found;
    }
    const Node* dirs = options.find("dirs");
    if (!dirs) dirs = field(defaults_, "dirs");
    const bool has_dirs = dirs && !dirs->text.empty();
    for (const std::string_view path : Parts(has_dirs ? std::string_view(dirs->text) : "/tmp,/dev/shm", ','))
      found.push_back({path, has_dirs ? dirs : &options});
    return found;
  }

  void options(const Node& options) {
    const std::vector<Directory> found = directories(options);
    const bool own = options.find("dirs") || options.find("dir_confs");
    std::vector<std::string_view> before;
    for (const Directory& directory : found) {
      if (!own) break;
      if (!directory.path.empty() && std::ranges::find(before, directory.path) != before.end())
        say("SKF491", Problem::duplicate, *directory.node, directory.path, "is given twice; slurmd would exit");
      before.push_back(directory.path);
      if (directory.is_item) {
        required(*directory.node, "path");
        mount_options(*directory.node);
      } else if (!directory.path.starts_with('/')) {
        say("SKF491", Problem::invalid, *directory.node, directory.path, "must be an absolute path");
      }
    }
    base(options, found);
  }

  // Only a tmpfs has more options than these flags. The kernel ignores them for a bind mount.
  void mount_options(const Node& directory) {
    constexpr std::array<std::string_view, 7> flags = {"noexec",  "nosuid",     "nodev",   "ro",
                                                       "noatime", "nodiratime", "relatime"};
    constexpr std::array<std::string_view, 11> of_tmpfs = {"size", "nr_blocks", "nr_inodes", "mode",    "uid",   "gid",
                                                           "huge", "mpol",      "inode32",   "inode64", "noswap"};
    const Node* const options = directory.find("options");
    if (!options || options->kind != Node::Kind::scalar) return;
    const bool tmpfs = compare_words(text_of(directory.find("tmpfs")), "true") == 0 ||
                       compare_words(text_of(directory.find("tmpfs")), "yes") == 0 ||
                       text_of(directory.find("path")) == "/dev/shm";
    for (const std::string_view option : Parts(options->text, ',')) {
      if (std::ranges::any_of(flags, [&](std::string_view flag) { return compare_words(flag, option) == 0; })) continue;
      if (tmpfs && std::ranges::find(of_tmpfs, option.substr(0, option.find('='))) != of_tmpfs.end()) continue;
      say("SKF491", Problem::invalid, *options, option,
          tmpfs ? "is no option of a tmpfs, so that jobs would not start"
                : "must be noexec, nosuid, nodev, ro, noatime, nodiratime or relatime; other options are for tmpfs");
    }
  }

  // slurmd exits if the base is, or contains, one of the directories. Built with --enable-multiple-slurmd, it first appends
  // the name of the node to the base.
  void base(const Node& options, const std::vector<Directory>& found) {
    const Node* base = options.find("base_path");
    if (!base) base = field(defaults_, "base_path");
    if (!base || base->text.empty() || compare_words(base->text, "none") == 0) return;
    for (const Directory& directory : found) {
      if (directory.path != base->text && !directory.path.starts_with(base->text + '/')) continue;
      say("SKF489", Problem::invalid, *base, base->text,
          "should not contain " + std::string(directory.path) +
              ", which each job gets as its own; slurmd exits, unless it is built with --enable-multiple-slurmd as Debian's is",
          Severity::warning);
      break;
    }
  }

  const OutputSiteFile& file_;
  const Node* defaults_;
  const SlurmNodes& nodes_;
  Diagnostics& out_;
};

}  // namespace

void check_namespaces(const OutputSiteFile& file, const Node& root, const SlurmNodes& nodes, Diagnostics& out) {
  Namespaces(file, root, nodes, out).check(root);
}

}  // namespace skiff
