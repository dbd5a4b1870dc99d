#!/usr/bin/env bash
# Program of a login pod: credentials for Slurm's clients, then sshd, which must accept the compiled file first.
set -euo pipefail
if [ -e /usr/sbin/sackd ]; then
  mkdir -p /run/slurm
  chown slurm:slurm /run/slurm
  setpriv --reuid slurm --regid slurm --init-groups sackd -D &
fi
/usr/sbin/sshd -t -f /etc/ssh/sshd_config
exec /usr/sbin/sshd -D -e -f /etc/ssh/sshd_config
