#pragma once

#include "enter/mounts.h"

namespace jail {

/// Moves the calling thread into the jail: creates a mount namespace, makes all mounts, and calls pivot_root(2).
/// Everything that it starts afterwards is in the jail. Throws Failure; the thread is then back where it was, and the
/// incomplete namespace is gone.
void enter(const Plan& plan);

/// Creates a mount namespace and assembles the jail at its own path, but leaves the calling process outside. A process
/// that makes this path its root (chroot(2)) is in the jail, but only as safely as chroot(2) confines it. Throws
/// Failure.
void assemble_without_entering(const Plan& plan);

}  // namespace jail
