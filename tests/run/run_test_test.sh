#!/usr/bin/env bash
# Tests run-test: run_test_test.sh RUN-TEST
# shellcheck disable=SC2016 # expanded by the commands that are run
set -euo pipefail
run_test=$1
work=$(mktemp -d)
trap 'umount "$work"/t.*/mounted 2>/dev/null || true; rm -rf "$work"' EXIT
export SKIFF_FAILED=$work/failed TMPDIR=$work
failures=0

# Runs a command and checks its exit status, and that its output has a line like each PATTERN: runs NAME STATUS SECONDS COMMAND PATTERN...
runs() {
  local name=$1 expected=$2 seconds=$3 command=$4 status=0 pattern
  shift 4
  "$run_test" "$name" "$seconds" bash -c "$command" >"$work/said" 2>&1 || status=$?
  for pattern in "$@"; do
    grep -qxE -- "$pattern" "$work/said" || { echo "FAIL: $name: no line '$pattern'"; failures=1; }
  done
  if [ "$status" -ne "$expected" ]; then
    echo "FAIL: $name: status $status, not $expected"
    failures=1
  fi
  [ "$failures" -eq 0 ] || sed 's/^/  /' "$work/said"
}

# Checks which logs of a test are kept: kept NAME FILE...
kept() {
  local found
  found=$(find "$work/failed/$1" -type f -printf "$1/%P\n" 2>/dev/null | LC_ALL=C sort | paste -sd' ') || true
  if [ "$found" != "${*:2}" ]; then
    echo "FAIL: $1: keeps '$found', not '${*:2}'"
    failures=1
  fi
}

runs good 0 60 'echo fine; touch "$SKIFF_LOGS/log"' fine 'run-test: [0-9.]+ s, [0-9.]+ s of processor'
kept good
runs skipped 77 60 'echo "SKIP: engine"; exit 77' 'SKIP: engine'
kept skipped
runs bad 3 60 'echo wrong; touch "$SKIFF_LOGS/log"; exit 3' wrong
kept bad bad/log bad/output
grep -qx wrong "$work/failed/bad/output" || { echo "FAIL: bad: its output is not kept"; failures=1; }
runs bad 0 60 true
kept bad
runs killed 137 60 'kill -KILL $$'
runs absent 127 60 'exec /no/such/program' '.*/no/such/program.*'

# The processor time includes descendants that their parent did not wait for.
runs busy 0 60 '(bash -c "for ((i = 0; i < 200000; i++)); do :; done" &)' 'run-test: [0-9.]+ s, (0\.[1-9]|[1-9][0-9.]*).* s of processor'
# A process that exits soon after the command is not a leftover.
runs leaving 0 60 'sleep 1 &' 'run-test: .*'
# Another run of this test must have another command line.
runs leaves 1 60 "setsid sleep 987.$$ >/dev/null 2>&1 & sleep 0.2" "left behind: process [0-9]+ sleep 987\\.$$ "
! pgrep -xf "sleep 987\\.$$" >/dev/null || { echo "FAIL: leaves: the process that it left behind still runs"; failures=1; }
runs forgets 1 60 'touch "$TMPDIR/file"' 'left behind: file in TMPDIR'
[ -z "$(find "$work" -name 't.*')" ] || { echo "FAIL: forgets: the directory of temporary files remains"; failures=1; }
if [ "$(id -u)" -eq 0 ]; then
  mkdir "$work/precious"
  touch "$work/precious/file"
  runs mounts 1 60 'mkdir "$TMPDIR/mounted" && mount --bind "$TMPDIR/../precious" "$TMPDIR/mounted"' "left behind: mount $work/t\\..*/mounted"
  [ -e "$work/precious/file" ] || { echo "FAIL: mounts: a file in the mounted directory was deleted"; failures=1; }
fi

# At the deadline a test can clean up, whatever it waits for. After that, everything is killed.
runs late 1 1 'trap "echo cleaned up" EXIT; sleep 600' 'cleaned up' 'run-test: timed out after 1 s'
! grep '^left behind' "$work/said" || { echo "FAIL: late: the test's child got no SIGTERM"; failures=1; }
kept late late/output
# A SIGTERM to run-test ends the test.
"$run_test" ended 60 bash -c 'trap "echo cleaned up" EXIT; echo began; sleep 600' >"$work/said" 2>&1 &
until grep -q began "$work/said"; do sleep 0.05; done
kill "$!"
wait "$!" || true
grep -qx 'cleaned up' "$work/said" || { echo "FAIL: ended: $(cat "$work/said")"; failures=1; }
exit "$failures"
