#!/usr/bin/env bash
# start-slurmd.sh: hands its arguments on, forwards the end, reaps orphans, and lifts a drain only when it is its own
# and only once this slurmd has registered.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"

# A /run of the pod's own.
mount -t tmpfs run /run

# Leaves orphans behind, as slurmstepd is one, and ends with a code of its own when told to.
fake slurmd <<'SH'
trap 'exit 7' TERM
trap 'exit 3' USR1
trap 'echo "the key anew" >>"$lab/out"' HUP
echo "an early line" >&2
echo "a line of the log" >>/run/slurmd.log
cp "$SKIFF_CGROUP/cgroup.procs" "$lab/answer.group" 2>/dev/null || true
touch "$lab/answer.ready"
for i in 1 2 3; do (/usr/bin/sleep 0.1 &) ; done
while :; do /usr/bin/sleep 0.1 & wait $!; done
SH
fake scontrol <<'SH'
case "$*" in
  *"show node"*) cat "$lab/answer.node" ;;
  *undrain*) sed -i 's/IDLE+DRAIN/IDLE/' "$lab/answer.node" ;;
  *state=down*) rm -f "$lab/answer.jobs" ;;
esac
SH
# Prints when each job on the node began.
fake squeue <<'SH'
cat "$lab/answer.jobs" 2>/dev/null || true
SH

# Says when the jobs on the node began.
jobs_began() {
  local at
  for at in "$@"; do
    TZ=UTC date -d "$at" +%Y-%m-%dT%H:%M:%S
  done >"$lab/answer.jobs"
}

# Writes the node's record: state, seconds since slurmd's start, reason.
node_is() {
  printf 'NodeName=a-0 NodeHostName=a-0 State=%s ThreadsPerCore=1 SlurmdStartTime=%s Reason=%s [root@2026-01-01T00:00:00]\n' \
    "$1" "$(TZ=UTC date -d "$2" +%Y-%m-%dT%H:%M:%S)" "$3" >"$lab/answer.node"
}

# Starts the program under test; its pid is in $pid.
start() {
  "$pod/start-slurmd.sh" a-0 --conf-server ctl:6817 >>"$lab/out" 2>&1 &
  pid=$!
  soon test -e "$lab/answer.ready"
}

# Ends it and checks that slurmd's code is its own.
stop() {
  local code=0
  kill -TERM "$pid"
  wait "$pid" || code=$?
  [ "$code" -eq 7 ] || bad "ends with $code, slurmd with 7"
}

new_case "our own drain"
node_is IDLE+DRAIN now 'skiff: pod is stopping'
start
soon grep -q 'state=undrain' "$lab/calls"
called '^slurmd -D -b -N a-0 --conf-server ctl:6817$'
called '^scontrol update nodename=a-0 state=undrain$'
soon grep -q 'takes jobs again' "$lab/out"
says '^a line of the log$'
! grep -q 'an early line' "$lab/out" || bad "what the log says too is there twice"
stop
# slurmd ended with an error.
says '^an early line$'

new_case "an administrator's drain"
node_is IDLE+DRAIN now 'disk is slow'
start
soon grep -q 'stays drained, the reason is not ours: disk is slow' "$lab/out"
called not update
stop

new_case "our own drain, but the record is of the slurmd before"
node_is IDLE+DRAIN '1 hour ago' 'skiff: pod is stopping'
start
soon grep -q 'a drain of ours, if any, stays' "$lab/out"
called not update
stop

new_case "no drain; what containers of a slurmd before left is gone when this one starts"
node_is IDLE+CLOUD now none
mkdir -p "$lab/containers/data/1000/left"
export CONTAINERS=$lab/containers
start
unset CONTAINERS
soon grep -q '^slurmd ' "$lab/calls"
{ [ -d "$lab/containers/data" ] && [ ! -e "$lab/containers/data/1000" ]; } || bad "the containers' folders"
soon grep -q 'show node' "$lab/calls"
/usr/bin/sleep 0.3
called not update
stop

new_case "another key"
node_is IDLE+CLOUD now none
printf one >"$lab/answer.key"
export SLURM_SACK_JWKS=$lab/answer.key
start
unset SLURM_SACK_JWKS
# on-change.sh has seen the first content.
/usr/bin/sleep 0.5
exchange "$lab/answer.key" two
soon grep -q 'the key anew' "$lab/out"
stop

new_case "slurmd ends by itself, with a step beside it"
node_is ALLOCATED now none
cp /usr/bin/sleep "$lab/bin/slurmstepd"
slurmstepd 60 &
step=$!
start
soon grep -q squeue "$lab/calls"
rm "$lab/answer.ready"
pkill -USR1 -x slurmd
soon test -e "$lab/answer.ready"
says 'slurmd ended with code 3 and is started again beside its steps'
# No boot of the node, which would end its jobs.
called '^slurmd -D -N a-0 --conf-server ctl:6817$'
[ "$(grep -c '^slurmd -D -b ' "$lab/calls")" -eq 1 ] || bad "the node booted again"
kill -0 "$step" || bad "the step ended"
case_name="again and again"
for ((i = 2; i <= 11; i++)); do
  rm -f "$lab/answer.ready"
  pkill -USR1 -x slurmd
  [ "$i" -eq 11 ] || soon test -e "$lab/answer.ready"
