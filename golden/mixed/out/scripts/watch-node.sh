#!/usr/bin/env bash
# Runs a command each time it finds the node powered down in slurmctld while its slurmd runs. This happens if slurmctld has lost its state, or
# if an administrator has powered the node down. slurmctld then sends nothing to slurmd, and slurmd does not register again by itself. Runs
# until it is killed.
#   watch-node.sh NODE COMMAND...
# Asks slurmctld only if slurmd has heard nothing from it for ten minutes: for each question about a node, slurmctld sends all nodes.
set -uo pipefail
node=$1
shift
silence=$(printenv SKIFF_SILENCE) || silence=600
# shellcheck source-path=SCRIPTDIR source=node.sh
. "$(dirname "$0")/node.sh"

# Succeeds if slurmctld has sent nothing to this slurmd for that time. It sends something to each node within two thirds of SlurmdTimeout,
# 200 seconds by default, except to nodes that are powered down (ping_nodes.c).
silent() {
  local at
  at=$(TZ=UTC timeout 10 scontrol show slurmd 2>/dev/null | sed -n 's/^Last slurmctld msg time *= //p') || return 1
  [ -n "$at" ] || return 1
  [ "$at" != NONE ] || return 0
  at=$(date -u -d "$at" +%s 2>/dev/null) || return 1
  [ "$(($(date +%s) - at))" -ge "$silence" ]
}

while :; do
  sleep "$((silence / 2))"
  silent || continue
  record=$(node_record "$node") || continue
  state=$(node_field State "$record")
  is_off "$state" || continue
  printf 'watch-node: node %s is %s in slurmctld although its slurmd runs, running: %s\n' "$node" "$state" "$*" >&2
  "$@"
done
