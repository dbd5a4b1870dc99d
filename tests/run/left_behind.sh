#!/usr/bin/env bash
# Finds leftovers of a test run: mounts, network namespaces, control groups, containers and layers of the image store, and processes.
#   left_behind.sh state            prints what exists now, except processes, one per line: KIND TAB WHAT
#   left_behind.sh since FILE RUN   compares this with an earlier output, and looks for processes of the run. Prints what was left behind,
#                                   and exits with 1 if there is anything
# A process belongs to the run RUN if its environment has SKIFF_RUN=RUN, which test.sh sets. Other things do not tell whose they are. So
# while another run goes on, they are listed, but they do not fail this one.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Prints the processes of all runs, except this process and its ancestors: RUN TAB PID TAB COMMAND
# No process here has SKIFF_RUN in its environment, unless test.sh itself is run by a test.
processes() {
  local folder pid run ours=" "
  pid=$BASHPID
  while [ "$pid" -gt 0 ]; do
    ours="$ours$pid "
    pid=$(awk '/^PPid:/ { print $2 }' "/proc/$pid/status" 2>/dev/null || echo 0)
  done
  for folder in /proc/[0-9]*; do
    pid=${folder#/proc/}
    run=$(tr '\0' '\n' 2>/dev/null <"$folder/environ" | sed -n 's/^SKIFF_RUN=//p;T;q') || continue
    if [ -n "$run" ] && [[ $ours != *" $pid "* ]]; then
      printf '%s\t%s\t%s\n' "$run" "$pid" "$(tr '\0' ' ' <"$folder/cmdline" 2>/dev/null || true)"
    fi
  done
}

# Prints everything else, sorted as `comm` needs it.
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
  } 2>/dev/null | LC_ALL=C sort -u
}

# Prints what buildah lists in an image store, each line after KIND and a tab: listed STORE KIND ARGUMENT...
# buildah fails if another program deletes something that it is about to list. So it is tried again, for at most ten seconds.
listed() {
  local lines tries=0
  until lines=$(CONTAINERS_STORAGE_CONF=$1/storage.conf buildah "${@:3}"); do
    tries=$((tries + 1))
    [ "$tries" -lt 10 ] || return 1
    sleep 1
  done
  [ -z "$lines" ] || awk -v kind="$2" '{ print kind "\t" $0 }' <<<"$lines"
}

# Prints the containers and unused layers in the tests' image store. While a container exists, no layer is ever removed.
containers() {
  local store=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/images
  if [ -e "$store/storage.conf" ] && command -v buildah >/dev/null; then
    listed "$store" container containers --quiet
    listed "$store" 'image layer' images --quiet --filter dangling=true
  fi
}

# Prints what was left behind since the state in FILE: since FILE RUN
since() {
  local running mine others more status=0
  running=$(processes)
  mine=$(awk -F '\t' -v run="$2" '$1 == run { print "left behind: process " $2 " " $3 }' <<<"$running")
  others=$(awk -F '\t' -v run="$2" '$1 != run && $1 != "" { print $1; exit }' <<<"$running")
  more=$(comm -13 "$1" <(state) | awk -F '\t' '{ print $1 " " $2 }')
  if [ -n "$mine" ]; then
    printf '%s\n' "$mine"
    status=1
  fi
  if [ -n "$more" ] && [ -n "$others" ]; then
    awk -v others="$others" '{ print "left behind, or in use by the test run " others ", which is still going on: " $0 }' <<<"$more"
  elif [ -n "$more" ]; then
    awk '{ print "left behind: " $0 }' <<<"$more"
    status=1
  fi
  return "$status"
}

case $#:${1:-} in
  1:state) state ;;
  3:since) since "$2" "$3" ;;
  *)
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$here/left_behind.sh" >&2
    exit 2
    ;;
esac
