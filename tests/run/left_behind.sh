#!/usr/bin/env bash
# Finds leftovers of a test run: mounts, network namespaces, control groups, containers and layers of the image store, and processes.
#   left_behind.sh state        prints what exists now, one per line: KIND TAB WHAT
#   left_behind.sh since FILE   compares this with an earlier output, prints what was added, and exits with 1 if there is any
# A process belongs to a test if its environment has SKIFF_RUN, which test.sh sets.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Prints the processes that a test has started, except this process, its ancestors and its children.
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

# Prints everything, sorted as `comm` needs it.
state() {
  {
    # iproute2 mounts this directory itself when the first namespace is created.
    awk '$5 != "/run/netns" { print "mount\t" $5 }' /proc/self/mountinfo
    find /run/netns -mindepth 1 -printf 'network namespace\t%f\n' 2>/dev/null || true
    # Control groups of kubelets and labs: the tests have `skiff` in the name of each.
    awk '$3 ~ /^cgroup2?$/ { print $2 }' /proc/self/mounts | while IFS= read -r hierarchy; do
      find "$hierarchy" -mindepth 1 -maxdepth 2 -type d -name '*skiff*' -printf 'control group\t%p\n'
    done
    containers
    processes
  } 2>/dev/null | LC_ALL=C sort -u
}

# Prints the containers and unused layers in the tests' image store. While a container exists, no layer is ever removed.
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
