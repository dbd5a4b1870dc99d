#!/usr/bin/env bash
# First process of a container whose program is not made to be one (sackd does not catch SIGTERM, which the kernel
# then keeps from process 1; slurmd reaps no orphans): runs it as a child, forwards signals, reaps, ends with its code.
#   run-child.sh [--on-change FILE-OR-FOLDER SIGNAL] COMMAND...
# With --on-change the program gets the signal when there is another content: keys that it reads only at its start.
set -uo pipefail
file=
if [ "$1" = --on-change ]; then
  file=$2
  signal=$3
  shift 3
fi
child=
signalled=
# First of all: the kernel keeps from process 1 what it has no trap for, and a container that is ended while it starts would stay.
trap 'signalled=yes; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null || true' TERM INT
"$@" &
child=$!
[ -z "$signalled" ] || kill -TERM "$child"
watch=
if [ -n "$file" ]; then
  "$(dirname "$0")/on-change.sh" "$file" kill -s "$signal" "$child" &
  watch=$!
fi

# A trapped signal ends wait with a code of its own: wait again for the child's.
code=0
wait "$child" || code=$?
while [ -n "$signalled" ]; do
  signalled=
  code=0
  wait "$child" || code=$?
done
[ -z "$watch" ] || kill "$watch" 2>/dev/null
exit "$code"
