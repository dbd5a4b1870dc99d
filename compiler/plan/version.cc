#include "plan/version.h"

#include <charconv>

namespace skiff {

Version parse_version(std::string_view text) {
  Version version;
  const auto* end = text.data() + text.size();
  const auto [dot, error] = std::from_chars(text.data(), end, version.major);
  if (error == std::errc() && dot != end) std::from_chars(dot + 1, end, version.minor);
  return version;
}

// Slurm writes a month of one digit with a leading zero, 22.05; Kubernetes has none below 10 among its supported releases.
std::string to_string(Version version) {
  const std::string minor = std::to_string(version.minor);
  return std::to_string(version.major) + (minor.size() < 2 ? ".0" : ".") + minor;
}

}  // namespace skiff
