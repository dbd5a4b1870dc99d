#!/usr/bin/env bash
# First process of a container whose program is not made to be one (sackd does not catch SIGTERM, which the kernel
# then keeps from process 1; slurmd reaps no orphans): runs it as a child, forwards signals, reaps, ends with its code.
#   run-child.sh COMMAND...
set -uo pipefail
"$@" &
child=$!
signalled=
trap 'signalled=yes; kill -TERM "$child" 2>/dev/null || true' TERM INT

# A trapped signal ends wait with a code of its own: wait again for the child's.
code=0
wait "$child" || code=$?
while [ -n "$signalled" ]; do
  signalled=
  code=0
  wait "$child" || code=$?
done
exit "$code"
