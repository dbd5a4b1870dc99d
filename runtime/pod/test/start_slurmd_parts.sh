#!/usr/bin/env bash
# Sourced by the tests of start-slurmd.sh, behind fake.sh: a slurmd, what slurmctld says of the node, and the program's start and end.
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
  *"show node"*)
    started=$(TZ=UTC date -r "$lab/answer.ready" +%Y-%m-%dT%H:%M:%S 2>/dev/null) || started=None
    sed "s/SlurmdStartTime=its-own/SlurmdStartTime=$started/" "$lab/answer.node"
    ;;
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

# Writes the node's record: node_is STATE START REASON. The start of slurmd is a time, or `its-own`: the one that is started here. The
# test can't know that beforehand, as a busy machine takes its time.
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

# Ends it and checks that slurmd's code is its own.
stop() {
  local code=0
  kill -TERM "$pid"
  wait "$pid" || code=$?
  [ "$code" -eq 7 ] || bad "ends with $code, slurmd with 7"
}
