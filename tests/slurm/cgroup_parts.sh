#!/usr/bin/env bash
# Sourced by cgroup.sh: jobs, and queries about their control groups.
# shellcheck disable=SC2154 # lab_log, groups, release: lab.sh, cgroup.sh

# Prints information about a failed step.
shown() {
  in_controller shown_states
  tail -n 15 "$lab_log"/*.log
}

# Runs a command as alice, or as $user, in a job: job SRUN-ARGUMENT... COMMAND
job() {
  client_run setpriv --reuid "${user:-alice}" --regid "${user:-alice}" --clear-groups srun --immediate=20 "$@"
}
# Succeeds when a job prints exactly this: says TEXT SRUN-ARGUMENT... COMMAND
says() {
  local got
  got=$(job "${@:2}")
  [ "$got" = "$1" ] || { printf '       printed: %s\n' "$got" && return 1; }
}
# Prints a command that opens both GPU device files. There is no driver, so the error message shows whether the control group allows it.
open_gpu() {
  # shellcheck disable=SC2016 # the job's shell expands it
  echo 'for gpu in 0 1; do (: </dev/nvidia$gpu) 2>&1 | sed "s/.*: //"; done | sed "s/No such device or address/open/; s/Operation not permitted/closed/" | paste -sd" "'
}
# Prints a command that shows the memory limit of its own process: the lowest of its control group and those above.
memory_limit() {
  # shellcheck disable=SC2016 # the job's shell expands it
  echo 'at=$(sed s,^0::,, /proc/self/cgroup); while [ "$at" != / ]; do cat "/sys/fs/cgroup$at/memory.max"; at=$(dirname "$at"); done |
    grep -vx max | sort -n | head -n 1'
}
# Prints a command that tries to raise the memory limit of its own control group.
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
# Prints the control groups of jobs. Their names depend on the release,
# but slurmd's scope contains only them and two groups of slurmd itself.
job_groups() {
  find "$groups" -mindepth 1 -path '*slurmstepd.scope/*' -type d ! -path '*.scope/system*' ! -path '*.scope/slurmd*'
}
job_groups_are_there() {
  [ -n "$(job_groups)" ]
}
job_groups_are_gone() {
  [ -z "$(job_groups)" ]
}

# Prints how often each slurmd has started, one per line. slurmd restarts to read a new configuration.
slurmd_starts() {
  grep -c 'slurmd started on' "$lab_log/gpu-0.log" "$lab_log/gpu-1.log"
}
# Succeeds when both have restarted since: both_began_after STARTS
both_began_after() {
  [ -z "$(comm -12 <(sort <<<"$1") <(slurmd_starts | sort))" ]
}

# Prints a regular expression of log lines that are expected: the job that exceeds its memory; connections that end when slurmd restarts at a
# reconfigure; before 25.05, slurmd creates its control group only after it has looked for it, and exits at a reconfigure (start-slurmd.sh).
expected_errors() {
  local lines='oom_kill event in StepId=9\.0|Unexpected missing socket error|slurm_receive_msgs: .*Socket timed out'
  case $release in
    24.*)
      lines="$lines|system\.slice/cgroup\.subtree_control|restricted to a subset of cpus"
      lines="$lines|/slurmd/cgroup\.procs' failed: Device or resource busy|Unable to attach slurmd pid"
      lines="$lines|cannot setup the scope for cgroup|Unable to initialize cgroup plugin|slurmd initialization failed"
      ;;
  esac
  printf '%s\n' "$lines"
}
