#pragma once

#include <string>

#include "sidecar/reconfigure.h"

namespace skiff::sidecar {

/// The current files of a mounted directory.
MountedFiles mounted_files(const std::string& folder);

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
