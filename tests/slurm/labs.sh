#!/usr/bin/env bash
# Sourced by the tests that run labs: starts labs, deletes their files when the test ends, also on a signal, and keeps files of failed labs
# in the directory $SKIFF_LOGS, if that is set.
# shellcheck disable=SC2154 # here: the test

lab_work=$(mktemp -d)
chmod 755 "$lab_work"
declare -A lab_running=()
trap lab_clean EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

# Stops the labs that still run, prints their output so far, and removes everything.
lab_clean() {
  local dir
  trap '' TERM INT
  for dir in "${!lab_running[@]}"; do
    kill "${lab_running[$dir]}" 2>/dev/null || true
  done
  for dir in "${!lab_running[@]}"; do
    lab_finish "$(basename "$dir")" "$dir" || echo "FAIL: $(basename "$dir") was terminated before it finished"
  done
  if declare -F lab_clean_more >/dev/null; then
    lab_clean_more
  fi
  rm -rf "$lab_work"
}

# Creates the directory that is /w inside, with the programs of tests/slurm, and prints its path: lab_folder NAME
lab_folder() {
  mkdir -p "$lab_work/$1/lab"
  cp "$here"/*.sh "$here"/*.awk "$here"/*.txt "$here"/*.conf "$lab_work/$1/lab/"
  # The sidecars of slurmctld's and slurmdbd's pods, the exporter and the stand-in for the API server. All are linked statically, so they run in any root
  # filesystem. Then sshd's program in the login image.
  mkdir -p "$lab_work/$1/bin"
  cp "${SKIFF_SIDECAR:-$here/../../build/skiff-sidecar}" "${SKIFF_FAKE_API:-$here/../../build/runtime/sidecar/fake-api}" \
    "${SKIFF_DATABASE_TLS:-$here/../../build/skiff-database-tls}" "${SKIFF_EXPORTER:-$here/../../build/skiff-exporter}" \
    "$here/../../images/login/authorized-keys" "$lab_work/$1/bin/"
  printf '%s\n' "$lab_work/$1"
}

# Prints a spec with what the release supports in place of RELEASE, AUTH, CGROUP and KEYS: lab_spec RELEASE FILE
lab_spec() {
  local auth=slurm cgroup=disabled keys=''
  case $1 in
    22.05) auth=munge cgroup=v1 ;;
    24.11) ;;
    *) keys=', file: slurm.jwks' ;;
  esac
  sed -e "s/RELEASE/$1/; s/AUTH/$auth/; s/CGROUP/$cgroup/; s/KEYS/$keys/" "$2"
}

# Runs a program that may take long, and sets $said to its output: lab_ask COMMAND...
# The program runs in the background, because a shell defers signals while it waits for a foreground command.
lab_ask() {
  local status=0
  "$@" >"$lab_work/said" &
  lab_running[said]=$!
  wait "$!" || status=$?
  unset 'lab_running[said]'
  said=$(cat "$lab_work/said")
  return "$status"
}

# Starts a lab in the background, with its output in DIR/verdict: lab_begin SECONDS DIR PROGRAM ARGUMENT...
lab_begin() {
  timeout --foreground --kill-after=45 "$1" "${@:3}" >"$2/verdict" 2>&1 </dev/null &
  lab_running[$2]=$!
}

# Waits for a lab, prints its output, and returns its status. If the lab failed, keeps its files: lab_finish NAME DIR
lab_finish() {
  local status=0
  wait "${lab_running[$2]}" || status=$?
  unset 'lab_running[$2]'
  # Of a failed lab, leave out successful checks except the last ones, because readers may see only the beginning of this output.
  awk -v failed="$status" '{ line[NR] = $0 }
    END { for (at = 1; at <= NR; at++) if (failed == 0 || line[at] !~ /^ok / || at > NR - 12) print "  " line[at] }' "$2/verdict"
  if [ "$status" -ne 0 ] && [ -n "${SKIFF_LOGS:-}" ]; then
    mkdir -p "$SKIFF_LOGS/$1"
    # Keep everything except programs: logs, compiled files, changed files, output. Sockets cannot be copied.
    tar --create --directory "$2" --exclude=./{lab,bin,lib,jail,built,recorded} . 2>/dev/null |
      tar --extract --directory "$SKIFF_LOGS/$1" --no-same-owner || true
  fi
  return "$status"
}

# Starts a lab and waits for it: lab_run SECONDS NAME DIR PROGRAM ARGUMENT...
lab_run() {
  lab_begin "$1" "${@:3}"
  lab_finish "$2" "$3"
}

# Runs a lab under several releases at once and ends the test: lab_releases NAME RELEASE...
# The test's function begin_release starts each one, in the directory of `lab_folder RELEASE`.
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
