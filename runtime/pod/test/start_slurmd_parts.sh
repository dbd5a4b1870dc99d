#!/usr/bin/env bash
# Sourced by the tests of start-slurmd.sh, after fake.sh: stand-ins for slurmd and for the answers of slurmctld, and functions that start
# and stop the script.

# The pod has its own /run.
mount -t tmpfs run /run

# Leaves orphans, as each slurmstepd becomes one, and exits with a known code on a signal. If there is an answer.next, it is slurmctld's
# record of the node once slurmd has been started again.
fake slurmd <<'SH'
[ ! -e "$lab/answer.ready" ] || mv "$lab/answer.next" "$lab/answer.node" 2>/dev/null
trap 'exit 7' TERM
trap 'exit 3' USR1
trap 'echo "read the new key" >>"$lab/out"' HUP
echo "an early line" >&2
echo "a line of the log" >>/run/slurmd.log
cp "$SKIFF_CGROUP/cgroup.procs" "$lab/answer.group" 2>/dev/null || true
echo "$(ulimit -S -l) $(ulimit -H -l) $(ulimit -S -n) $(ulimit -H -n)" >"$lab/answer.limits"
touch "$lab/answer.ready"
for i in 1 2 3; do (/usr/bin/sleep 0.1 &) ; done
while :; do /usr/bin/sleep 0.1 & wait $!; done
SH
fake scontrol <<'SH'
case "$*" in
  *"show node"*)
    started=$(TZ=UTC date -r "$lab/answer.ready" +%Y-%m-%dT%H:%M:%S 2>/dev/null) || started=None
    sed "s/SlurmdStartTime=its-own/SlurmdStartTime=$started/" "$lab/answer.node"
    ;;
  *state=undrain* | *state=idle*) sed -i 's/+DRAIN//' "$lab/answer.node" ;;
  *state=down*) rm -f "$lab/answer.jobs" ;;
esac
SH
fake ldconfig <<'SH'
exit "$(cat "$lab/answer.ldconfig" 2>/dev/null || echo 0)"
SH
# Prints the start time of each job on the node.
fake squeue <<'SH'
cat "$lab/answer.jobs" 2>/dev/null || true
SH

# Sets the start times of the jobs on the node: jobs_began TIME...
jobs_began() {
  local at
  for at in "$@"; do
    TZ=UTC date -d "$at" +%Y-%m-%dT%H:%M:%S
  done >"$lab/answer.jobs"
}

# Writes the node's record: node_is STATE START REASON. START is the start time of slurmd, or `its-own` for the slurmd that this test
# starts: its start time is not known in advance on a busy machine.
node_is() {
  local start=$2
  [ "$start" = its-own ] || start=$(TZ=UTC date -d "$start" +%Y-%m-%dT%H:%M:%S)
  record a-0 "$1" "$start" "$3 [root@2026-01-01T00:00:00]" >"$lab/answer.node"
}

# Starts the program under test; its pid is in $pid.
start() {
  "$pod/start-slurmd.sh" a-0 --conf-server ctl:6817 >>"$lab/out" 2>&1 &
  pid=$!
  soon test -e "$lab/answer.ready"
}

# Starts it with low hard limits that it may not raise, and lower soft limits: LIMITS=… start_limited
start_limited() {
  (
    ulimit -S -l 16
    ulimit -H -l 32
    ulimit -S -n 400
    ulimit -H -n 500
    exec setpriv --bounding-set=-sys_resource --inh-caps=-sys_resource "$pod/start-slurmd.sh" a-0 --conf-server ctl:6817
  ) >>"$lab/out" 2>&1 &
  pid=$!
}

# Succeeds if a child process has ended: ended PID
ended() {
  ! grep -qs '^State:.[^Z]' "/proc/$1/status"
}

# Succeeds if the program has ended, or has started slurmd.
ended_or_ready() {
  [ -e "$lab/answer.ready" ] || ended "$pid"
}

# Stops it, and checks that it exits with the code of slurmd.
stop() {
  local code=0
  kill -TERM "$pid"
  wait "$pid" || code=$?
  [ "$code" -eq 7 ] || bad "exit code $code, of slurmd 7"
}

# Succeeds if no process sleeps this long: nothing_sleeps SECONDS
nothing_sleeps() {
  ! pgrep -fx "/usr/bin/sleep $1" >/dev/null
}
