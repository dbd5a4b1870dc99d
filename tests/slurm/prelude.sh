#!/usr/bin/env bash
# Sourced first by the programs that run a compiled output inside a root filesystem (in_root.sh): the functions that they have in common.
# /w/out is the output, /w/release its Slurm release, /w/lab has these scripts.
# shellcheck source-path=SCRIPTDIR
# shellcheck disable=SC2034,SC2154 # of what sources this
. "$here"/lab.sh
. "$here"/overlay.sh
. "$here"/compare.sh
. "$here"/parts.sh
. "$here"/services.sh
. "$here"/static.sh
. "$here"/workload.sh

release=$(cat /w/release)
slurm=/w/out/slurm
failed=0
declared=() started=()

# Starts the lab. /w/lab-out is a copy of the output, for changes that the lab's machine needs.
begin() {
  lab_start
  chmod 1777 "$lab_log"
  cp -r /w/out /w/lab-out
}

# Ends the test because a daemon that everything else needs does not work, and prints the end of its log: give_up NAME POD
give_up() {
  echo "FAIL $1"
  tail -n 15 "$lab_log/$2.log" | sed 's/^/       /'
  exit 1
}
