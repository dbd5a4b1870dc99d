#!/usr/bin/env bash
# First process of a worker pod: runs slurmd in the foreground. Undoes the drain that the previous pod of the node set when it stopped
# (drain.sh), and reports the jobs that died with that pod to slurmctld. If slurmd exits by itself, it is restarted in the container, so
# that running steps continue: they would end with the container.
#   start-slurmd.sh NODE SLURMD-ARGUMENTS...
# slurmd is not process 1 itself, because every slurmstepd becomes an orphan and slurmd does not reap orphans. As process 1, it would leave
# one zombie per step until the pod has no process IDs left. Bash reaps them.
set -euo pipefail
node=$1
shift
groups=$(printenv SKIFF_CGROUP) || groups=/sys/fs/cgroup
signalled=
ending=
again=
slurmd=
key_watch=
node_watch=
ssh=
restarts=0
# Set the trap first. The kernel delivers a signal to process 1 only if there is a trap for it. Without it, a pod that is deleted during
# startup would stay for its whole grace period.
trap 'signalled=yes; ending=yes; [ -z "$slurmd" ] || kill -TERM "$slurmd" 2>/dev/null || true' TERM INT
# on-change.sh sends this when slurmd's key has changed. slurmd then restarts in place and reads the key again.
trap 'signalled=yes; [ -z "$slurmd" ] || kill -HUP "$slurmd" 2>/dev/null || true' HUP
# rejoin() and watch-node.sh send this when slurmctld does not know that slurmd runs. slurmd is then started anew, as on a node that has just
# booted. It is killed, because a slurmd that ends may wait forever for a step that slurmctld has forgotten, and that step for slurmd.
trap 'signalled=yes; again=yes; [ -z "$slurmd" ] || kill -KILL "$slurmd" 2>/dev/null || true' USR1
# shellcheck source-path=SCRIPTDIR source=node.sh
. "$(dirname "$0")/node.sh"
# shellcheck source-path=SCRIPTDIR source=limits.sh
. "$(dirname "$0")/limits.sh"

# Prints one line for the pod's log.
say() {
  printf 'start-slurmd: %s\n' "$*" >&2
}

# Slurm's times are in whole seconds. If the pod's container was restarted, wait for the next second before slurmd starts: then every job that
# started in an earlier second belongs to the previous container, and died with its processes. A new pod does not wait: a job would be missed
# only if it started in the second in which this script starts, and its pod was deleted and replaced in that second.
started=$(date +%s)
if [ -e /run/slurmd.before ]; then
  before=$started
  until started=$(date +%s) && [ "$started" -gt "$before" ]; do
    sleep 0.05
  done
fi
touch /run/slurmd.before

set_limits

