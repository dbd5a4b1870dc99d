#!/usr/bin/env bash
# Slurm's SuspendProgram: slurmctld calls it when it powers down nodes of elastic sets. Wakes the container sidecar, which deletes their
# pods. slurmctld never powers down nodes of sets of fixed size (SuspendExcNodes): only Kubernetes deletes their pods.
#   power-suspend.sh HOSTLIST
set -euo pipefail
log=$(printenv SKIFF_LOG) || log=/proc/1/fd/2
folder=$(printenv SKIFF_POWER) || folder=/run/power

# Prints one line, also to the stderr of process 1: slurmctld discards the output of its programs. Release 22.05 even closes it.
say() {
  printf 'power-suspend: %s\n' "$*" >&2 2>/dev/null || true
  { printf 'power-suspend: %s\n' "$*" >"$log"; } 2>/dev/null || true
}

if [ ! -e "$(dirname "$0")/elastic-sets" ]; then
  say "$1: node sets of fixed size are never powered down: nothing to do"
  exit 0
fi
say "$1: powered down"
touch "$folder/wake"
