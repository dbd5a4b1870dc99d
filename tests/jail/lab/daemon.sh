#!/usr/bin/env bash
# First program of a pod of the jail's test: the daemon that its name says.
set -euo pipefail
chmod -f 600 /etc/slurm/slurm.key || true
if [ "$POD_NAME" = ctl ]; then
  mkdir -p /var/spool/slurmctld
  exec slurmctld -D
fi
mkdir -p /var/spool/slurmd
exec slurmd -D -N "$POD_NAME"
