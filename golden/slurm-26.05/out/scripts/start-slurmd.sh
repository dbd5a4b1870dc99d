#!/usr/bin/env bash
# First process of a worker pod: runs slurmd in the foreground, takes back the drain that the pod before set when it
# stopped (drain.sh), and reports the jobs that died with it. A slurmd that ends by itself is started again beside its steps, which
# would end with the container.
#   start-slurmd.sh NODE SLURMD-ARGUMENTS...
# slurmd is not the first process itself: every slurmstepd ends as an orphan, and slurmd as process 1 would
# leave a zombie a step until the pod has no process ids left. Bash reaps them.
set -euo pipefail
node=$1
shift
groups=$(printenv SKIFF_CGROUP) || groups=/sys/fs/cgroup
signalled=
ending=
slurmd=
watch=
restarts=0
# First of all: the kernel keeps from process 1 what it has no trap for, and a pod that is deleted while it starts would stay for all of its
# grace period.
trap 'signalled=yes; ending=yes; [ -z "$slurmd" ] || kill -TERM "$slurmd" 2>/dev/null || true' TERM INT
# shellcheck source-path=SCRIPTDIR source=node.sh
. "$(dirname "$0")/node.sh"

# Slurm counts in whole seconds: this one is over before slurmd starts, so that a job that began earlier began in an earlier
# second, and died with the processes of the container before.
before=$(date +%s)
until started=$(date +%s) && [ "$started" -gt "$before" ]; do
  sleep 0.1
done

# Prints one line for the pod's log.
say() {
  printf 'start-slurmd: %s\n' "$*" >&2
}

# Succeeds when RECORD comes from a registration of the slurmd that this script started.
registered() {
  local at
  at=$(node_field SlurmdStartTime "$1")
  at=$(date -u -d "$at" +%s 2>/dev/null) || return 1
  [ "$at" -ge "$((started - 1))" ]
}

# Succeeds when slurmctld has jobs here, and all of them began before this pod did: they ended with the processes of
# the one before. Fails where any may live.
only_dead_jobs() {
  local jobs job at
  jobs=$(TZ=UTC timeout 10 squeue --noheader --nodelist="$node" --states=running,suspended --format=%S) || return 1
  [ -n "$jobs" ] || return 1
  for job in $jobs; do
    at=$(date -u -d "$job" +%s 2>/dev/null) || return 1
    [ "$at" -lt "$started" ] || return 1
  done
  ! steps_here
}

# Tells slurmctld of a node failure that it has not noticed, because the node came back within seconds: it would show
# the dead jobs as running until its next look, half an hour later. Nothing new may start in between.
report_dead_jobs() {
  timeout 10 scontrol update nodename="$node" state=drain reason="$own_reason" || return 1
  only_dead_jobs || return 0
  timeout 10 scontrol update nodename="$node" state=down reason='skiff: pod was replaced under its jobs' || return 1
  say "node $node was replaced under its jobs: slurmctld requeues them"
  timeout 10 scontrol update nodename="$node" state=resume
}

# Waits, a bounded time, for the registration; then takes the node back into service if it is out for a reason of
# ours, and for no other.
rejoin() {
  local tries record reason pause=0.3
  for ((tries = 0; tries < 420; tries++)); do
    sleep "$pause"
    # slurmctld mostly knows a new slurmd within a second; about an hour in all, as it may be long in coming.
    [ "$tries" -lt 5 ] || pause=1
    [ "$tries" -lt 60 ] || pause=10
    record=$(node_record "$node") || continue
    registered "$record" || continue
    case $(node_field State "$record") in
      *DRAIN*)
        reason=$(node_field Reason "$record")
        case $reason in
          "$own_reason"*) ;;
          *)
            say "node $node stays drained, the reason is not ours: $reason"
            return 0
            ;;
        esac
        ;;
      *)
        only_dead_jobs || return 0
        ;;
    esac
    if only_dead_jobs; then
      report_dead_jobs || continue
    fi
    if timeout 10 scontrol update nodename="$node" state=undrain; then
      say "node $node takes jobs again"
      return 0
    fi
  done
  say "node $node: no answer from slurmctld in $tries tries; a drain of ours, if any, stays"
}

