#pragma once

#include <sys/resource.h>

namespace jail {

/// Keeps a process that was just forked from running any program, root's too: no address space for one. Its own stays as it is. A mount namespace would
/// keep Slurm from taking it into that of the job (job_container/tmpfs, namespace/tmpfs), whose file is left out of every copy. Returns what to give back.
rlimit hold_back();

/// Ends that, in the process that is to be a task.
void let_go(const rlimit& before);

}  // namespace jail
