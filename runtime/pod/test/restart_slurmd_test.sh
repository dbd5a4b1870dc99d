#!/usr/bin/env bash
# Tests start-slurmd.sh: a slurmd that exits by itself is restarted while its steps continue, in cgroups that accept it.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
# shellcheck source-path=SCRIPTDIR source=start_slurmd_parts.sh
. "$(dirname "${BASH_SOURCE[0]}")/start_slurmd_parts.sh"

new_case "a slurmd that exits is restarted while a step runs"
node_is ALLOCATED its-own none
cp /usr/bin/sleep "$lab/bin/slurmstepd"
slurmstepd 60 &
step=$!
start
soon grep -q squeue "$lab/calls"
rm "$lab/answer.ready"
pkill -USR1 -x slurmd
soon test -e "$lab/answer.ready"
says 'slurmd exited with code 3; restarting it while its steps continue'
# Without -b: a boot of the node would end its jobs.
called '^slurmd -D -N a-0 --conf-server ctl:6817$'
[ "$(grep -c '^slurmd -D -b ' "$lab/calls")" -eq 1 ] || bad "slurmd reported another boot of the node"
kill -0 "$step" || bad "the step ended"
case_name="slurmd is restarted at most ten times in a row"
for ((i = 2; i <= 11; i++)); do
  rm -f "$lab/answer.ready"
  pkill -USR1 -x slurmd
  [ "$i" -eq 11 ] || soon test -e "$lab/answer.ready"
done
code=0
wait "$pid" || code=$?
[ "$code" -eq 3 ] || bad "exit code $code"
[ "$(grep -c '^slurmd -D ' "$lab/calls")" -eq 11 ] || bad "not ten times"
kill -KILL "$step"
wait "$step" 2>/dev/null || true
rm "$lab/bin/slurmstepd"

# Succeeds if slurmd has reported this many boots of the node: boots NUMBER
boots() {
  [ "$(grep -c '^slurmd -D -b -N a-0 --conf-server ctl:6817$' "$lab/calls")" -eq "$1" ]
}

# Succeeds if the script knows that the node has rejoined. The second slurmd starts a second after the first one was stopped, but here sleep
# takes less, so its time is set.
joined_later() {
  touch -d '2 seconds' "$lab/answer.ready"
  grep -q squeue "$lab/calls"
}

new_case "a slurmd whose registration slurmctld ignored is started again, and reports a boot of the node"
# slurmctld accepts the registration of the second slurmd.
node_is IDLE+CLOUD its-own none
mv "$lab/answer.node" "$lab/answer.next"
node_is DOWN+CLOUD+POWERING_UP its-own 'no pod'
# A slurmd with a step that slurmctld has forgotten may not end on SIGTERM.
sed -i "s/^trap 'exit 7' TERM/trap '[ -e \"\$lab\/answer.next\" ] || exit 7' TERM/" "$lab/bin/slurmd"
start
soon boots 2
says 'slurmctld ignored the registration of node a-0'
soon joined_later
stop
boots 2 || bad "slurmd was started again"
[ "$(grep -c 'ignored the registration' "$lab/out")" -eq 1 ] || bad "a registration of the first slurmd counts for the second"

new_case "with cgroup v2, a restarted slurmd finds cgroups that accept processes"
node_is IDLE+CLOUD its-own none
mkdir "$SKIFF_CGROUP"
touch "$SKIFF_CGROUP/cgroup.type"
start
[ "$(cat "$SKIFF_CGROUP/system/cgroup.procs")" = 0 ] || bad "the script is in the top cgroup"
[ "$(cat "$lab/answer.group")" = 0 ] || bad "slurmd is not in the top cgroup"
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
  [ "$(cat "$group/cgroup.subtree_control" "$group/cgroup.procs" | paste -sd' ')" = '-memory 4711' ] || bad "$group still has child cgroups with controllers"
done
stop
kill -KILL "$step"
wait "$step" 2>/dev/null || true
rm -r "$lab/bin/slurmstepd" "$SKIFF_CGROUP"

new_case "a key that changes just before slurmd exits is reported"
node_is ALLOCATED its-own none
cp /usr/bin/sleep "$lab/bin/slurmstepd"
slurmstepd 60 &
step=$!
# The sleep of on-change.sh lasts as long as the file `hold` exists.
# shellcheck disable=SC2016 # expanded by the stand-in
sed -i 's|^exec|while [ "$*" = 10 ] \&\& [ -e "$lab/hold" ]; do /usr/bin/sleep 0.02; done\n&|' "$lab/bin/sleep"
printf one >"$lab/answer.key"
touch "$lab/hold"
export SLURM_SACK_KEY=$lab/answer.key
start
unset SLURM_SACK_KEY
soon napped 1 10
exchange "$lab/answer.key" two
rm "$lab/answer.ready"
pkill -USR1 -x slurmd
soon test -e "$lab/answer.ready"
rm "$lab/hold"
soon grep -q 'on-change: .*answer\.key has changed, ran: kill -HUP' "$lab/out"
soon grep -q 'read the new key' "$lab/out"
stop
kill -KILL "$step"
wait "$step" 2>/dev/null || true
rm "$lab/bin/slurmstepd"

new_case "a slurmd that exits at once without steps is not restarted"
node_is IDLE+CLOUD its-own none
start
pkill -USR1 -x slurmd
code=0
wait "$pid" || code=$?
[ "$code" -eq 3 ] || bad "exit code $code"
[ "$(grep -c '^slurmd -D ' "$lab/calls")" -eq 1 ] || bad "slurmd was restarted"
finish
