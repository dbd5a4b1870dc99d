#!/usr/bin/env bash
# left_behind.sh finds each kind of leftover, and finds nothing if there is none.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ "$(id -u)" -ne 0 ]; then
  echo "SKIP: left-behind: namespaces and mounts need root"
  exit 77
fi
if [ "${1:-}" != --inside ]; then
  # In new namespaces, which no other process uses. The leftovers of this test disappear with them.
  exec env --unset=SKIFF_RUN unshare --mount --pid --fork --kill-child --mount-proc "$0" --inside
fi
work=$(mktemp -d)
trap 'umount "$work/mounted" 2>/dev/null || true; [ -z "${group:-}" ] || rmdir "$group"; rm -rf "$work"' EXIT
failures=0

# Prints the leftovers since the first state. Control groups are the only part of the state that this test shares with labs and with another
# run of it, so only its own is printed.
name=skiff-left-$(basename "$work")
leftovers() {
  local said status=0
  said=$("$here/left_behind.sh" since "$work/state" mine) || status=$?
  awk -v name="/$name" '!/: control group / || substr($0, length($0) - length(name) + 1) == name' <<<"$said"
  return "$status"
}

# Checks that exactly one leftover was added since the first state: expects NAME PATTERN
expects() {
  local said status=0
  said=$(leftovers) || status=$?
  if [ "$status" -ne 1 ] || ! grep -qxE "left behind: $2" <<<"$said" || [ "$(wc -l <<<"$said")" -ne 1 ]; then
    echo "FAIL: $1: status $status, $said"
    failures=1
  fi
}
# Use another image store, because other tests create containers at the same time.
export XDG_CACHE_HOME=$work
mkdir "$work/netns"
mkdir -p /run/netns
mount --bind "$work/netns" /run/netns
mkdir "$work/mounted"
"$here/left_behind.sh" state >"$work/state"
# Checks that nothing was added: expects_nothing NAME
expects_nothing() {
  local said
  said=$(leftovers || true)
  if [ -n "$said" ]; then
    echo "FAIL: $1: $said"
    failures=1
  fi
}
expects_nothing 'reports a leftover, although nothing was added'

mount -t tmpfs skiff-test "$work/mounted"
expects mount "mount $work/mounted"
umount "$work/mounted"
: >/run/netns/skiff-test
expects 'network namespace' 'network namespace skiff-test'
rm /run/netns/skiff-test
SKIFF_RUN=mine sleep 600 &
expects process "process $! sleep 600 "
kill "$!"
wait "$!" 2>/dev/null || true

# While another run goes on, its mounts are listed and do not fail this run. A process of this run does.
SKIFF_RUN=minet sleep 600 &
other=$!
mount -t tmpfs skiff-test "$work/mounted"
said=$(leftovers) || { echo "FAIL: a mount of another run is a leftover of this one: $said"; failures=1; }
if [ "$said" != "left behind, or in use by the test run minet, which is still going on: mount $work/mounted" ]; then
  echo "FAIL: does not list what may belong to another run: $said"
  failures=1
fi
umount "$work/mounted"
SKIFF_RUN=mine sleep 601 &
expects 'process beside another run' "process $! sleep 601 "
kill "$!" "$other"
wait "$!" "$other" 2>/dev/null || true
hierarchy=$(awk '$3 ~ /^cgroup2?$/ { print $2; exit }' /proc/self/mounts)
if [ -n "$hierarchy" ] && mkdir "$hierarchy/$name" 2>/dev/null; then
  group=$hierarchy/$name
  expects 'control group' "control group $group"
  rmdir "$group"
  group=
fi
# A container of an interrupted build, and an image without a name. Only if buildah is installed, which is the case where images are built.
if command -v buildah >/dev/null; then
  store=$work/skiff/images
  mkdir -p "$store"
  export BUILDAH_ISOLATION=chroot
  printf '[storage]\ndriver = "vfs"\ngraphroot = "%s/store"\nrunroot = "%s/run"\n' "$store" "$store" >"$store/storage.conf"
  stored() {
    CONTAINERS_STORAGE_CONF=$store/storage.conf buildah --log-level error "$@"
  }
  container=$(stored from scratch)
  expects container "container $(stored containers --quiet)"
  image=$(stored commit --quiet --rm "$container")
  expects 'image layer' "image layer ${image:0:12}"
  stored rmi "$image" >/dev/null
  expects_nothing 'reports a leftover, although the container and the image were deleted'
fi
exit "$failures"
