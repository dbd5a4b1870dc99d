#include "text/failure.h"

#include <cerrno>
#include <cstring>

namespace jail {

std::string with_errno(const std::string& what, int error) {
  // strerror_r, because slurmstepd has many threads. This is the GNU version, which returns the text.
  char buffer[128];
  return what + ": " + strerror_r(error, buffer, sizeof buffer) + " (errno " + std::to_string(error) + ")";
}

void fail_errno(const std::string& what) { throw Failure(with_errno(what, errno)); }

}  // namespace jail
