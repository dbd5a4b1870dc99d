#!/usr/bin/env bash
# Tests on-change.sh: it runs its command once for each new content, again after a failure, and not while the file is missing.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"

fake act <<'SH'
[ ! -e "$lab/answer.fails" ]
SH

# Writes the file `key` with the content `one`, then starts on-change.sh: start FILE-OR-DIRECTORY
start() {
  printf one >"$lab/key"
  "$pod/on-change.sh" "$1" act now >>"$lab/out" 2>&1 &
  pid=$!
  # Wait until it has seen the first content.
  naps 1 10
}

stop() {
  kill "$pid"
  wait "$pid" 2>/dev/null || true
}

new_case "the command runs once for each new content"
start "$lab/key"
called not act
exchange "$lab/key" two
soon grep -q 'has changed, ran: ' "$lab/out"
says 'on-change: .*/key has changed, ran: act now'
naps 2 10
[ "$(grep -c '^act now$' "$lab/calls")" -eq 1 ] || bad "not once"
# The file is written again, with the same content.
exchange "$lab/key" two
naps 2 10
[ "$(grep -c '^act now$' "$lab/calls")" -eq 1 ] || bad "ran for the same content"
rm "$lab/key"
naps 2 10
exchange "$lab/key" two
naps 2 10
[ "$(grep -c '^act now$' "$lab/calls")" -eq 1 ] || bad "ran while the file was missing"
stop

new_case "a new file in a watched directory counts as a change"
mkdir "$lab/keys"
printf a >"$lab/keys/a"
start "$lab/keys"
exchange "$lab/keys/b" b
soon grep -q '/keys has changed, ran: act now' "$lab/out"
stop

new_case "a command that failed is run again"
start "$lab/key"
touch "$lab/answer.fails"
exchange "$lab/key" three
soon grep -q 'but this command failed: act now' "$lab/out"
rm "$lab/answer.fails"
soon grep -q 'has changed, ran: act now' "$lab/out"
stop
finish
