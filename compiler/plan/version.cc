#include "plan/version.h"

#include "text/number.h"
#include "text/split.h"

namespace skiff {

Version parse_version(std::string_view text) {
  const int major = to_number<int>(take_until(text, '.')).value_or(0);
  return {major, to_number<int>(take_until(text, '.')).value_or(0)};
}

// Slurm writes a month of one digit with a leading zero, 22.05; Kubernetes has none below 10 among its supported releases.
std::string to_string(Version version) {
  const std::string minor = std::to_string(version.minor);
  return std::to_string(version.major) + (minor.size() < 2 ? ".0" : ".") + minor;
}

}  // namespace skiff
