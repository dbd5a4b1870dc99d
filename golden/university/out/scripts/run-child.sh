#!/usr/bin/env bash
# First process of a container whose program is not suited to be process 1. For example, sackd does not catch SIGTERM, and the kernel
# delivers only signals to process 1 that it catches; slurmd reaps no orphans. This script runs the program as its child, forwards signals,
# reaps orphans and exits with the child's exit code.
#   run-child.sh [--on-change FILE-OR-DIRECTORY SIGNAL] COMMAND...
# With --on-change, the program gets SIGNAL when the content changes, so that it restarts and reads keys that it reads only at startup.
set -uo pipefail
file=
if [ "$1" = --on-change ]; then
  file=$2
  signal=$3
  shift 3
fi
child=
signalled=
# Set the trap first. The kernel delivers a signal to process 1 only if there is a trap for it. Without it, a container that is stopped
# during startup would keep running.
trap 'signalled=yes; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null || true' TERM INT
"$@" &
child=$!
[ -z "$signalled" ] || kill -TERM "$child"
watch=
if [ -n "$file" ]; then
  "$(dirname "$0")/on-change.sh" "$file" kill -s "$signal" "$child" &
  watch=$!
fi

# A trapped signal interrupts wait, which then returns another code: wait again for the child's.
code=0
wait "$child" || code=$?
while [ -n "$signalled" ]; do
  signalled=
  code=0
  wait "$child" || code=$?
done
[ -z "$watch" ] || kill "$watch" 2>/dev/null
exit "$code"
