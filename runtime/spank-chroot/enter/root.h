#pragma once

#include <set>
#include <string>

#include "kernel/calls.h"

namespace jail {

/// The jail's root while it is put together.
class Root {
 public:
  explicit Root(Fd root) : root_(std::move(root)) {}

  int get() const { return root_.get(); }

  /// Opens the place that a target names. Where it is missing and lies in memory of our own it is made, a folder or a file;
  /// elsewhere, as on the shared file system, nothing is ever made. Throws Failure with `what`.
  Fd place(const std::string& target, bool folder, const std::string& what) const;

  /// Attaches a mount at a target, whose kind must be the mount's. `own`: memory of our own, in which places may be made.
  void attach_at(const Fd& mount, const std::string& target, bool own, const std::string& what);

 private:
  void make(const std::string& target, bool folder, const std::string& what) const;

  Fd root_;
  std::set<std::uint64_t> own_;  // mount ids
};

/// True if what is open is a folder.
bool is_folder(int file, const std::string& what);

/// Makes a symbolic link in an open folder.
void make_link(int folder, const std::string& name, const std::string& target, const std::string& what);

}  // namespace jail
