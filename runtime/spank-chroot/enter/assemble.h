#pragma once

#include "enter/mounts.h"

namespace jail {

/// A mount namespace of the calling thread's own, from which nothing goes out to the node.
void leave_node();

/// Attaches the jail's root at an open place of this namespace, with all mounts of the plan. Throws Failure with the mount that went wrong.
Root assemble(const Plan& plan, int place);

/// Makes an attached mount the root of this namespace, and detaches the root that was.
void change_root(int root);

}  // namespace jail
