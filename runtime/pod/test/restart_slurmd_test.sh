#!/usr/bin/env bash
# Tests start-slurmd.sh: a slurmd that exits by itself is restarted while its steps continue, in cgroups that accept it.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
# shellcheck source-path=SCRIPTDIR source=start_slurmd_parts.sh
. "$(dirname "${BASH_SOURCE[0]}")/start_slurmd_parts.sh"

new_case "slurmd ends by itself, with a step beside it"
node_is ALLOCATED its-own none
cp /usr/bin/sleep "$lab/bin/slurmstepd"
slurmstepd 60 &
step=$!
start
soon grep -q squeue "$lab/calls"
rm "$lab/answer.ready"
pkill -USR1 -x slurmd
soon test -e "$lab/answer.ready"
says 'slurmd ended with code 3 and is started again beside its steps'
# Without -b: a boot of the node would end its jobs.
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
node_is IDLE+CLOUD its-own none
mkdir "$SKIFF_CGROUP"
touch "$SKIFF_CGROUP/cgroup.type"
start
[ "$(cat "$SKIFF_CGROUP/system/cgroup.procs")" = 0 ] || bad "the script is in the top group"
[ "$(cat "$lab/answer.group")" = 0 ] || bad "slurmd is not"
# What slurmd 24.11 leaves when it exits: two cgroups with child cgroups, which hold the processes.
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
  # The last value that was written to each file.
  [ "$(cat "$group/cgroup.subtree_control" "$group/cgroup.procs" | paste -sd' ')" = '-memory 4711' ] || bad "$group is a parent still"
done
stop
kill -KILL "$step"
wait "$step" 2>/dev/null || true
rm -r "$lab/bin/slurmstepd" "$SKIFF_CGROUP"

new_case "slurmd ends at once, with nothing beside it"
node_is IDLE+CLOUD its-own none
start
pkill -USR1 -x slurmd
code=0
wait "$pid" || code=$?
[ "$code" -eq 3 ] || bad "ends with $code"
[ "$(grep -c '^slurmd -D ' "$lab/calls")" -eq 1 ] || bad "started again"
finish
