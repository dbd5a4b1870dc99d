#pragma once

#include <csignal>
#include <string>
#include <string_view>
#include <vector>

namespace skiff {

/// What exists at a path. Links are not followed.
enum class PathKind { absent, file, folder, other };

/// Thrown by the functions below. The message names the path and the reason.
struct DiskError {
  std::string message;
};

PathKind kind_at(const std::string& path);
/// Reads a file, at most `limit` bytes.
std::string read_file(const std::string& path, std::size_t limit = std::string::npos);
std::string read_descriptor(int descriptor, const std::string& name, std::size_t limit = std::string::npos);
void write_file(const std::string& path, std::string_view bytes);
/// Moves a file or directory by rename(2), which replaces a file at `to`.
void move_file(const std::string& from, const std::string& to);
void make_folder(const std::string& path);
/// Removes a file or an empty directory. Returns false if that fails.
bool remove_path(const std::string& path);
/// Removes a directory and everything in it, but nothing behind a link. Ignores errors.
void remove_folder(const std::string& path);
/// The names in a directory, in any order. None if it cannot be read.
std::vector<std::string> names_in(const std::string& path);

/// Holds an advisory lock on a directory during its lifetime, so that two builds do not write to it at the same time.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

/// During its lifetime, the signals that end a program by the user's or the system's wish wait: SIGHUP, SIGINT and
/// SIGTERM. They end the program afterwards.
class SignalHold {
 public:
  SignalHold();
  ~SignalHold();
  SignalHold(const SignalHold&) = delete;
  SignalHold& operator=(const SignalHold&) = delete;
  /// Throws DiskError if a signal waits, so that changes are undone.
  void check() const;

 private:
  sigset_t before_;
};

}  // namespace skiff
