#!/usr/bin/env bash
# Sourced by the tests of the pod scripts: a directory of stand-ins for Slurm's commands, first on PATH. Files in $lab hold the answers of
# the stand-ins. Each call adds a line to $lab/calls. The test restarts itself in its own PID namespace, because the scripts look for
# slurmstepd and must not see that of another test.
if [ -z "${SKIFF_ALONE:-}" ]; then
  user=()
  [ "$(id -u)" -eq 0 ] || user=(--user --map-root-user)
  SKIFF_ALONE=yes exec unshare "${user[@]}" --pid --fork --kill-child --mount-proc "$0" "$@"
fi
lab=$(mktemp -d)
# shellcheck disable=SC2034 # used by the tests
pod=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir "$lab/bin"
export lab
export SKIFF_LOG=/dev/null
# Do not touch this machine's cgroups.
export SKIFF_CGROUP=$lab/cgroup
export PATH="$lab/bin:$PATH"
test_name=$(basename "$0")
failures=0

# Kills what the test started, and deletes its directory.
clean_up() {
  local pid
  # The shell would report each process that it kills.
  exec 2>/dev/null
  for pid in $(jobs -p); do
    kill -KILL "$pid" || true
  done
  wait || true
  rm -rf "$lab"
}
trap clean_up EXIT

# Writes a stand-in, with its body from stdin: fake COMMAND
fake() {
  {
    # shellcheck disable=SC2016 # expanded by the stand-in
    printf '#!/bin/bash\nprintf "%%s\\n" "%s $*" >>"$lab/calls"\n' "$1"
    cat
  } >"$lab/bin/$1"
  chmod 755 "$lab/bin/$1"
}

# Prints what scontrol shows for a node: record NODE STATE [START-OF-SLURMD [REASON]]. The reason is printed unchanged, as Slurm does.
record() {
  printf 'NodeName=%s Arch=x86_64 CoresPerSocket=1 \n   NodeAddr=%s NodeHostName=%s Version=24.11.5\n' "$1" "$1" "$1"
  printf '   OS=Linux 6.12.0 #1 SMP PREEMPT_DYNAMIC \n   RealMemory=1 AllocMem=0 FreeMem=N/A Sockets=1 Boards=1\n'
  printf '   State=%s ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A\n   Partitions=main \n' "$2"
  printf '   BootTime=2026-01-01T00:00:00 SlurmdStartTime=%s\n   LastBusyTime=2026-01-01T00:00:00\n' "${3:-None}"
  [ "$#" -lt 4 ] || printf '   Reason=%s\n' "$4"
  printf '\n'
}
export -f record

# Replaces sleep, so that time passes fast in the scripts under test. Each requested duration is a line of $lab/naps.
: >"$lab/naps"
# shellcheck disable=SC2016 # expanded by the stand-in
printf '#!/bin/bash\necho "$*" 2>/dev/null >>"$lab/naps"\nexec /usr/bin/sleep 0.02\n' >"$lab/bin/sleep"
chmod 755 "$lab/bin/sleep"

# Replaces the content of a file atomically, as the kubelet does: exchange FILE TEXT
exchange() {
  printf '%s' "$2" >"$lab/exchanged"
  chmod --reference="$1" "$lab/exchanged" 2>/dev/null || true
  mv "$lab/exchanged" "$1"
}

# Begins a test case, without the calls and answers of the previous one: new_case NAME
new_case() {
  case_name=$1
  rm -f "$lab"/answer.*
  : >"$lab/out"
  : >"$lab/calls"
}

# Reports that the test case failed, with the last calls and the last output: bad MESSAGE
bad() {
  printf 'FAIL: %s: %s: %s\n' "$test_name" "$case_name" "$*" >&2
  tail -n 8 "$lab/calls" | sed 's/^/  call: /' >&2
  [ ! -e "$lab/out" ] || tail -n 8 "$lab/out" | sed 's/^/  output: /' >&2
  failures=$((failures + 1))
}

# Checks that a call matches a pattern, or that none does: called PATTERN, called not PATTERN
called() {
  if [ "$1" = not ]; then
    ! grep -q -- "$2" "$lab/calls" || bad "called: $2"
  else
    grep -q -- "$1" "$lab/calls" || bad "not called: $1"
  fi
}

# Checks that the program's output holds a text.
says() {
  grep -q -- "$1" "$lab/out" || bad "does not print: $1"
}

# Waits at most 100 seconds until a command succeeds.
soon() {
  local i
  for ((i = 0; i < 2000; i++)); do
    if "$@"; then
      return 0
    fi
    /usr/bin/sleep 0.05
  done
  bad "timed out waiting for: $*"
}

# Waits until a script has slept COUNT more times, each for SECONDS: then its loop has run again.   naps COUNT SECONDS
naps() {
  local before
  before=$(grep -cx -- "$2" "$lab/naps") || true
  soon napped "$((before + $1))" "$2"
}
napped() {
  [ "$(grep -cx -- "$2" "$lab/naps")" -ge "$1" ]
}

# Ends a test. This is its last line.
finish() {
  if [ "$failures" -ne 0 ]; then
    exit 1
  fi
  printf 'ok: %s\n' "$test_name"
}
