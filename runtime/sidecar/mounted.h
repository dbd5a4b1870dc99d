#pragma once

#include <string>

#include "sidecar/reconfigure.h"

namespace skiff::sidecar {

/// The files of a mounted folder, as they are now.
MountedFiles mounted_files(const std::string& folder);

/// Tells of changes in folders (inotify): the kubelet exchanges all files of a volume at once. Where the machine has no such watches left
/// `handle` is -1, and who waits has to look by itself.
class FolderWatch {
 public:
  FolderWatch();
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  /// A number for the folder, or -1.
  int add(const std::string& folder);
  int handle() const { return handle_; }
  /// True when something was changed in the folder of this number since it was asked before.
  bool take(int folder);

 private:
  int handle_;
  std::string changed_;  // a byte a folder
};

}  // namespace skiff::sidecar
