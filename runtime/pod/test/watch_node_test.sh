#!/usr/bin/env bash
# Tests watch-node.sh: it runs its command only if slurmctld is silent and the node is powered down, and asks slurmctld only if it is silent.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"

fake scontrol <<'SH'
case "$*" in
  "show slurmd") [ ! -s "$lab/answer.heard" ] || printf 'Hostname = a-0\nLast slurmctld msg time  = %s\nSlurmd PID = 7\n' "$(cat "$lab/answer.heard")" ;;
  "show node a-0") cat "$lab/answer.node" ;;
esac
SH
fake act <<'SH'
SH

# Starts the program; `none` means that there is no answer: start LAST-MESSAGE STATE
start() {
  case $1 in
    none) ;;
    NONE) echo NONE ;;
    *) TZ=UTC date -d "$1" +%Y-%m-%dT%H:%M:%S ;;
  esac >"$lab/answer.heard"
  : >"$lab/answer.node"
  [ "$2" = none ] || record a-0 "$2" >"$lab/answer.node"
  "$pod/watch-node.sh" a-0 act now >>"$lab/out" 2>&1 &
  pid=$!
}

# Ends it, and waits for what it has started.
stop() {
  pkill -f watch-node.sh
  wait "$pid" 2>/dev/null || true
  soon nothing_runs
}
nothing_runs() {
  ! pgrep -f 'watch-node\.sh|scontrol|act now' >/dev/null
}

for state in IDLE+CLOUD+POWERED_DOWN DOWN+CLOUD+POWERING_UP; do
  for heard in '601 seconds ago' NONE; do
    new_case "the command runs for a node in state $state, last message: $heard"
    start "$heard" "$state"
    soon grep -q '^act now$' "$lab/calls"
    says "watch-node: node a-0 is $state in slurmctld although its slurmd runs, running: act now"
    stop
  done
done

new_case "slurmctld is not asked while it sends messages"
start '500 seconds ago' IDLE+CLOUD+POWERED_DOWN
naps 3 300
called 'show slurmd'
called not 'show node'
called not act
stop

for state in IDLE+CLOUD DOWN+CLOUD+NOT_RESPONDING IDLE+CLOUD+POWERING_DOWN; do
  new_case "nothing is done for a silent node in state $state"
  start '601 seconds ago' "$state"
  naps 3 300
  called 'show node a-0'
  called not act
  stop
done

new_case "nothing is done if slurmctld does not answer"
start '601 seconds ago' none
naps 3 300
called 'show node a-0'
called not act
stop

new_case "nothing is done if slurmd does not answer"
start none IDLE+CLOUD+POWERED_DOWN
naps 3 300
called 'show slurmd'
called not 'show node'
called not act
stop
finish
