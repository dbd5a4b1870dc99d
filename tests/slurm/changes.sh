#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): delivers one slurm.conf after the other to a slurmctld with its sidecar, while a job runs, and
# compares what happens with the class that `skiff diff` gave. Prints one line per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check
# failed. /w/out is the output that is changed, /w/changed/NUMBER are the changed ones, /w/cases says what is expected (changes_test.sh).
#   reconfigure  slurmctld takes up the change without a new pod, and the job continues
#   loses-data   the job of the removed partition ends; the other one continues
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh

# What the lab's machine needs in each slurm.conf.
fit() {
  overlay_cgroup "$1" "$release"
  overlay_hardware "$1"
}

# Delivers the slurm.conf of a change.
deliver() {
  lab_put "$controller" "/w/changed-here/$1/slurm.conf" /etc/slurm/slurm.conf
}

# True if `scontrol show SHOW` has a line with TEXT: shows SHOW TEXT
shows() {
  local words
  read -ra words <<<"$1"
  lab_in "$controller" scontrol show "${words[@]}" 2>/dev/null | grep -E -- "$2" >/dev/null
}

# True if the job runs, and was never requeued.
# shellcheck disable=SC2317 # lab_until calls it
runs() {
  lab_in "$controller" scontrol show job "$1" -o 2>/dev/null | grep 'JobState=RUNNING .*Restarts=0 ' >/dev/null
}

# True if the jobs of both partitions run.
# shellcheck disable=SC2317 # lab_until calls it
both_run() {
  runs "$kept" && runs "$lost"
}

# True if the job neither runs nor waits.
# shellcheck disable=SC2317 # lab_until calls it
ended() {
  ! lab_in "$controller" squeue --noheader --states=all --job="$1" --format=%T 2>/dev/null | grep -E 'RUNNING|PENDING' >/dev/null
}

# What a failed step prints.
shown() {
  lab_in "$controller" scontrol show job -o
  tail -n 5 "$lab_log/$controller.log"
}

submit() {
  lab_in "$controller" sbatch --parsable --partition="$1" --mem=1M --output=/dev/null --wrap 'sleep 3000'
}

begin
LAB_NODES=1 name_pods
make_secrets
fit /w/lab-out/slurm
mkdir /w/changed-here
for one in /w/changed/*; do
  cp -r "$one/slurm" "/w/changed-here/$(basename "$one")"
  fit "/w/changed-here/$(basename "$one")"
done
output=/w/lab-out
start_slurmctld "slurmctld starts"
start_nodes
worker=${started[0]}
step 60 "a worker registers" shows "node $worker -o" ' State=IDLE\+CLOUD '
kept=$(submit main)
lost=$(submit spare)
step 30 "jobs run in both partitions" both_run

while IFS=$'\t' read -r number class show text what; do
  case $class in
    reconfigure)
      if shows "$show" "$text"; then
        verdict "$what" "it was in effect before the change"
        continue
      fi
      deliver "$number"
      step 60 "$class: $what" shows "$show" "$text"
      step 30 "$class: $what: the jobs continue" both_run
      ;;
    loses-data)
      deliver "$number"
      step 60 "$class: $what: its job ends" ended "$lost"
      step 30 "$class: $what: the other job continues" runs "$kept"
      lost=$kept
      ;;
    *)
      verdict "$what" "skiff diff says $class, which this test does not judge"
      ;;
  esac
done </w/cases
exit "$failed"
