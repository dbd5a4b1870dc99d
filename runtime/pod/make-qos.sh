#!/usr/bin/env bash
# Before slurmctld starts: makes the QOS of the spec, as it ends at a partition whose QOS no database has. With auth/slurm commands prove who they
# are through a daemon's socket: here it is sackd's, and ends with this.
#   make-qos.sh [CONFIG RUN PROGRAM [ARGUMENT...]]     folders of slurm.conf and of the socket, and what makes them
set -euo pipefail
if [ "$#" -eq 0 ]; then
  set -- /etc/slurm /run/slurm /usr/libexec/skiff/skiff-sidecar --settings /etc/skiff/scripts/sidecar.json --make-qos
fi
config=$1
run=$2
shift 2
socket=$run/sack.socket

daemon=
if grep -qi '^AuthType=auth/slurm$' "$config/slurm.conf"; then
  if [ -e "$config/slurm.jwks" ]; then
    export SLURM_SACK_JWKS=$config/slurm.jwks
  fi
  RUNTIME_DIRECTORY=$run sackd -D -f "$config/slurm.conf" &
  daemon=$!
  for ((tries = 0; tries < 300; tries++)); do
    [ ! -S "$socket" ] || break
    sleep 0.1
  done
fi
status=0
"$@" || status=$?
if [ -n "$daemon" ]; then
  kill "$daemon" 2>/dev/null || true
  wait "$daemon" || true
  # Nobody answers there any more.
  rm -f "$socket"
fi
exit "$status"
