#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/mount.h"

namespace jail {

/// What is wrong with a line of a mounts file.
struct MountsFault {
  unsigned line = 0;
  std::string text;
};

struct MountsFile {
  std::vector<Mount> mounts;        ///< in the file's order, which is the order of mounting
  std::vector<MountsFault> faults;  ///< the mounts are usable if there is none
};

/// Reads a mounts file: lines of `SOURCE TARGET TYPE [OPTIONS]`, the form of fstab(5) with its escapes, `#` at the start of
/// a line for comments. Strict: what is not known, not meant for the type, said twice or out of order is a fault.
/// docs/jail.md has the types and options.
MountsFile parse_mounts(std::string_view text);

/// The mounts file that stands in where none is named: what every program expects of a root, and Slurm's sockets.
std::string_view default_mounts();

}  // namespace jail
