#pragma once

#include <sys/resource.h>

namespace jail {

/// For a process that was just forked: no program can be run, even as root, because there is no address space for
/// another program (RLIMIT_AS). The memory that the process already has stays. A new mount namespace cannot be used
/// for this: Slurm could then not move the process into the job's namespace (job_container/tmpfs, namespace/tmpfs),
/// because a copied mount namespace does not contain the file of the job's namespace. Returns the old limit, for
/// allow_exec(). Throws Failure.
rlimit forbid_exec();

/// Restores the limit, in the process that becomes a task. Throws Failure.
void allow_exec(const rlimit& before);

}  // namespace jail
