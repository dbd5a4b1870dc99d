#pragma once

#include <cstdint>

#include "enter/mounts.h"

namespace jail {

/// Puts the calling thread into the jail: a mount namespace of its own, all mounts, pivot_root(2). What it starts afterwards is
/// inside. Throws Failure; the thread is then back where it was, and the half-made namespace is gone.
void enter(const Plan& plan);

/// Puts the jail together at its own path and leaves the calling process outside: a mount namespace of its own, all mounts. Whoever
/// makes that path its root (chroot(2)) is inside, but only as well held as a chroot holds. Throws Failure.
void furnish(const Plan& plan);

/// From the bounding set, which no exec can pass: also not one of a setuid program. One bit a capability that stays.
void drop_capabilities(std::uint64_t keep);

/// Narrows what the calling process's own program will have, just before it is one task: a namespace of its own where
/// `own_namespace`, SlurmdSpoolDir with this job's entries alone, control groups to read, and no capability beyond the settings'.
void confine(const Plan& plan, bool own_namespace);

}  // namespace jail
