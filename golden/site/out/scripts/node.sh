#!/usr/bin/env bash
# Sourced by the scripts beside it: functions that ask slurmctld about a node, and that find job steps in a worker pod.

# The reason of the drain that a pod sets when it stops. The next pod of the same node undoes the drain.
# shellcheck disable=SC2034 # used by those who source this
own_reason='skiff: pod is stopping'

# Prints slurmctld's record of a node; fails if slurmctld does not answer.   node_record NODE
# Does not use --oneliner: on one line, text that users wrote could look like a field.
node_record() {
  local record
  record=$(TZ=UTC timeout 10 scontrol show node "$1" 2>/dev/null) || return 1
  case $record in
    "NodeName=$1 "*) printf '%s\n' "$record" ;;
    *) return 1 ;;
  esac
}

# Prints FIELD of RECORD (State, SlurmdStartTime or Reason), or nothing if the record does not have it.   node_field FIELD RECORD
# A reason ends at the end of its line, any other value at the next space. The first match counts, because Slurm prints its own fields above
# text that users wrote. sed reads the rest too: if it stopped, printf could fail with SIGPIPE, and with pipefail so would the caller.
node_field() {
  local value='\([^ ]*\).*'
  [ "$1" != Reason ] || value='\(.*\)'
  printf '%s\n' "$2" | sed -n "s/^ *\(BootTime=[^ ]* \)\{0,1\}$1=$value/\2/p;T;:rest;n;brest"
}

# Succeeds if slurmctld takes the node for powered down, or waits for its boot: is_off STATE
is_off() {
  case $1 in
    *POWERING_UP* | *POWERED_DOWN*) ;;
    *) return 1 ;;
  esac
}

# Succeeds while a job step runs in this pod. Looks at the pod's processes, so it works without slurmctld.
steps_here() {
  grep -qsx slurmstepd /proc/[0-9]*/comm
}
