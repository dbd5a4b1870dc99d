#pragma once

#include "plan/verdict.h"

namespace jail {

/// True if the calling sbatch was given --get-user-env, by its line, its environment or a `#SBATCH` line of a script that lies in a file (sbatch(1)).
/// Of a script that comes by a pipe nobody knows but the node, whose /bin/su runs no profile.
bool asks_user_env();

/// The user who runs this program.
Subject caller();

}  // namespace jail
