#!/usr/bin/env bash
# First process of a container whose program is not made to be one (sackd does not catch SIGTERM, which the kernel
# then keeps from process 1; slurmd reaps no orphans): runs it as a child, forwards signals, reaps, ends with its code.
#   run-child.sh COMMAND...
set -uo pipefail
"$@" &
child=$!
trap 'kill -TERM "$child" 2>/dev/null || true' TERM INT

# A trapped signal ends wait, not the child: wait again until it is gone.
code=0
wait "$child" || code=$?
while kill -0 "$child" 2>/dev/null; do
  code=0
  wait "$child" || code=$?
done
exit "$code"