# GKE's device plugin mounts the GPU driver of the Kubernetes node at /usr/local/nvidia, and leaves it to the container to look there. With
# other runtimes this directory does not exist: they mount the driver where programs look. Makes its libraries known to the loader, for the
# health checks, the jail and jobs, and its programs to PATH.
take_up_driver() {
  local driver programs program
  driver=$(printenv SKIFF_GPU_DRIVER) || driver=/usr/local/nvidia
  programs=$(printenv SKIFF_PROGRAMS) || programs=/usr/local/bin
  [ -d "$driver/lib64" ] || return 0
  # -X: do not make links in the directory, which is read-only and already has them.
  ldconfig -X "$driver/lib64" || say "ldconfig failed: programs may not find the GPU driver in $driver/lib64"
  for program in "$driver"/bin/*; do
    if [ -x "$program" ]; then
      ln -s "$program" "$programs/" 2>/dev/null || true
    fi
  done
}
take_up_driver

# Succeeds if RECORD comes from a registration of a slurmd that started at second SINCE or later: registered RECORD SINCE
registered() {
  local at
  at=$(node_field SlurmdStartTime "$1")
  at=$(date -u -d "$at" +%s 2>/dev/null) || return 1
  [ "$at" -ge "$2" ]
}

# Succeeds if slurmctld has jobs on this node and all of them started before this container did: they died with the previous one. Fails if
# any of them may still run.
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

# Reports a node failure to slurmctld that it has not noticed, because the node came back within seconds. Without this, slurmctld would show
# the dead jobs as running until its next check, half an hour later. The node is drained first, so that no new job starts in between.
report_dead_jobs() {
  timeout 10 scontrol update nodename="$node" state=drain reason="$own_reason" || return 1
  only_dead_jobs || return 0
  timeout 10 scontrol update nodename="$node" state=down reason='skiff: pod was replaced under its jobs' || return 1
  say "the pod of node $node was replaced while jobs ran: slurmctld requeues them"
  timeout 10 scontrol update nodename="$node" state=resume
}

# Undoes the drain of the node, whose state is STATE: undo_drain STATE
# With undrain, slurmctld first waits for an answer of the node to its next ping, up to a second later. With idle, jobs can start at once
# (update_node() in node_mgr.c). That is right for an idle node whose slurmd has just registered; it would be wrong for a node with jobs.
undo_drain() {
  local state=undrain
  case $1 in
    *COMPLETING*) ;;
    IDLE*) state=idle ;;
  esac
  timeout 10 scontrol update nodename="$node" state="$state"
}

# Waits a limited time until slurmctld has accepted the registration. Then returns the node to service if this script or drain.sh took it out
# of service, and leaves it drained for any other reason.
rejoin() {
  local tries record state reason pause=0.1 since=$((started - 1))
  for ((tries = 0; tries < 420; tries++)); do
    sleep "$pause"
    # slurmctld usually knows a new slurmd within a second. Try for about an hour in total, because slurmctld may be down for long.
    [ "$tries" -lt 10 ] || pause=1
    [ "$tries" -lt 60 ] || pause=10
    record=$(node_record "$node") || continue
    registered "$record" "$since" || continue
    state=$(node_field State "$record")
    if is_off "$state"; then
      # slurmctld started a job on the node between the start of slurmd and its registration. It then waits for a later boot, at most for
      # ResumeTimeout, and slurmd does not register again by itself (waiting_for_node_boot() in node_mgr.c).
      say "slurmctld ignored the registration of node $node, because it powered the node up after slurmd had started: slurmd is started anew"
      # The main loop takes at least a second for this.
      since=$(($(date +%s) + 1))
      kill -USR1 "$$"
      continue
    fi
    case $state in
      *DRAIN*)
        reason=$(node_field Reason "$record")
        case $reason in
          "$own_reason"*) ;;
          *)
            say "node $node stays drained for another reason: $reason"
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
    if undo_drain "$state"; then
      say "node $node accepts jobs again"
      return 0
    fi
  done
  say "node $node has not rejoined after $tries tries; if skiff drained it, it stays drained"
}

# Repairs cgroups after a slurmd 24.11 in a pod with cgroup v2 has exited. When that slurmd reads its configuration again, it mistakes its
# own cgroup for the pod's, creates child cgroups in it, cannot re-enter it and exits (cgroup_v2.c, cgroup_p_setup_scope; fixed in 25.05,
# which checks first). A cgroup whose children have controllers accepts no process. So this function moves the processes back to the cgroups
# that slurmd and this script were in, and deletes the child cgroups.
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

# Succeeds if slurmd may be restarted in place: it ran for at least 5 seconds, or steps run here. Allows ten restarts in a row; a slurmd
# that ran for a minute starts a new count.
may_start_again() {
  local ran=$((SECONDS - launched))
  [ "$ran" -lt 60 ] || restarts=0
  restarts=$((restarts + 1))
  [ "$restarts" -le 10 ] && { [ "$ran" -ge 5 ] || steps_here; }
}

# Starts slurmd: launch SLURMD-ARGUMENTS...
launch() {
  # slurmd's stderr repeats its log, except for messages from before it has read its configuration. Keep the last lines, to print them if it
  # fails.
  exec {early}> >(exec tail -n 20 >/run/slurmd.early)
  tail=$!
  launched=$SECONDS
  (
    # This fails once slurmd has created child cgroups with controllers: the top cgroup then accepts no process.
    [ ! -d "$groups/system" ] || { echo 0 >"$groups/cgroup.procs"; } 2>/dev/null || true
    exec slurmd -D "$@"
  ) 2>&"$early" &
  slurmd=$!
  [ -z "$ending" ] || kill -TERM "$slurmd" 2>/dev/null || true
  exec {early}>&-
}

# With cgroup v2, slurmd moves the processes in the pod's top cgroup to the cgroup `system`, and exits if one of them has ended meanwhile.
# Move this script there first, so that slurmd finds no process but itself.
if [ -e "$groups/cgroup.type" ] && mkdir -p "$groups/system" 2>/dev/null; then
  { echo 0 >"$groups/system/cgroup.procs"; } 2>/dev/null || true
fi

# Send slurmd's log file to the pod's log. Each slurmstepd also writes to this file; its stderr goes nowhere.
ln -sfn "/proc/$$/fd/2" /run/slurmd.log

# slurmd looks for configuration files that slurmctld does not send in the same directory as those that it sends.
if [ -v SITE_FILES ]; then
  cache=$(printenv SKIFF_CONF_CACHE) || cache=/var/spool/slurmd/conf-cache
  mkdir -p "$cache"
  for file in "$SITE_FILES"/*; do
    ln -sfn "$file" "$cache/"
  done
fi

# Removes what earlier jobs of this node have left for the DCGM exporter. No job runs before slurmd does, or after it.
clear_gpu_jobs() {
  local program
  program=$(dirname "$0")/gpu-jobs.sh
  [ ! -e "$program" ] || "$program" clear "$node"
}
clear_gpu_jobs

# Create the directories for users' containers, if the cluster runs container images.
if [ -v CONTAINERS ]; then
  "$(dirname "$0")/container-folders.sh"
fi

# The kubelet lets everybody write to an emptyDir, but does not set the sticky bit (empty_dir.go): users could delete each other's files.
if [ -v SHARED_FOLDERS ]; then
  # shellcheck disable=SC2086 # several paths without blanks
  chmod 1777 $SHARED_FOLDERS
fi

# If jobs run in a jail, close what slurmd would do for users outside it.
if [ -v CLOSED ]; then
  # Jobs in the jail find the site's programs at this path. Jobs of exempt users run outside the jail and need the same path there.
  hooks=$(printenv SKIFF_HOOKS) || hooks=/run/skiff/hooks
  mkdir -p "$(dirname "$hooks")"
  ln -sfn "$(dirname "$0")" "$hooks"
  "$(dirname "$0")/close-node.sh"
fi

if [ -n "$ending" ]; then
  say "stopped before slurmd was started"
  exit 143
fi
# Watch the key before the first slurmd reads it, and through restarts of slurmd, so that each change is reported once.
if key=$(printenv SLURM_SACK_KEY || printenv SLURM_SACK_JWKS); then
  "$(dirname "$0")/on-change.sh" "$key" kill -HUP "$$" &
  key_watch=$!
fi
# -b: report the start of the pod as the node's boot time. slurmctld refuses a node that booted before slurmctld powered it up, and a
# container sees the uptime of its host.
launch -b -N "$node" "$@"
rejoin &
rejoin=$!
"$(dirname "$0")/watch-node.sh" "$node" kill -USR1 "$$" &
node_watch=$!
if config=$(printenv SSHD); then
  "$(dirname "$0")/serve-ssh.sh" "$config" &
  ssh=$!
fi

while :; do
  # A trapped signal interrupts wait, which then returns another code: wait again for slurmd's.
  code=0
  wait "$slurmd" || code=$?
  while [ -n "$signalled" ]; do
    signalled=
    code=0
    wait "$slurmd" || code=$?
  done
  if [ -n "$ending" ]; then
    break
  fi
  if [ -z "$again" ]; then
    { [ "$code" -ne 0 ] && may_start_again; } || break
    say "slurmd exited with code $code; restarting it while its steps continue"
  fi
  free_control_groups || true
  sleep 1
  [ -z "$ending" ] || break
  if [ -n "$again" ]; then
    again=
    launch -b -N "$node" "$@"
  else
    launch -N "$node" "$@"
  fi
done
for each in $rejoin $key_watch $node_watch $ssh; do
  kill "$each" 2>/dev/null || true
done
clear_gpu_jobs
if [ "$code" -ne 0 ]; then
  # Wait at most two seconds for tail: a process that slurmd started may keep stderr open.
  for ((tries = 0; tries < 20; tries++)); do
    kill -0 "$tail" 2>/dev/null || break
    sleep 0.1
  done
  cat /run/slurmd.early >&2
fi
say "slurmd exited with code $code"
exit "$code"
