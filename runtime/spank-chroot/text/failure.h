#pragma once

#include <stdexcept>
#include <string>

namespace jail {

/// What went wrong, as the one line that the log and the user get: which step, on which path, and why.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// No room, or no inode, where users may write: a user can bring it about, so no node is to be drained for it.
class NoRoom : public Failure {
 public:
  using Failure::Failure;
};

/// `WHAT: TEXT-OF-ERRNO (errno N)`.
std::string with_errno(const std::string& what, int error);

/// Throws a Failure of that text, with the errno of the call just made.
[[noreturn]] void fail_errno(const std::string& what);

}  // namespace jail
