#!/usr/bin/env bash
# Runs a test of a cluster on a node, in a temporary directory. However
# the test ends, this script cleans up, and keeps the logs if it failed.
#   watch.sh TEST ARGUMENT...      TEST sources cluster.sh, which calls this script
# SKIFF_LOGS is the directory for the logs. This is a separate process, because
# a shell handles a signal only after the program that it waits for has exited.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=state.sh
. "$here/state.sh"
name=$(basename "$1")
dir=$(mktemp -d)
export SKIFF_NODE_TEST=$dir

# Sends a signal to the test's process group, or to the test itself if it has no group yet. Fails if there is no such process.
send() {
  [ -n "$test" ] && { kill "-$1" -- "-$test" 2>/dev/null || kill "-$1" "$test" 2>/dev/null; }
}

# Ends the test's processes. They get ten seconds, because the build of images cleans up after itself.
end_test() {
  local deadline=$((SECONDS + 10))
  send TERM || return 0
  while send 0 && [ "$SECONDS" -lt "$deadline" ]; do
    sleep 0.1
  done
  send KILL || true
}

# Reports an error in addition to those of the test.
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
# From here on, ignore signals: the test has ended, and the cleanup must be complete.
trap '' TERM INT HUP
end_test
wait "$test" 2>/dev/null || true
if [ -n "$signal" ]; then
  bad "terminated by SIG$signal"
  status=143
elif [ "$status" -ne 0 ] && [ "$status" -ne 77 ]; then
  echo "FAIL: $name: status $status" >&2
fi
if [ -s "$dir/imported-state" ]; then
  unchanged_since "$dir/imported-state" "$(cat "$dir/imported")" >"$dir/changed.log" ||
    bad "a program wrote to the images that all nodes share: $(head -n 3 "$dir/changed.log" | paste -sd' ')"
fi
if [ "$status" -ne 0 ] && [ "$status" -ne 77 ] && [ -d "${SKIFF_LOGS:-}" ]; then
  # Not for long, because the sender of a signal waits only for some time.
  timeout 30 "$here/logs.sh" "$dir" "$SKIFF_LOGS" || echo "$name: not all logs could be kept" >&2
fi
"$here/node.sh" down "$dir" || bad "node.sh could not remove everything"
# Unmount file systems below the directory, such as a volume that the test mounted.
mapfile -t mounts < <(awk -v below="$dir/" 'index($2, below) == 1 { print $2 }' /proc/self/mounts | tac)
[ "${#mounts[@]}" -eq 0 ] || umount "${mounts[@]}" || bad "cannot unmount ${mounts[*]}"
rm -rf "$dir" || bad "cannot remove $dir"
exit "$status"
