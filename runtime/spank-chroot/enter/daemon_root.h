#pragma once

#include <string>
#include <vector>

#include "enter/mounts.h"
#include "kernel/fd.h"

namespace jail {

/// slurmstepd's own root.
struct DaemonRoot {
  Fd space;                          ///< the mount namespace, for follow()
  std::vector<std::string> sockets;  ///< directories of the jail where slurmstepd has the node's sockets instead
};

/// Moves the calling thread of slurmstepd into a separate root in memory. In it, users' paths lead into the jail, so
/// output files and working directories are in the jail. Everything that a program loads or trusts comes from the
/// node, read-only: programs, libraries and their plugins, the loader's cache, the user database, and the directories
/// of the files that the process has loaded so far. The reason: slurmstepd keeps all of its capabilities and continues
/// to load files (hwloc, PMIx, NSS, drivers) as long as the step lasts, and root in the jail can write to the jail at
/// any time. Throws Failure; the thread is then back where it was.
DaemonRoot enter_as_daemon(const Plan& plan);

/// Moves the calling process, which any thread of slurmstepd has forked, into the jail itself and into its own mount
/// namespace. `daemon` is the result of enter_as_daemon(). Throws Failure.
void follow(const DaemonRoot& daemon);

}  // namespace jail
