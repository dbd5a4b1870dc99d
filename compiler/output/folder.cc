#include "output/folder.h"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_set>

#include "output/disk.h"
#include "output/manifest.h"
#include "text/ascii.h"
#include "text/hash.h"
#include "text/split.h"

namespace skiff {
namespace {

constexpr std::string_view staging_name = ".skiff.tmp";

// `a` and `a/b` for `a/b/c`.
std::vector<std::string> parents(std::string_view path) {
  std::vector<std::string> found;
  for (std::size_t at = path.find('/', 1); at != path.npos; at = path.find('/', at + 1))
    found.emplace_back(path.substr(0, at));
  return found;
}

// The output directory itself may be a link, because the user named it. Nothing below it may be one.
bool is_folder(const std::string& path) { return kind_at(path + "/.") == PathKind::folder; }

/// True if Git could not merge the file.
bool has_merge_conflict(std::string_view text) {
  bool begun = false;
  while (!text.empty()) {
    const std::string_view line = take_until(text, '\n');
    begun = begun || line.starts_with("<<<<<<< ");
    if (begun && line.starts_with(">>>>>>> ")) return true;
  }
  return false;
}

std::string without_carriage_returns(std::string text) {
  std::erase(text, '\r');
  return text;
}

/// The changes to make. They are determined without changing anything.
struct Plan {
  bool fresh = false;  // the directory does not exist yet
  std::vector<const OutputFile*> write;
  std::string old_manifest;
  bool had_manifest = false;
  Manifest before;
  Manifest after;
};

class Planner {
 public:
  Planner(const FileSet& files, const std::string& folder, FolderReport& report)
      : files_(files), folder_(folder), report_(report) {}

  Plan plan() {
    look_at_folder();
    if (!report_.errors.empty()) return plan_;
    for (const OutputFile& file : files_) {
      if (!is_output_path(file.path)) {
        error(file.path, "is not a path inside the output directory");
      } else if (!plan_.after.try_emplace(file.path, std::set{xxh64(file.text)}).second) {
        error(file.path, "is written twice");
      } else {
        look_at(file);
      }
    }
    for (const auto& [path, hashes] : plan_.before) {
      if (!plan_.after.contains(path)) look_at_stale(path);
    }
    return std::move(plan_);
  }

 private:
  void error(const std::string& path, std::string_view what) {
    std::string message = folder_;
    message += '/';
    message += path;
    message += ": ";
    message += what;
    report_.errors.push_back(std::move(message));
  }

  void look_at_folder() {
    if (!is_folder(folder_)) {
      if (kind_at(folder_) == PathKind::absent) {
        plan_.fresh = true;
      } else {
        report_.errors.push_back(folder_ + ": is not a directory");
      }
      return;
    }
    const std::string manifest(manifest_name);
    const PathKind kind = kind_at(folder_ + "/" + manifest);
    if (kind == PathKind::absent) return;
    if (kind != PathKind::file) return error(manifest, "is not a file");
    plan_.had_manifest = true;
    plan_.old_manifest = read_file(folder_ + "/" + manifest);
    if (auto parsed = parse_manifest(plan_.old_manifest)) {
      plan_.before = std::move(*parsed);
    } else if (has_merge_conflict(plan_.old_manifest)) {
      error(manifest, "has a merge conflict; remove the lines <<<<<<<, ======= and >>>>>>> and keep all others");
    } else if (plan_.old_manifest.find('\r') != std::string::npos) {
      error(manifest, "has Windows line ends, as Git writes them with core.autocrlf; convert it with dos2unix");
    } else {
      error(
          manifest,
          "is not a list of files written by skiff; if the directory holds only skiff's output, remove the directory");
    }
  }

  // False if a parent of the path is a link or a file.
  bool way_is_clear(const std::string& path) {
    if (plan_.fresh) return true;
    for (std::string& parent : parents(path)) {
      if (clear_.contains(parent)) continue;
      const PathKind kind = kind_at(folder_ + "/" + parent);
      if (kind == PathKind::absent) return true;
      if (kind != PathKind::folder) {
        error(parent, "is not a directory and was not created by skiff");
        return false;
      }
      clear_.insert(std::move(parent));
    }
    return true;
  }

  // Why a file of ours has other bytes. Git can be the reason.
  std::string_view changed(const std::string& path, const std::string& present) const {
    if (has_merge_conflict(present)) return "has a merge conflict; remove it, then skiff writes it again";
    if (is_ours(path, without_carriage_returns(present)))
      return "has Windows line ends, as Git writes them with core.autocrlf; remove it, then skiff writes it again";
    return "was changed after skiff wrote it; remove it, then skiff writes it again";
  }

