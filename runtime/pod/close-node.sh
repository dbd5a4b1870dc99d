#!/usr/bin/env bash
# Before slurmd starts, where jobs are in a jail: closes what slurmd itself does for users on the node's own root. The paths are $CLOSED.
# A folder becomes root's alone to write to: sbcast and srun --bcast are refused, instead of leaving files where no job sees them.
# A program, su, becomes one that runs nothing of the user's: for sbatch --get-user-env and --export=NONE slurmd runs `su - USER`, and so
# that user's profile. Gone it may not be: slurmd would end, "Could not locate command". Nor may it fail: 26.05 then requeues the job.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
for path in $CLOSED; do
  if [ -d "$path" ]; then
    chmod 0755 "$path"
  else
    ln -sf "$here/user-environment.sh" "$path"
  fi
done
