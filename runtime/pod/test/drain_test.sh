#!/usr/bin/env bash
# Tests drain.sh: it waits for the jobs, never sets a node down, leaves an administrator's drain as it is, and always ends.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"

fake scontrol <<'SH'
[ ! -e "$lab/answer.dead" ] || exit 1
case "$*" in
  *"show node"*) record a-0 "$(cat "$lab/answer.state")" ;;
  *state=drain*) echo IDLE+DRAIN >"$lab/answer.state" ;;
esac
SH
# Prints a job as long as the file answer.job exists. With the file answer.rarely, only each third call succeeds.
fake squeue <<'SH'
[ ! -e "$lab/answer.dead" ] || exit 1
[ ! -e "$lab/answer.rarely" ] || [ $(($(grep -c ^squeue "$lab/calls") % 3)) -eq 0 ] || exit 1
[ ! -e "$lab/answer.job" ] || echo 17
SH

# Runs the program under test for node a-0 and checks that it succeeds and sets nothing down.
drain() {
  timeout 20 "$pod/drain.sh" a-0 "$1" >"$lab/out" 2>&1 || bad "exit code $?"
  called not 'state=down'
}

new_case "a node without jobs is drained"
echo IDLE+CLOUD >"$lab/answer.state"
drain 10
called '^scontrol update nodename=a-0 state=drain reason=skiff: pod is stopping$'
says 'is drained and empty'

new_case "an administrator's drain stays as it is"
echo IDLE+DRAIN >"$lab/answer.state"
drain 10
called not update
says 'leaving it as it is'

# A drain would outlive the pod, and the node could not be powered up again.
for state in IDLE+CLOUD+POWERING_DOWN IDLE+CLOUD+POWERED_DOWN ALLOCATED+CLOUD+POWERING_UP; do
  new_case "a node that is not in service is not drained: $state"
  echo "$state" >"$lab/answer.state"
  drain 10
  called not update
  says 'out of service'
done

new_case "the script waits until the job ends"
echo ALLOCATED+CLOUD >"$lab/answer.state"
touch "$lab/answer.job"
drain 10 &
waiter=$!
soon grep -q state=drain "$lab/calls"
/usr/bin/sleep 0.5
kill -0 "$waiter" 2>/dev/null || bad "did not wait for the job"
rm "$lab/answer.job"
wait "$waiter"
says 'is drained and empty'
[ "$(grep -c 'show node' "$lab/calls")" -eq 1 ] || bad "asked for the state of a node that it had drained"

new_case "a job without a step is waited for, although slurmctld answers rarely"
echo ALLOCATED+CLOUD >"$lab/answer.state"
touch "$lab/answer.job" "$lab/answer.rarely"
drain 30 &
waiter=$!
naps 12 1
kill -0 "$waiter" 2>/dev/null || bad "did not wait for the job"
rm "$lab/answer.job"
wait "$waiter"
says 'is drained and empty'

new_case "the script stops waiting if a job outlives the time limit"
echo ALLOCATED+CLOUD >"$lab/answer.state"
touch "$lab/answer.job"
drain 2
says 'node a-0 may still have jobs'

new_case "slurmctld does not answer and no step runs: no long wait"
touch "$lab/answer.dead"
# Run it in its own PID namespace: the slurmstepd of another test is not in this pod.
SECONDS=0
unshare --pid --fork --mount-proc timeout 20 "$pod/drain.sh" a-0 30 >"$lab/out" 2>&1 || bad "exit code $?"
[ "$SECONDS" -lt 10 ] || bad "waited $SECONDS s, although no step ran"
says 'slurmctld does not answer, and no step runs here'

new_case "slurmctld answers only later, while a step runs: the node is drained then"
touch "$lab/answer.dead"
echo ALLOCATED+CLOUD >"$lab/answer.state"
touch "$lab/answer.job"
cp /usr/bin/sleep "$lab/bin/slurmstepd"
slurmstepd 60 &
step=$!
drain 30 &
waiter=$!
naps 7 1
called not state=drain
rm "$lab/answer.dead"
soon grep -q state=drain "$lab/calls"
rm "$lab/answer.job"
wait "$waiter"
says 'is drained and empty'
kill "$step"
wait "$step" 2>/dev/null || true

new_case "slurmctld does not answer but a step runs: the script waits until the time limit"
touch "$lab/answer.dead"
cp /usr/bin/sleep "$lab/bin/slurmstepd"
slurmstepd 60 &
SECONDS=0
drain 3
[ "$SECONDS" -ge 3 ] || bad "stopped while a step ran"
says 'end of the grace period'
finish
