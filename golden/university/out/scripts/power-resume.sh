#!/usr/bin/env bash
# Slurm's ResumeProgram: slurmctld calls it to start a job on nodes that have no pod.
# - A node of an elastic set: wakes the container sidecar, which creates the pod. The file elastic-sets beside this script lists these sets.
# - A node of a set of fixed size: nothing here can create its pod, so the node is set down at once. Its job is requeued instead of waiting
#   forever, and the node returns to service by itself when its slurmd registers (ReturnToService=2).
#   power-resume.sh HOSTLIST
set -euo pipefail
# slurmctld passes only a minimal environment.
PATH="$PATH:/usr/sbin:/usr/bin:/sbin:/bin"
nodes=$1
log=$(printenv SKIFF_LOG) || log=/proc/1/fd/2
folder=$(printenv SKIFF_POWER) || folder=/run/power
sets=$(dirname "$0")/elastic-sets
# shellcheck source-path=SCRIPTDIR source=node.sh
. "$(dirname "$0")/node.sh"

# Prints one line, also to the stderr of process 1: slurmctld discards the output of its programs. Release 22.05 even closes it.
say() {
  printf 'power-resume: %s\n' "$*" >&2 2>/dev/null || true
  { printf 'power-resume: %s\n' "$*" >"$log"; } 2>/dev/null || true
}

# Sets NODE down if it has not registered since slurmctld requested it. Tries three times.
refuse() {
  local node=$1 tries record
  for ((tries = 0; tries < 3; tries++)); do
    if record=$(node_record "$node"); then
      case $(node_field State "$record") in
        *POWER*) ;;
        *)
          say "$node has registered: nothing to do"
          return 0
          ;;
      esac
      if timeout 10 scontrol update nodename="$node" state=down reason='no pod'; then
        say "$node has no pod: set down, its job is requeued"
        return 0
      fi
    fi
    sleep 1
  done
  say "$node: cannot set it down: slurmctld did not answer or rejected the update in $tries tries"
  return 1
}

# Succeeds if the node belongs to an elastic set.
elastic() {
  [ -e "$sets" ] && grep -qxF "$(printf '%s\n' "$1" | sed 's/-[0-9]*$//')" "$sets"
}

code=0
woken=
for node in $(timeout 10 scontrol show hostnames "$nodes"); do
  if elastic "$node"; then
    [ -n "$woken" ] || touch "$folder/wake" || code=1
    woken=yes
  else
    refuse "$node" || code=1
  fi
done
[ -z "$woken" ] || say "$nodes: pods requested from the sidecar"
exit "$code"