  bool is_ours(const std::string& path, std::string_view bytes) const {
    const auto known = plan_.before.find(path);
    return known != plan_.before.end() && known->second.contains(xxh64(bytes));
  }

  void look_at(const OutputFile& file) {
    if (!way_is_clear(file.path)) return;
    const std::string path = folder_ + "/" + file.path;
    const PathKind kind = plan_.fresh ? PathKind::absent : kind_at(path);
    if (kind == PathKind::absent) {
      report_.created.push_back(file.path);
      plan_.write.push_back(&file);
      return;
    }
    if (kind != PathKind::file) return error(file.path, "is not a regular file; skiff does not replace it");
    const std::string present = read_file(path);
    if (present == file.text) {
      ++report_.unchanged;
    } else if (is_ours(file.path, present)) {
      report_.updated.push_back(file.path);
      plan_.write.push_back(&file);
    } else if (plan_.before.contains(file.path)) {
      error(file.path, changed(file.path, present));
    } else {
      error(file.path, "was not written by skiff; move it, or choose another directory");
    }
  }

  void look_at_stale(const std::string& path) {
    for (const std::string& parent : parents(path)) {
      // The directory was replaced, so its content is no longer ours.
      if (kind_at(folder_ + "/" + parent) != PathKind::folder) return;
    }
    const PathKind kind = kind_at(folder_ + "/" + path);
    if (kind == PathKind::absent) return;
    const bool ours = kind == PathKind::file && is_ours(path, read_file(folder_ + "/" + path));
    (ours ? report_.removed : report_.left).push_back(path);
  }

  const FileSet& files_;
  const std::string& folder_;
  FolderReport& report_;
  Plan plan_;
  std::unordered_set<std::string> clear_;
};

/// Undoes its changes on destruction, unless `keep` was called.
class Transaction {
 public:
  ~Transaction() {
    for (auto step = undo_.rbegin(); step != undo_.rend(); ++step) {
      try {
        (*step)();
      } catch (const DiskError&) {
        // The first error is the one to report, and the other steps must still be undone.
      }
    }
  }
  void on_failure(std::function<void()> step) { undo_.push_back(std::move(step)); }
  void keep() { undo_.clear(); }

  // `mkdir -p`.
  void make_folders(const std::string& path) {
    std::vector<std::string> chain = parents(path);
    chain.push_back(path);
    for (const std::string& folder : chain) {
      if (is_folder(folder)) continue;
      if (kind_at(folder) != PathKind::absent) throw DiskError{folder + ": is not a directory"};
      make_folder(folder);
      on_failure([folder] { remove_path(folder); });
    }
  }

