#!/usr/bin/env bash
# Program of the lab's slurmdbd pod: as the image runs it, as Slurm's user.
set -euo pipefail
mkdir -p /run/slurmdbd
chown slurm:slurm /run/slurmdbd
exec setpriv --reuid slurm --regid slurm --init-groups slurmdbd -D
