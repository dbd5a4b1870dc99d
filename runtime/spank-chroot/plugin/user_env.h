#pragma once

#include "plan/verdict.h"

namespace jail {

/// True if the calling sbatch was given --get-user-env: on its command line, in its environment, or in a `#SBATCH`
/// line of a script file (sbatch(1)). A script from a pipe cannot be checked here. The node handles it: its /bin/su
/// runs no profile.
bool asks_user_env();

/// The user who runs this program.
Subject caller();

}  // namespace jail
