#pragma once

#include "enter/mounts.h"
#include "kernel/fd.h"

namespace jail {

/// Puts the calling thread, which is slurmstepd's, into a root of its own in memory: paths of users lead into the jail, so that output files and
/// working directories are the jail's; but whatever a program loads or believes comes from the node, read-only: programs, libraries and their plugins,
/// the loader's cache, the user database, the folders that hold what the process has loaded so far. slurmstepd keeps all of its capabilities, goes on
/// loading (hwloc, PMIx, NSS, drivers) as long as the step lasts, and whoever is root in the jail can write there at any time.
/// Returns the mount namespace, for follow(). Throws Failure; the thread is then back where it was.
Fd enter_as_daemon(const Plan& plan);

/// In a process that slurmstepd has forked, from whichever of its threads: into the jail itself, in a mount namespace of its own. `daemon` is what
/// enter_as_daemon() returned.
void follow(const Fd& daemon);

}  // namespace jail
