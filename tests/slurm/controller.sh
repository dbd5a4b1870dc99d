#!/usr/bin/env bash
# Program of the lab's controller pod: slurmctld as the image runs it, as Slurm's user.
set -euo pipefail
mkdir -p /run/slurmctld /var/spool/slurmctld
chown slurm:slurm /run/slurmctld /var/spool/slurmctld
exec setpriv --reuid slurm --regid slurm --init-groups slurmctld -D
