#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/mount.h"

namespace jail {

/// An error in a line of a mounts file.
struct MountsFault {
  unsigned line = 0;
  std::string text;
};

struct MountsFile {
  std::vector<Mount> mounts;        ///< in the file's order, which is the order of mounting
  std::vector<MountsFault> faults;  ///< if there are any, the mounts must not be used
};

/// Reads a mounts file: lines of `SOURCE TARGET TYPE [OPTIONS]`, in the format of fstab(5) with its escapes. A line
/// that begins with `#` is a comment. Unknown types and options, options of other types, repeated options and a wrong
/// order are errors. docs/jail.md has the types and options.
MountsFile parse_mounts(std::string_view text);

/// The default mounts file: what every program expects in a root filesystem, and Slurm's sockets.
std::string_view default_mounts();

}  // namespace jail
