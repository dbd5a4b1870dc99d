#!/usr/bin/env bash
# Sourced by the programs beside it: what slurmctld says of a node, and what runs in a worker's pod.

# Of the drain that a pod sets when it stops, and the next one of its node takes back.
# shellcheck disable=SC2034 # used by those who source this
own_reason='skiff: pod is stopping'

# Prints the record of NODE; fails without an answer. Not as one line (--oneliner), in which a text of anybody's looks like fields.
node_record() {
  local record
  record=$(TZ=UTC timeout 10 scontrol show node "$1" 2>/dev/null) || return 1
  case $record in
    "NodeName=$1 "*) printf '%s\n' "$record" ;;
    *) return 1 ;;
  esac
}

# Prints what RECORD has as FIELD: State, SlurmdStartTime or Reason; nothing where it has none. A reason goes on to the end of its line, all
# else to the next blank. The first is taken: Slurm's own words stand above those of people.   node_field FIELD RECORD
node_field() {
  local value='\([^ ]*\).*'
  [ "$1" != Reason ] || value='\(.*\)'
  printf '%s\n' "$2" | sed -n "s/^ *\(BootTime=[^ ]* \)\{0,1\}$1=$value/\2/p;T;q"
}

# Succeeds while a job step runs in this pod, as its processes tell without slurmctld.
steps_here() {
  grep -qsx slurmstepd /proc/[0-9]*/comm
}
