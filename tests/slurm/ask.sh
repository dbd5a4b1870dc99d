#!/usr/bin/env bash
# Sourced inside a tree by tests that watch nodes: one step after another, and what slurmctld, in the pod `ctl`, says.
# shellcheck disable=SC2154,SC2034 # lab_log: lab.sh; failed, step_log (a file to show the end of): the test

# Reports a step: the command succeeds within so many seconds, or what is the case is shown. step SECONDS NAME COMMAND...
step() {
  local seconds=$1 name=$2 began=$SECONDS
  shift 2
  if lab_until "$seconds" "$@"; then
    echo "ok   $name ($((SECONDS - began)) s)"
  else
    echo "FAIL $name"
    {
      slurm show node n0 | grep -E 'State=|Reason='
      tail -n 6 "$lab_log/n0.log" ${step_log:+"$step_log"}
    } 2>&1 | sed 's/^/       /'
    failed=1
  fi
}

# scontrol in the controller's pod.
slurm() {
  lab_in ctl scontrol "$@"
}

# Succeeds when a node's state has, or with ! has not, this word: state NODE [!] REGEX
state() {
  local node=$1 want=0
  shift
  if [ "$1" = '!' ]; then
    want=1
    shift
  fi
  local has=0
  slurm show node "$node" | grep -E "State=[^ ]*($1)" >/dev/null || has=1
  [ "$has" -eq "$want" ]
}

# Succeeds when a node is drained for a reason that begins so: drained NODE REASON
drained() {
  state "$1" DRAIN && slurm show node "$1" | grep -F "Reason=$2" >/dev/null
}

# Succeeds when a node is idle, without a drain.
idle() {
  state "$1" IDLE && state "$1" ! DRAIN
}

# A field of a job: job ID FIELD
job() {
  slurm show job "$1" 2>/dev/null | grep -oE "(^| )$2=[^ ]*" | head -n 1 | cut -d= -f2
}
job_is() {
  [ "$(job "$1" JobState)" = "$2" ]
}
