#include "plan/version.h"

#include "text/number.h"
#include "text/split.h"

namespace skiff {

Version parse_version(std::string_view text) {
  const int major = to_number<int>(take_until(text, '.')).value_or(0);
  return {major, to_number<int>(take_until(text, '.')).value_or(0)};
}

// Slurm writes a one-digit month with a leading zero, as in 22.05. No supported Kubernetes release has a minor version
// below 10.
std::string to_string(Version version) {
  const std::string minor = std::to_string(version.minor);
  return std::to_string(version.major) + (minor.size() < 2 ? ".0" : ".") + minor;
}

}  // namespace skiff
