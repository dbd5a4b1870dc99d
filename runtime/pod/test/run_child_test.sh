#!/usr/bin/env bash
# Tests run-child.sh: as process 1, it stops a program that does not catch SIGTERM, and returns its exit code.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"

new_case "the exit code of the child is returned"
code=0
"$pod/run-child.sh" bash -c 'exit 9' || code=$?
[ "$code" -eq 9 ] || bad "exit code $code, of the child 9"

new_case "SIGTERM reaches a child that does not catch it"
SECONDS=0
code=0
# shellcheck disable=SC2016 # expanded by the inner shell
unshare --pid --fork --kill-child --mount-proc bash -c '
  (until grep -qsx sleep /proc/[0-9]*/comm; do :; done; kill -TERM 1) &
  exec "$1" /usr/bin/sleep 30' run "$pod/run-child.sh" || code=$?
[ "$SECONDS" -lt 10 ] || bad "took $SECONDS s to end"
[ "$code" -eq 143 ] || bad "exit code $code, of the child 143"

new_case "with --on-change, the child gets one signal when the file changes"
printf one >"$lab/key"
# shellcheck disable=SC2016 # expanded by the child
"$pod/run-child.sh" --on-change "$lab/key" HUP bash -c 'trap "echo again" HUP; trap "exit 3" TERM; echo ready
  while :; do /usr/bin/sleep 0.1; done' >"$lab/out" 2>&1 &
pid=$!
soon grep -q ready "$lab/out"
# Wait until on-change.sh has seen the first content.
naps 1 10
exchange "$lab/key" two
soon grep -q again "$lab/out"
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
[ "$code" -eq 3 ] || bad "exit code $code, of the child 3"
[ "$(grep -c again "$lab/out")" -eq 1 ] || bad "more than one signal"
finish
