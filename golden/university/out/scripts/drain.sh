#!/usr/bin/env bash
# preStop hook of a worker pod: drains its Slurm node and waits until no job runs on it, so that stopping the pod ends no job.
#   drain.sh NODE SECONDS      SECONDS: the longest wait, a little less than the pod's grace period
# Never sets the node down. If someone else has drained the node, that drain stays as it is. Always exits with 0: the kubelet stops the
# container even if the hook fails.
set -uo pipefail
node=$1
limit=$2
max_failures=5
log=$(printenv SKIFF_LOG) || log=/proc/1/fd/2
# shellcheck source-path=SCRIPTDIR source=node.sh
. "$(dirname "$0")/node.sh"

# Prints one line, also to the stderr of process 1, because the output of a hook is in no log.
say() {
  printf 'drain: %s\n' "$*" >&2
  { printf 'drain: %s\n' "$*" >"$log"; } 2>/dev/null || true
}

# Drains the node unless it is already drained. Fails if slurmctld does not answer.
drain() {
  local now
  now=$(node_record "$node") || return 1
  now=$(node_field State "$now")
  case $now in
    *DRAIN*) say "node $node is already drained ($now): leaving it as it is" ;;
    # No job runs on such a node, and a drain would keep an elastic node from being powered up again.
    *POWERED_DOWN* | *POWERING_DOWN* | *POWERING_UP*)
      say "node $node is out of service ($now): nothing to drain"
      exit 0
      ;;
    *) timeout 10 scontrol update nodename="$node" state=drain reason="$own_reason" || return 1 ;;
  esac
}

# Prints the jobs that slurmctld has on the node, nothing if there are none. Fails if slurmctld does not answer.
jobs_here() {
  timeout 10 squeue --noheader --nodelist="$node" --format=%A 2>/dev/null
}

# Drains the node as soon as slurmctld answers, then waits until the node is empty. Without slurmctld no new job starts, so the pod may stop
# when no step runs here. A restart of slurmctld takes less time than max_failures attempts.
drained=
failures=0
while [ "$SECONDS" -lt "$limit" ]; do
  jobs=unknown
  if [ -n "$drained" ] || drain; then
    drained=yes
    jobs=$(jobs_here) || jobs=unknown
  fi
  case $jobs in
    '')
      say "node $node is drained and empty after $SECONDS s"
      exit 0
      ;;
    unknown)
      failures=$((failures + 1))
      if [ "$failures" -ge "$max_failures" ] && ! steps_here; then
        say "slurmctld does not answer, and no step runs here: stopping after $SECONDS s"
        exit 0
      fi
      ;;
    *) failures=0 ;;
  esac
  sleep 1
done
say "node $node may still have jobs after $SECONDS s, at the end of the grace period"
exit 0
