#!/usr/bin/env bash
# Runs before slurmctld starts: creates the QOS of the spec in the accounting database. slurmctld exits if a partition names a QOS that the
# database does not have. With auth/slurm, Slurm's commands authenticate through the socket of a daemon. This script starts sackd for that,
# and stops it at the end.
#   make-qos.sh [CONFIG RUN PROGRAM [ARGUMENT...]]
#     CONFIG     directory of slurm.conf
#     RUN        directory of the socket
#     PROGRAM    command that creates the QOS, with its arguments
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
  # No process listens on it any more.
  rm -f "$socket"
fi
exit "$status"
