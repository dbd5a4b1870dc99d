#!/usr/bin/env bash
# First program of a pod of the jail's test: the daemon that its name says.
set -euo pipefail
chmod -f 600 /etc/slurm/slurm.key || true
if [ "$POD_NAME" = ctl ]; then
  mkdir -p /var/spool/slurmctld
  exec slurmctld -D
fi
mkdir -p /var/spool/slurmd
# Where keys can be used at all, as a container's runtime starts it: with a session keyring of the container's.
keyring=()
if /w/built/attack in-keyring true; then
  keyring=(/w/built/attack in-keyring)
fi
exec "${keyring[@]}" slurmd -D -N "$POD_NAME"
