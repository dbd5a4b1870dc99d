#!/usr/bin/env bash
# Runs a test of a cluster on a node in a folder of its own, and when it has ended, however that was, keeps its logs where it failed and
# leaves nothing behind.
#   watch.sh TEST ARGUMENTS...      TEST sources cluster.sh, which calls this
# SKIFF_LOGS: a folder for the logs. A process of its own, because a shell hears a signal only when the program it waits for has ended.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=state.sh
. "$here/state.sh"
name=$(basename "$1")
dir=$(mktemp -d)
export SKIFF_NODE_TEST=$dir

# Sends a signal to the test's own processes: those in its session, or the one that has none yet. Fails where there is none.
send() {
  [ -n "$test" ] && { kill "-$1" -- "-$test" 2>/dev/null || kill "-$1" "$test" 2>/dev/null; }
}

# Ends them. What makes the images cleans up behind itself.
end_test() {
  local deadline=$((SECONDS + 10))
  send TERM || return 0
  while send 0 && [ "$SECONDS" -lt "$deadline" ]; do
    sleep 0.1
  done
  send KILL || true
}

# Says what is wrong beside the test itself.
bad() {
  echo "FAIL: $name: $1" >&2
  status=1
}

status=0
signal=
test=
for each in TERM INT HUP; do
  # shellcheck disable=SC2064 # this signal
  trap "signal=$each; end_test" "$each"
done
setsid "$@" &
test=$!
[ -z "$signal" ] || end_test
wait "$test" || status=$?
# From here on nothing stops it: who sends a signal wants the end, and that this is clean.
trap '' TERM INT HUP
end_test
wait "$test" 2>/dev/null || true
if [ -n "$signal" ]; then
  bad "ended by SIG$signal"
  status=143
elif [ "$status" -ne 0 ] && [ "$status" -ne 77 ]; then
  echo "FAIL: $name: status $status" >&2
fi
if [ -s "$dir/imported-state" ]; then
  unchanged_since "$dir/imported-state" "$(cat "$dir/imported")" >"$dir/changed.log" ||
    bad "something has written to the images that all nodes share: $(head -n 3 "$dir/changed.log" | paste -sd' ')"
fi
if [ "$status" -ne 0 ] && [ "$status" -ne 77 ] && [ -d "${SKIFF_LOGS:-}" ]; then
  # Whoever has sent a signal does not wait for long.
  timeout 30 "$here/logs.sh" "$dir" "$SKIFF_LOGS" || echo "$name: not all logs could be kept" >&2
fi
"$here/node.sh" down "$dir" || bad "something is left"
# A volume that is a file system of its own.
mapfile -t mounts < <(awk -v below="$dir/" 'index($2, below) == 1 { print $2 }' /proc/self/mounts | tac)
[ "${#mounts[@]}" -eq 0 ] || umount "${mounts[@]}" || bad "these stay mounted: ${mounts[*]}"
rm -rf "$dir" || bad "$dir can't be removed"
exit "$status"
