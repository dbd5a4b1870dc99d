#pragma once

#include <string>

#include "sidecar/reconfigure.h"

namespace skiff::sidecar {

/// The current files of a mounted directory. Names of users and groups in the directory `users`, unless it is empty, are
/// part of them: slurmctld looks up the numbers of new users only when it reads its files, or once an hour
/// (assoc_mgr_set_missing_uids(), src/slurmctld/controller.c).
MountedFiles mounted_files(const std::string& folder, const std::string& users = "");

/// Reports changes in directories (inotify). The kubelet replaces all files of a volume at once. If the system has no
/// inotify instance left, `handle` is -1 and the caller must poll.
class FolderWatch {
 public:
  FolderWatch();
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  /// Returns a number for the directory, or -1.
  int add(const std::string& folder);
  int handle() const { return handle_; }
  /// Reads the events that have come. Later ones stay in `handle`, so that poll(2) reports them.
  void read();
  /// True if the directory with this number has changed since the last call, as far as read() knows.
  bool take(int folder);

 private:
  int handle_;
  std::string changed_;  // one byte per directory
};

}  // namespace skiff::sidecar
