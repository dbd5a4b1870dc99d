#pragma once

#include "enter/mounts.h"

namespace jail {

/// Gives the calling thread its own mount namespace, from which nothing propagates to the node. Throws Failure.
void leave_node();

/// Attaches the jail's root at an open path of this namespace, and makes all mounts of the plan. Throws Failure, which
/// names the mount that failed.
Root assemble(const Plan& plan, int place);

/// Makes an attached mount the root of this namespace, and detaches the old root. Throws Failure.
void change_root(int root);

}  // namespace jail
