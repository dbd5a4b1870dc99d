#!/usr/bin/env bash
# Runs before slurmd starts, if jobs run in a jail. slurmd itself does some work for users outside the jail, on the pod's own root
# filesystem. This script prevents that. $CLOSED lists the paths, separated by spaces:
# - A directory: only root may write to it from then on. So sbcast and srun --bcast are refused, instead of leaving files where no job sees
#   them.
# - The program su: it is replaced by user-environment.sh, which runs no file of the user. For sbatch --get-user-env and --export=NONE,
#   slurmd runs `su - USER`, which would run that user's profile. su must exist: without it, slurmd exits with "Could not locate command".
#   It must not fail either: Slurm 26.05 then requeues the job.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
for path in $CLOSED; do
  if [ -d "$path" ]; then
    chmod 0755 "$path"
  else
    ln -sf "$here/user-environment.sh" "$path"
  fi
done
