#pragma once

#include "enter/mounts.h"

namespace jail {

/// Puts the calling thread into the jail: a mount namespace of its own, all mounts, pivot_root(2). What it starts afterwards is
/// inside. Throws Failure; the thread is then back where it was, and the half-made namespace is gone.
void enter(const Plan& plan);

/// Puts the jail together at its own path and leaves the calling process outside: a mount namespace of its own, all mounts. Whoever
/// makes that path its root (chroot(2)) is inside, but only as well held as a chroot holds. Throws Failure.
void furnish(const Plan& plan);

}  // namespace jail
