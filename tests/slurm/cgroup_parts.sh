#!/usr/bin/env bash
# Sourced by cgroup.sh: jobs, and what they and their control groups say.
# shellcheck disable=SC2154 # lab_log, groups, release: lab.sh, cgroup.sh

# What is shown of a step that failed.
shown() {
  in_controller shown_states
  tail -n 15 "$lab_log"/*.log
}

# Runs a command as alice, or as $user, in a job: job SRUN-ARGUMENT... COMMAND
job() {
  client_run setpriv --reuid "${user:-alice}" --regid "${user:-alice}" --clear-groups srun --immediate=20 "$@"
}
# Succeeds when a job says just that: says TEXT SRUN-ARGUMENT... COMMAND
says() {
  local got
  got=$(job "${@:2}")
  [ "$got" = "$1" ] || { printf '       said: %s\n' "$got" && return 1; }
}
# What opening a GPU's file says, where there is no driver behind it: it is allowed, or the control group forbids it.
open_gpu() {
  # shellcheck disable=SC2016 # the job's shell expands it
  echo 'for gpu in 0 1; do (: </dev/nvidia$gpu) 2>&1 | sed "s/.*: //"; done | sed "s/No such device or address/open/; s/Operation not permitted/closed/" | paste -sd" "'
}
# The limit of who runs it, the lowest of the groups above.
memory_limit() {
  # shellcheck disable=SC2016 # the job's shell expands it
  echo 'at=$(sed s,^0::,, /proc/self/cgroup); while [ "$at" != / ]; do cat "/sys/fs/cgroup$at/memory.max"; at=$(dirname "$at"); done |
    grep -vx max | sort -n | head -n 1'
}
# What becomes of an attempt to lift that of one's own group.
raise_limit() {
  # shellcheck disable=SC2016 # the job's shell expands it
  echo '(echo max >"/sys/fs/cgroup$(sed s,^0::,, /proc/self/cgroup)/memory.max") 2>&1 | sed "s/.*: //"'
}
processes_of() {
  pgrep -u alice -x "$1" >/dev/null
}
no_processes_of() {
  ! processes_of "$1"
}
# Whatever a release calls them: beside slurmd's own two they are all that is in its scope.
job_groups() {
  find "$groups" -mindepth 1 -path '*slurmstepd.scope/*' -type d ! -path '*.scope/system*' ! -path '*.scope/slurmd*'
}
job_groups_are_there() {
  [ -n "$(job_groups)" ]
}
job_groups_are_gone() {
  [ -z "$(job_groups)" ]
}

# How often each slurmd has begun, one a line: a new configuration is read by beginning anew.
slurmd_starts() {
  grep -c 'slurmd started on' "$lab_log/gpu-0.log" "$lab_log/gpu-1.log"
}
# Succeeds when each has begun once more since: both_began_after STARTS
both_began_after() {
  [ -z "$(comm -12 <(sort <<<"$1") <(slurmd_starts | sort))" ]
}

# Lines of the daemons that are no fault, as one regular expression: a job's own doing; before 25.05 slurmd makes that folder after it has
# looked for it, and ends where it is told to read its files anew (start-slurmd.sh).
expected_errors() {
  local lines='oom_kill event in StepId=9\.0'
  case $release in
    24.*)
      lines="$lines|system\.slice/cgroup\.subtree_control|restricted to a subset of cpus"
      lines="$lines|/slurmd/cgroup\.procs' failed: Device or resource busy|Unable to attach slurmd pid"
      lines="$lines|cannot setup the scope for cgroup|Unable to initialize cgroup plugin|slurmd initialization failed"
      ;;
  esac
  printf '%s\n' "$lines"
}
