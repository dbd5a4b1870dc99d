#!/usr/bin/env bash
# First process of a pod in the jail's test: starts slurmctld in the pod ctl, and slurmd in the others.
set -euo pipefail
chmod -f 600 /etc/slurm/slurm.key || true
if [ "$POD_NAME" = ctl ]; then
  mkdir -p /var/spool/slurmctld
  exec slurmctld -D
fi
mkdir -p /var/spool/slurmd
# If the machine allows keyrings, start slurmd with a session keyring, as a container runtime does.
keyring=()
if /w/built/attack in-keyring true; then
  keyring=(/w/built/attack in-keyring)
fi
exec "${keyring[@]}" slurmd -D -N "$POD_NAME"
