#pragma once

#include <cstdint>

#include "enter/mounts.h"

namespace jail {

/// Drops all capabilities except those in `keep`, which has one bit per capability. They are dropped from the bounding
/// set, which limits every later exec, even of a setuid program, and from the calling process. The process also keeps
/// CAP_SETUID and CAP_SETGID, to become another user. Throws Failure.
void drop_capabilities(std::uint64_t keep);

/// The programs that the calling process and its children execute from now on have no capabilities beyond those in `keep`,
/// even as root. The process itself keeps all. Throws Failure.
void limit_programs(std::uint64_t keep);

/// Restricts the calling process and all that it starts: SlurmdSpoolDir shows only this job's entries, control groups
/// are read-only, and there are no capabilities beyond those of the settings. The process must already be in the jail
/// and in its own mount namespace. Throws Failure.
void confine(const Plan& plan);

}  // namespace jail