# slurmd of 24.11 that reads its files anew in a pod with control groups of version 2 takes its own group for the pod's, makes a parent of
# it, and can't come back into it (cgroup_v2.c, cgroup_p_setup_scope; 25.05 looks first): it ends. A parent takes no process, so such groups
# are made what they were: those that slurmd and this script were in.
free_control_groups() {
  local group each
  for group in "$groups/system" "$groups"/system.slice/*slurmstepd.scope/slurmd; do
    [ -d "$group/system" ] || continue
    tr ' ' '\n' <"$group/cgroup.subtree_control" | while read -r each; do
      echo "-$each" >"$group/cgroup.subtree_control"
    done
    sort -n "$group/system/cgroup.procs" | while read -r each; do
      echo "$each" >"$group/cgroup.procs"
    done
    rmdir "$group/system"
  done
}

# Succeeds where slurmd may be started again in place: it was at work, or steps are here; ten times in a row at most.
may_start_again() {
  local ran=$((SECONDS - launched))
  [ "$ran" -lt 60 ] || restarts=0
  restarts=$((restarts + 1))
  [ "$restarts" -le 10 ] && { [ "$ran" -ge 5 ] || steps_here; }
}

# Starts slurmd, and what has it start again in place, where it reads the key anew: launch SLURMD-ARGUMENTS...
launch() {
  local key
  # slurmd's own standard error says what its log says but for what comes before it has read its configuration: that is kept, for the end.
  exec {early}> >(exec tail -n 20 >/run/slurmd.early)
  tail=$!
  launched=$SECONDS
  (
    # The top group takes none once slurmd has made a parent of it.
    [ ! -d "$groups/system" ] || { echo 0 >"$groups/cgroup.procs"; } 2>/dev/null || true
    exec slurmd -D "$@"
  ) 2>&"$early" &
  slurmd=$!
  [ -z "$ending" ] || kill -TERM "$slurmd" 2>/dev/null || true
  exec {early}>&-
  [ -z "$watch" ] || kill "$watch" 2>/dev/null || true
  if key=$(printenv SLURM_SACK_KEY || printenv SLURM_SACK_JWKS); then
    "$(dirname "$0")/on-change.sh" "$key" kill -HUP "$slurmd" &
    watch=$!
  fi
}

# With control groups of version 2 slurmd moves whom it finds in the pod's top group to `system`, and ends where one of them has gone
# meanwhile. So it finds itself alone.
if [ -e "$groups/cgroup.type" ] && mkdir -p "$groups/system" 2>/dev/null; then
  { echo 0 >"$groups/system/cgroup.procs"; } 2>/dev/null || true
fi

# The pod's log takes slurmd's log file, and with it the lines of each slurmstepd, whose standard error leads nowhere.
ln -sfn "/proc/$$/fd/2" /run/slurmd.log

# What slurmctld does not send is looked for beside what it sends.
if [ -v SITE_FILES ]; then
  cache=$(printenv SKIFF_CONF_CACHE) || cache=/var/spool/slurmd/conf-cache
  mkdir -p "$cache"
  for file in "$SITE_FILES"/*; do
    ln -sfn "$file" "$cache/"
  done
fi

# Folders of users' containers, where the cluster has container images.
if [ -v CONTAINERS ]; then
  "$(dirname "$0")/container-folders.sh"
fi

# What jobs in a jail have no business with.
if [ -v CLOSED ]; then
  # Where jobs in the jail find the site's programs: those of users who are exempt have the same path.
  hooks=$(printenv SKIFF_HOOKS) || hooks=/run/skiff/hooks
  mkdir -p "$(dirname "$hooks")"
  ln -sfn "$(dirname "$0")" "$hooks"
  "$(dirname "$0")/close-node.sh"
fi

if [ -n "$ending" ]; then
  say "ended before slurmd was started"
  exit 143
fi
# -b: the pod's start counts as the node's boot. slurmctld refuses a node that it asked to be powered up and that
# booted before, and the uptime that a container sees is its machine's.
launch -b -N "$node" "$@"
rejoin &
rejoin=$!

while :; do
  # A trapped signal ends wait with a code of its own: wait again for slurmd's.
  code=0
  wait "$slurmd" || code=$?
  while [ -n "$signalled" ]; do
    signalled=
    code=0
    wait "$slurmd" || code=$?
  done
  if [ -n "$ending" ] || [ "$code" -eq 0 ] || ! may_start_again; then
    break
  fi
  say "slurmd ended with code $code and is started again beside its steps"
  free_control_groups || true
  sleep 1
  [ -z "$ending" ] || break
  launch -N "$node" "$@"
done
for each in $rejoin $watch; do
  kill "$each" 2>/dev/null || true
done
if [ "$code" -ne 0 ]; then
  # Something that slurmd started may hold its standard error open.
  for ((tries = 0; tries < 20; tries++)); do
    kill -0 "$tail" 2>/dev/null || break
    sleep 0.1
  done
  cat /run/slurmd.early >&2
fi
say "slurmd ended with code $code"
exit "$code"
