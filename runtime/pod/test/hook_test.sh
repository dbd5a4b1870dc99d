#!/usr/bin/env bash
# Tests hook.sh: it runs the programs beside it that have its name, in order, each within its time limit, until one fails.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
hook=$lab/hook-prolog

# Begins a test case with a hook that has no programs: begin CASE
begin() {
  new_case "$1"
  rm -f "$hook"*
  cp "$pod/hook.sh" "$hook"
}

# Writes a program of the hook: program NAME LINE...
program() {
  printf '%s\n' '#!/bin/sh' "${@:2}" >"$lab/$1"
  chmod 755 "$lab/$1"
}

# Runs the hook: run ARGUMENT...
run() {
  status=0
  "$hook" "$@" >"$lab/out" 2>"$lab/said" || status=$?
}

begin "a hook without programs succeeds"
run
[ "$status" -eq 0 ] || bad "exit code $status"

begin "the hook's own programs run in order, with the hook's arguments"
# shellcheck disable=SC2016 # the program's own
program hook-prolog.01.0 'echo "two $1"'
# shellcheck disable=SC2016 # the program's own
program hook-prolog.00.60 'echo "one $1"'
# shellcheck disable=SC2016 # the program's own
program hook-prolog.10.0 'echo "eleven $2"'
program hook-prolog-slurmctld.00.0 'echo another'
run 'a b' c
[ "$status" -eq 0 ] || bad "exit code $status"
[ "$(cat "$lab/out")" = "one a b"$'\n'"two a b"$'\n'"eleven c" ] || bad "said: $(cat "$lab/out")"

begin "the first program that fails ends the hook with its status"
program hook-prolog.00.0 'exit 3'
program hook-prolog.01.0 'echo two'
run
[ "$status" -eq 3 ] || bad "exit code $status"
[ ! -s "$lab/out" ] || bad "the second program ran"
grep -qx 'hook-prolog: program 00 exited with status 3' "$lab/said" || bad "said: $(cat "$lab/said")"

begin "a program that exceeds its time limit fails"
program hook-prolog.00.1 'exec /usr/bin/sleep 60'
run
[ "$status" -eq 124 ] || bad "exit code $status"
finish
