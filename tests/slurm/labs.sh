#!/usr/bin/env bash
# Sourced by the tests that run labs: a folder for them that goes away with the test, also where a signal ends it; and what is kept
# of a lab that failed. $SKIFF_LOGS names the folder that takes that; nothing is kept without it.
# shellcheck disable=SC2154 # here: the test

lab_work=$(mktemp -d)
chmod 755 "$lab_work"
declare -A lab_running=()
trap lab_clean EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

# Ends the labs that still run, says how far each came, and removes everything.
lab_clean() {
  local dir
  trap '' TERM INT
  for dir in "${!lab_running[@]}"; do
    kill "${lab_running[$dir]}" 2>/dev/null || true
  done
  for dir in "${!lab_running[@]}"; do
    lab_finish "$(basename "$dir")" "$dir" || echo "FAIL: $(basename "$dir") was ended from outside"
  done
  if declare -F lab_clean_more >/dev/null; then
    lab_clean_more
  fi
  rm -rf "$lab_work"
}

# Makes the folder that is /w inside, with the programs of tests/slurm in it, and prints its name: lab_folder NAME
lab_folder() {
  mkdir -p "$lab_work/$1/lab"
  cp "$here"/*.sh "$here"/*.awk "$here"/*.txt "$here"/*.conf "$lab_work/$1/lab/"
  # What slurmctld's pod runs beside it, and what stands in for the API server: both are linked whole, for any tree.
  mkdir -p "$lab_work/$1/bin"
  cp "${SKIFF_SIDECAR:-$here/../../build/skiff-sidecar}" "${SKIFF_FAKE_API:-$here/../../build/runtime/sidecar/fake-api}" "$lab_work/$1/bin/"
  printf '%s\n' "$lab_work/$1"
}

# Runs a program that may take long, and has what it prints in $said: lab_ask COMMAND... In the background, as a shell sees to no signal
# while it waits for the foreground.
lab_ask() {
  local status=0
  "$@" >"$lab_work/said" &
  lab_running[said]=$!
  wait "$!" || status=$?
  unset 'lab_running[said]'
  said=$(cat "$lab_work/said")
  return "$status"
}

# Starts a lab in the background, what it says in DIR/verdict: lab_begin SECONDS DIR PROGRAM ARGUMENT...
lab_begin() {
  timeout --foreground --kill-after=45 "$1" "${@:3}" >"$2/verdict" 2>&1 </dev/null &
  lab_running[$2]=$!
}

# Waits for a lab, prints what it said, and keeps what is left of one that failed, whose status it returns: lab_finish NAME DIR
lab_finish() {
  local status=0
  wait "${lab_running[$2]}" || status=$?
  unset 'lab_running[$2]'
  # Whoever reads of a failure may be shown the beginning alone: it is not a hundred checks that held.
  awk -v failed="$status" '{ line[NR] = $0 }
    END { for (at = 1; at <= NR; at++) if (failed == 0 || line[at] !~ /^ok / || at > NR - 12) print "  " line[at] }' "$2/verdict"
  if [ "$status" -ne 0 ] && [ -n "${SKIFF_LOGS:-}" ]; then
    mkdir -p "$SKIFF_LOGS/$1"
    # Logs, what was compiled, how it was changed, what was said: all but programs. Sockets can't be copied.
    tar --create --directory "$2" --exclude=./{lab,bin,lib,jail,built,recorded} . 2>/dev/null |
      tar --extract --directory "$SKIFF_LOGS/$1" --no-same-owner || true
  fi
  return "$status"
}

# Both in one: lab_run SECONDS NAME DIR PROGRAM ARGUMENT...
lab_run() {
  lab_begin "$1" "${@:3}"
  lab_finish "$2" "$3"
}

# Runs a lab under several releases at once and ends the test: each is begun by the test's own begin_release, in a folder lab_folder RELEASE:
# lab_releases NAME RELEASE...
lab_releases() {
  local name=$1 release status failed=0
  shift
  if [ "$(id -u)" -ne 0 ] || ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
    echo "SKIP: slurm $name: this machine does not allow namespaces"
    exit 77
  fi
  need util-linux mount iproute2
  for release in "$@"; do
    begin_release "$release"
  done
  for release in "$@"; do
    status=0
    lab_finish "$name-$release" "$lab_work/$release" || status=$?
    if [ "$status" -eq 0 ]; then
      echo "PASS: slurm $name: Slurm $release"
    else
      echo "FAIL: slurm $name: Slurm $release (status $status)"
      failed=1
    fi
  done
  exit "$failed"
}
