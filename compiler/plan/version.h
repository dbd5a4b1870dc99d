#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace skiff {

/// A release such as Slurm 24.11 or Kubernetes 1.33.
struct Version {
  int major = 0;
  int minor = 0;
  friend auto operator<=>(const Version&, const Version&) = default;
};

/// From "24.11"; the schema has checked the form.
Version parse_version(std::string_view text);
std::string to_string(Version version);

}  // namespace skiff