done
code=0
wait "$pid" || code=$?
[ "$code" -eq 3 ] || bad "ends with $code"
[ "$(grep -c '^slurmd -D ' "$lab/calls")" -eq 11 ] || bad "not ten times"
kill -KILL "$step"
wait "$step" 2>/dev/null || true
rm "$lab/bin/slurmstepd"

new_case "control groups of version 2"
node_is IDLE+CLOUD now none
mkdir "$SKIFF_CGROUP"
touch "$SKIFF_CGROUP/cgroup.type"
start
[ "$(cat "$SKIFF_CGROUP/system/cgroup.procs")" = 0 ] || bad "the script is in the top group"
[ "$(cat "$lab/answer.group")" = 0 ] || bad "slurmd is not"
# What slurmd of 24.11 leaves when it ends: two groups made parents, with processes below.
cp /usr/bin/sleep "$lab/bin/slurmstepd"
slurmstepd 60 &
step=$!
scope=$SKIFF_CGROUP/system.slice/a-0_slurmstepd.scope/slurmd
mkdir -p "$scope/system" "$SKIFF_CGROUP/system/system"
for group in "$scope" "$SKIFF_CGROUP/system"; do
  echo 'cpuset memory' >"$group/cgroup.subtree_control"
  echo 4711 >"$group/system/cgroup.procs"
done
rm "$lab/answer.ready"
pkill -USR1 -x slurmd
soon test -e "$lab/answer.ready"
for group in "$scope" "$SKIFF_CGROUP/system"; do
  # The last word that was written to each.
  [ "$(cat "$group/cgroup.subtree_control" "$group/cgroup.procs" | paste -sd' ')" = '-memory 4711' ] || bad "$group is a parent still"
done
stop
kill -KILL "$step"
wait "$step" 2>/dev/null || true
rm -r "$lab/bin/slurmstepd" "$SKIFF_CGROUP"

new_case "slurmd ends at once, with nothing beside it"
node_is IDLE+CLOUD now none
start
pkill -USR1 -x slurmd
code=0
wait "$pid" || code=$?
[ "$code" -eq 3 ] || bad "ends with $code"
[ "$(grep -c '^slurmd -D ' "$lab/calls")" -eq 1 ] || bad "started again"

new_case "a job that died with the pod before"
node_is ALLOCATED now none
jobs_began '1 minute ago'
start
soon grep -q 'takes jobs again' "$lab/out"
called 'state=drain reason=skiff: pod is stopping'
called 'state=down reason=skiff: pod was replaced under its jobs'
called 'state=resume'
says 'slurmctld requeues them'
stop

new_case "a job that died in the second in which it began"
node_is ALLOCATED '5 seconds' none
before=$(date +%s)
until [ "$(date +%s)" -gt "$before" ]; do :; done
jobs_began now
start
soon grep -q 'takes jobs again' "$lab/out"
called 'state=down reason=skiff: pod was replaced under its jobs'
stop

new_case "a job that died, and one that lives"
node_is ALLOCATED now none
jobs_began '1 minute ago' '1 minute'
start
soon grep -q squeue "$lab/calls"
/usr/bin/sleep 0.3
called not 'update'
stop

new_case "a job that seems dead, but a step runs here"
node_is ALLOCATED now none
jobs_began '1 minute ago'
cp /usr/bin/sleep "$lab/bin/slurmstepd"
slurmstepd 60 &
step=$!
start
soon grep -q squeue "$lab/calls"
/usr/bin/sleep 0.3
called not 'update'
stop
kill -KILL "$step"
wait "$step" 2>/dev/null || true

new_case "a dead job on a node that an administrator drained"
node_is ALLOCATED+DRAIN now 'disk is slow'
jobs_began '1 minute ago'
start
soon grep -q 'the reason is not ours: disk is slow' "$lab/out"
called not 'update'
stop

new_case "orphans are reaped"
node_is IDLE+CLOUD now none
# shellcheck disable=SC2016 # expanded by the inner shell
unshare --pid --fork --kill-child --mount-proc bash -c '
  (/usr/bin/sleep 1; grep -l "^State:.Z" /proc/[0-9]*/status >"$lab/zombies"; cat /proc/[0-9]*/comm >"$lab/processes"; kill -TERM 1) &
  exec "$1" a-0' start "$pod/start-slurmd.sh" >"$lab/out" 2>&1 || true
grep -qx slurmd "$lab/processes" || bad "slurmd did not run"
[ ! -s "$lab/zombies" ] || bad "zombies: $(cat "$lab/zombies")"
finish
