#pragma once

#include <set>
#include <string>

#include "kernel/calls.h"

namespace jail {

/// The jail's root while it is assembled.
class Root {
 public:
  explicit Root(Fd root) : root_(std::move(root)) {}

  int get() const { return root_.get(); }

  /// Opens a target. A missing target is created, as a directory or a file, but only in our own file systems in
  /// memory, and never on the shared file system. Throws Failure with `what`.
  Fd place(const std::string& target, bool folder, const std::string& what) const;

  /// Attaches a mount at a target. Both must be directories, or both files. `own`: the mount is our own file system in
  /// memory, in which targets may be created. Throws Failure.
  void attach_at(const Fd& mount, const std::string& target, bool own, const std::string& what);

 private:
  void make(const std::string& target, bool folder, const std::string& what) const;

  Fd root_;
  std::set<std::uint64_t> own_;  // ids of our own mounts
};

/// True if an open file is a directory.
bool is_folder(int file, const std::string& what);

/// Makes a symbolic link in an open directory.
void make_link(int folder, const std::string& name, const std::string& target, const std::string& what);

}  // namespace jail
