#!/usr/bin/env bash
# What a run of tests may leave on the machine, and must not: mounts, network namespaces, control groups, containers of the image store, and
# processes that a test has started.
#   left_behind.sh state       prints what there is now, to be compared with later: KIND TAB WHAT
#   left_behind.sh since FILE  prints what there is more than in a state of before; fails when that is something
# A process is a test's when SKIFF_RUN is in its environment; test.sh sets it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The processes that a test has started and that are no part of this program's own line.
processes() {
  local folder pid ours=" "
  pid=$$
  while [ "$pid" -gt 1 ]; do
    ours="$ours$pid "
    pid=$(awk '/^PPid:/ { print $2 }' "/proc/$pid/status" 2>/dev/null || echo 0)
  done
  for folder in /proc/[0-9]*; do
    pid=${folder#/proc/}
    if [[ $ours != *" $pid "* ]] && tr '\0' '\n' 2>/dev/null <"$folder/environ" | grep -q '^SKIFF_RUN=' &&
      [ "$(ps -o ppid= -p "$pid" 2>/dev/null | tr -d ' ')" != "$$" ]; then
      printf 'process\t%s %s\n' "$pid" "$(tr '\0' ' ' <"$folder/cmdline" 2>/dev/null || true)"
    fi
  done
}

# Everything, in an order that `comm` takes.
state() {
  {
    # iproute2 makes a mount of the folder itself, with the first namespace ever.
    awk '$5 != "/run/netns" { print "mount\t" $5 }' /proc/self/mountinfo
    find /run/netns -mindepth 1 -printf 'network namespace\t%f\n' 2>/dev/null || true
    # A kubelet's, a lab's: the tests give all of theirs this name.
    awk '$3 ~ /^cgroup2?$/ { print $2 }' /proc/self/mounts | while IFS= read -r hierarchy; do
      find "$hierarchy" -mindepth 1 -maxdepth 2 -type d -name '*skiff*' -printf 'control group\t%p\n'
    done
    containers
    processes
  } 2>/dev/null | LC_ALL=C sort -u
}

# The containers in the tests' image store: while one is there, no layer is ever removed.
containers() {
  local store=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/images
  if [ -e "$store/storage.conf" ] && command -v buildah >/dev/null; then
    CONTAINERS_STORAGE_CONF=$store/storage.conf buildah containers --quiet | sed 's/^/container\t/'
    CONTAINERS_STORAGE_CONF=$store/storage.conf buildah images --quiet --filter dangling=true | sed 's/^/image layer\t/'
  fi
}

case ${1:-} in
  state) state ;;
  since)
    more=$(comm -13 "$2" <(state))
    if [ -n "$more" ]; then
      awk -F '\t' '{ print "left behind: " $1 " " $2 }' <<<"$more"
      exit 1
    fi
    ;;
  *)
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$here/left_behind.sh" >&2
    exit 2
    ;;
esac
