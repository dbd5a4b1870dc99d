#!/usr/bin/env bash
# SuspendProgram: wakes the container sidecar, which deletes the pods of nodes of elastic sets that slurmctld powers down. The
# pods of sets of fixed size are Kubernetes' to take away: slurmctld never powers their nodes down (SuspendExcNodes).
#   power-suspend.sh HOSTLIST
set -euo pipefail
log=$(printenv SKIFF_LOG) || log=/proc/1/fd/2
folder=$(printenv SKIFF_POWER) || folder=/run/power

# Prints one line, also where process 1 does: slurmctld throws the output of its programs away, 22.05 by closing it.
say() {
  printf 'power-suspend: %s\n' "$*" >&2 2>/dev/null || true
  { printf 'power-suspend: %s\n' "$*" >"$log"; } 2>/dev/null || true
}

if [ ! -e "$(dirname "$0")/elastic-sets" ]; then
  say "$1: a node set of fixed size is never powered down, nothing done"
  exit 0
fi
say "$1: powered down"
touch "$folder/wake"
