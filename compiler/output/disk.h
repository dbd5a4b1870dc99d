#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skiff {

/// What stands at a path, links not followed.
enum class PathKind { absent, file, folder, other };

/// Thrown by the functions below and caught by write_folder: the message names the path and the reason.
struct DiskError {
  std::string message;
};

PathKind kind_at(const std::string& path);
/// Reads at most `limit` bytes.
std::string read_file(const std::string& path, std::size_t limit = std::string::npos);
std::string read_descriptor(int descriptor, const std::string& name, std::size_t limit = std::string::npos);
void write_file(const std::string& path, std::string_view bytes);
/// Replaces what stands at `to`.
void move_file(const std::string& from, const std::string& to);
void make_folder(const std::string& path);
/// Removes a file or an empty folder; true if it is gone.
bool remove_path(const std::string& path);
/// Removes a folder with the files in it, one level deep. Best effort.
void remove_flat_folder(const std::string& path);

/// Holds an advisory lock on a folder while it lives, so that two builds do not write into it at once.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace skiff