 private:
  std::vector<std::function<void()>> undo_;
};

/// Removes the directories that builds left beside the final one when they were killed. A build holds a lock on its own.
void remove_fresh_leftovers(const std::string& folder) {
  const std::size_t slash = folder.rfind('/');
  const std::string parent = slash == folder.npos ? "." : slash == 0 ? "/" : folder.substr(0, slash);
  const std::string stem = folder.substr(slash + 1) + std::string(staging_name);
  for (const std::string& name : names_in(parent)) {
    const bool ours = name.starts_with(stem) && name.size() > stem.size() &&
                      std::all_of(name.begin() + static_cast<std::ptrdiff_t>(stem.size()), name.end(), is_digit);
    const std::string path = parent + "/" + name;
    if (!ours || kind_at(path) != PathKind::folder) continue;
    try {
      const FolderLock lock(path);
      remove_folder(path);
    } catch (const DiskError&) {
      // Another build is writing it, or it is not ours to remove.
    }
  }
}

// Writes everything into a directory beside the final one, which then appears by one rename.
void write_fresh(const Plan& plan, const std::string& folder, const SignalHold& signals) {
  Transaction transaction;
  if (const std::size_t slash = folder.rfind('/'); slash != folder.npos && slash > 0) {
    transaction.make_folders(folder.substr(0, slash));
  }
  remove_fresh_leftovers(folder);
  const std::string staging = folder + std::string(staging_name) + std::to_string(getpid());
  make_folder(staging);
  transaction.on_failure([staging] { remove_path(staging); });
  const FolderLock lock(staging);  // no other build takes it for a leftover
  std::unordered_set<std::string> made;
  for (const OutputFile* file : plan.write) {
    for (const std::string& parent : parents(file->path)) {
      if (!made.insert(parent).second) continue;
      const std::string path = staging + "/" + parent;
      make_folder(path);
      transaction.on_failure([path] { remove_path(path); });
    }
    const std::string path = staging + "/" + file->path;
    transaction.on_failure([path] { remove_path(path); });
    write_file(path, file->text);
    signals.check();
  }
  const std::string manifest = staging + "/" + std::string(manifest_name);
  transaction.on_failure([manifest] { remove_path(manifest); });
  write_file(manifest, manifest_text(plan.after));
  move_file(staging, folder);
  transaction.keep();
}

/// Removes the staging directory and its leftovers, whether the build succeeds or fails.
struct Staging {
  const std::string& path;
  ~Staging() { remove_folder(path); }
};

// Writes everything into a staging directory inside, then moves each file to its place. Replaced files are kept until
// all changes are done.
void write_changes(const Plan& plan, const std::string& folder, const FolderReport& report, const SignalHold& signals) {
  const std::string staging = folder + "/" + std::string(staging_name);
  if (kind_at(staging) == PathKind::folder) remove_folder(staging);  // left by a build that was killed
  const std::string new_manifest = manifest_text(plan.after);
  if (plan.write.empty() && report.removed.empty() && plan.had_manifest && new_manifest == plan.old_manifest) return;
  const std::string manifest = folder + "/" + std::string(manifest_name);
  make_folder(staging);
  const Staging cleanup{staging};

  for (std::size_t i = 0; i < plan.write.size(); ++i) {
    write_file(staging + "/new" + std::to_string(i), plan.write[i]->text);
    signals.check();
  }
  Manifest either = plan.before;
  for (const auto& [path, hashes] : plan.after) either[path].insert(hashes.begin(), hashes.end());
  write_file(staging + "/either", manifest_text(either));
  write_file(staging + "/manifest", new_manifest);

  Transaction transaction;
  transaction.on_failure([&] {
    if (!plan.had_manifest) {
      remove_path(manifest);
      return;
    }
    write_file(staging + "/before", plan.old_manifest);
    move_file(staging + "/before", manifest);
  });
  move_file(staging + "/either", manifest);
  for (std::size_t i = 0; i < plan.write.size(); ++i) {
    const std::string path = folder + "/" + plan.write[i]->path;
    const std::string old = staging + "/old" + std::to_string(i);
    if (const std::size_t slash = path.rfind('/'); slash > folder.size())
      transaction.make_folders(path.substr(0, slash));
    // A hard link keeps the old content. On a file system without hard links, the path does not exist for a moment.
    if (kind_at(path) == PathKind::absent) {
      transaction.on_failure([path] { remove_path(path); });
    } else {
      if (link(path.c_str(), old.c_str()) != 0) move_file(path, old);
      transaction.on_failure([old, path] { move_file(old, path); });
    }
    move_file(staging + "/new" + std::to_string(i), path);
    signals.check();
  }
  for (std::size_t i = 0; i < report.removed.size(); ++i) {
    const std::string path = folder + "/" + report.removed[i];
    const std::string old = staging + "/gone" + std::to_string(i);
    move_file(path, old);
    transaction.on_failure([old, path] { move_file(old, path); });
  }
  move_file(staging + "/manifest", manifest);
  transaction.keep();
  for (const std::string& path : report.removed) {
    const std::vector<std::string> chain = parents(path);
    for (auto parent = chain.rbegin(); parent != chain.rend(); ++parent) {
      if (!remove_path(folder + "/" + *parent)) break;  // not empty
    }
  }
}

}  // namespace

FolderReport write_folder(const FileSet& files, const std::string& named, bool dry_run) {
  FolderReport report;
  std::string folder = named;
  if (folder.empty()) {
    report.errors.emplace_back("the name of the output directory is empty");
    return report;
  }
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  try {
    std::optional<FolderLock> lock;
    if (!dry_run && is_folder(folder)) lock.emplace(folder);
    const Plan plan = Planner(files, folder, report).plan();
    if (dry_run || !report.errors.empty()) return report;
    const SignalHold signals;
    if (plan.fresh) {
      write_fresh(plan, folder, signals);
    } else {
      write_changes(plan, folder, report, signals);
    }
  } catch (const DiskError& error) {
    report = {};
    report.errors.push_back(error.message);
  }
  return report;
}

}  // namespace skiff
