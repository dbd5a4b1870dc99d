#pragma once

#include <stdexcept>
#include <string>

namespace jail {

/// An error, as the one line that the log and the user get: what failed, on which path, and why.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// No space or no inode is left where users may write. A user can cause this, so it must not drain a node.
class NoRoom : public Failure {
 public:
  using Failure::Failure;
};

/// `WHAT: TEXT-OF-ERRNO (errno N)`.
std::string with_errno(const std::string& what, int error);

/// Throws a Failure with this text, for the errno of the last call.
[[noreturn]] void fail_errno(const std::string& what);

}  // namespace jail
