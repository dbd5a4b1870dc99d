#!/usr/bin/env bash
# preStop of a worker pod: drains its node and waits until no job is on it, so that the pod's end ends no job.
#   drain.sh NODE SECONDS      SECONDS: a little less than the pod's grace period
# Never sets the node down, and leaves a drain that someone else set as it is. Always exits 0: kubelet stops the
# container after a hook that failed just the same.
set -uo pipefail
node=$1
limit=$2
max_failures=5
log=$(printenv SKIFF_LOG) || log=/proc/1/fd/2
# shellcheck source-path=SCRIPTDIR source=node.sh
. "$(dirname "$0")/node.sh"

# Prints one line, also where process 1 does: a hook's own output is in no log.
say() {
  printf 'drain: %s\n' "$*" >&2
  { printf 'drain: %s\n' "$*" >"$log"; } 2>/dev/null || true
}

# Drains the node unless it is drained already. Fails when slurmctld does not answer.
drain() {
  local now
  now=$(node_record "$node") || return 1
  now=$(node_field State "$now")
  case $now in
    *DRAIN*) say "node $node is drained already ($now): left as it is" ;;
    # Nothing runs there, and a drain would keep an elastic node from being powered up again.
    *POWERED_DOWN* | *POWERING_DOWN* | *POWERING_UP*)
      say "slurmctld has node $node out of service ($now)"
      exit 0
      ;;
    *) timeout 10 scontrol update nodename="$node" state=drain reason="$own_reason" || return 1 ;;
  esac
}

# Succeeds when slurmctld says that no job is on the node; fails with 1 when one is, with 2 without an answer.
empty() {
  local jobs
  jobs=$(timeout 10 squeue --noheader --nodelist="$node" --format=%A 2>/dev/null) || return 2
  [ -z "$jobs" ]
}

failures=0
until drain; do
  failures=$((failures + 1))
  if [ "$failures" -ge "$max_failures" ]; then
    break
  fi
  sleep 1
done
failures=0
while [ "$SECONDS" -lt "$limit" ]; do
  empty
  case $? in
    0)
      say "node $node is drained and empty after $SECONDS s"
      exit 0
      ;;
    1) failures=0 ;;
    *)
      failures=$((failures + 1))
      if [ "$failures" -ge "$max_failures" ] && ! steps_here; then
        say "slurmctld does not answer, and no step runs here: stopping after $SECONDS s"
        exit 0
      fi
      ;;
  esac
  sleep 1
done
say "jobs are still on node $node after $SECONDS s, the end of the grace period"
exit 0
