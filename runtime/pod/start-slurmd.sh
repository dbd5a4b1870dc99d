#!/usr/bin/env bash
# First process of a worker pod: runs slurmd in the foreground and takes back the drain that this pod's
# predecessor set when it stopped (drain.sh).
#   start-slurmd.sh NODE SLURMD-ARGUMENTS...
# slurmd is not the first process itself: every slurmstepd ends as an orphan, and slurmd as process 1 would
# leave a zombie a step until the pod has no process ids left. Bash reaps them.
set -euo pipefail
node=$1
shift
own_reason='skiff: pod is stopping'
started=$(date +%s)

# Prints one line for the pod's log.
say() {
  printf 'start-slurmd: %s\n' "$*" >&2
}

# Prints the value that stands behind FIELD= in the one-line record RECORD, up to the next blank.
field() {
  printf '%s\n' "$2" | sed -n "s/.* $1=\([^ ]*\).*/\1/p"
}

# Succeeds when RECORD comes from a registration of the slurmd that this script started.
registered() {
  local at
  at=$(field SlurmdStartTime "$1")
  at=$(date -u -d "$at" +%s 2>/dev/null) || return 1
  [ "$at" -ge "$((started - 1))" ]
}

# Waits, a bounded time, for the registration; then lifts the drain if its reason is ours, and no other.
lift_own_drain() {
  local tries record reason
  for ((tries = 0; tries < 150; tries++)); do
    sleep 2
    record=$(TZ=UTC timeout 10 scontrol --oneliner show node "$node" 2>/dev/null) || continue
    registered "$record" || continue
    case $(field State "$record") in
      *DRAIN*) ;;
      *) return 0 ;;
    esac
    reason=$(printf '%s\n' "$record" | sed -n 's/.* Reason=\(.*\)/\1/p')
    case $reason in
      "$own_reason"*) ;;
      *)
        say "node $node stays drained, the reason is not ours: $reason"
        return 0
        ;;
    esac
    if timeout 10 scontrol update nodename="$node" state=undrain; then
      say "node $node takes jobs again"
      return 0
    fi
  done
  say "node $node: no answer from slurmctld in $tries tries; a drain of ours, if any, stays"
}

# -b: the pod's start counts as the node's boot. slurmctld refuses a node that it asked to be powered up and that
# booted before, and the uptime that a container sees is its machine's.
slurmd -D -b -N "$node" "$@" &
slurmd=$!
signalled=
trap 'signalled=yes; kill -TERM "$slurmd" 2>/dev/null || true' TERM INT
lift_own_drain &

# A trapped signal ends wait with a code of its own: wait again for slurmd's.
code=0
wait "$slurmd" || code=$?
while [ -n "$signalled" ]; do
  signalled=
  code=0
  wait "$slurmd" || code=$?
done
say "slurmd ended with code $code"
exit "$code"
