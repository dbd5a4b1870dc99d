#pragma once

#include <sys/resource.h>

namespace jail {

/// Prevents a process that was just forked from running any program, even as root: there is no address space for
/// another program (RLIMIT_AS). The memory that the process already has stays. A new mount namespace cannot be used
/// for this: Slurm could then not move the process into the job's namespace (job_container/tmpfs, namespace/tmpfs),
/// because a copied mount namespace does not contain the file of the job's namespace. Returns the old limit, for
/// let_go(). Throws Failure.
rlimit hold_back();

/// Restores the limit, in the process that becomes a task. Throws Failure.
void let_go(const rlimit& before);

}  // namespace jail
