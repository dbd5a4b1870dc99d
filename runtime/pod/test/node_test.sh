#!/usr/bin/env bash
# Tests node.sh: it takes the record of the right node, the fields that Slurm wrote, and the complete reason.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
# shellcheck source-path=SCRIPTDIR source=../node.sh
. "$pod/node.sh"

fake scontrol <<'SH'
cat "$lab/answer.node" 2>/dev/null || { echo "Node ${*: -1} not found" >&2; exit 1; }
SH

# Checks a field of the record in answer.node: is FIELD VALUE
is() {
  local found
  found=$(node_field "$1" "$(cat "$lab/answer.node")")
  [ "$found" = "$2" ] || bad "$1 is \"$found\", not \"$2\""
}

new_case "the record is requested by the node's name"
record a-1 IDLE >"$lab/answer.node"
[ "$(node_record a-1)" = "$(cat "$lab/answer.node")" ] || bad "another record"
called '^scontrol show node a-1$'

new_case "a record of a node whose name only starts with this name is rejected"
record a-10 IDLE >"$lab/answer.node"
! node_record a-1 >"$lab/out" || bad "accepts a-10 for a-1"
[ ! -s "$lab/out" ] || bad "prints the record of a-10"

new_case "an unknown node is an error"
! node_record a-1 >"$lab/out" || bad "claims success"

for state in IDLE IDLE+DRAIN 'DOWN*' 'DOWN*+CLOUD+DRAIN' IDLE+CLOUD+POWERING_UP 'MIXED$+MAINTENANCE' UNKNOWN+NOT_RESPONDING; do
  new_case "the state $state is read, not the one in the reason"
  record a-0 "$state" 2026-01-02T03:04:05 'NodeName=b-0 State=FUTURE [root@2026-01-01T00:00:00]' >"$lab/answer.node"
  is State "$state"
  is SlurmdStartTime 2026-01-02T03:04:05
done

# shellcheck disable=SC2016 # no expansion is what is tried
for reason in 'disk is slow' 'x=1 y=2' 'State=IDLE' 'one Reason=two  three' 'a\b & c/d' '$(false) *'; do
  new_case "the reason $reason is read completely"
  record a-0 IDLE+DRAIN None "$reason [root@2026-01-01T00:00:00]" >"$lab/answer.node"
  is Reason "$reason [root@2026-01-01T00:00:00]"
  is State IDLE+DRAIN
done

new_case "later lines of a reason are not mistaken for fields"
record a-0 IDLE+DRAIN None "first [root@2026-01-01T00:00:00]
   State=DOWN
   Reason=skiff: pod is stopping" >"$lab/answer.node"
is Reason 'first [root@2026-01-01T00:00:00]'
is State IDLE+DRAIN

new_case "a record that does not fit into a pipe is read"
record a-0 IDLE+DRAIN None "$(seq 40000)" >"$lab/answer.node"
is State IDLE+DRAIN

new_case "a node without a reason and without a slurmd"
record a-0 IDLE >"$lab/answer.node"
is Reason ''
is SlurmdStartTime None
finish
