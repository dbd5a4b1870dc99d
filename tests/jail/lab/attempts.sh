#!/usr/bin/env bash
# Sourced by inside.sh: attempts that must fail in the jail. As a control, root also makes each attempt outside the jail, where it must
# succeed. This shows that the attempt does not fail for another reason.
# shellcheck disable=SC2034 # victim, stepd, slurmd: who sources it

# Makes an attempt: attempt WHO NAME COMMAND
# WHO is one or several of user (alice), root (in the jail) and setuid (alice with a setuid root shell of the shared root).
# NAME begins with a verb. The check is "user cannot NAME", or "$mode: user cannot NAME" in a part that sets $mode.
attempt() {
  local who name=$2 command=$3 out status in_mode=${mode:+$mode: }
  status=0
  out=$(set -o pipefail; step root n1 -p plain bash -c "$command" 2>&1 </dev/null | tr -d '\0') || status=$?
  if [ "$status" -ne 0 ]; then
    verdict "${in_mode}outside the jail, root can $name" "it fails outside the jail too, status $status: $out"
  fi
  for who in $1; do
    case $who in
      user) fails "${in_mode}user cannot $name" step alice n1 bash -c "$command" ;;
      root) fails "${in_mode}root cannot $name" step root n1 bash -c "$command" ;;
      setuid) fails "${in_mode}setuid shell cannot $name" step alice n1 rootbash -p -c "$command" ;;
    esac
  done
}

# Starts another user's job. The attempts target its directories, script and processes.
start_victim() {
  as dana sbatch --quiet -w n1 --chdir / -o /dev/null --wrap 'echo secret >/tmp/victim; echo secret >/dev/shm/victim; sleep 600'
  lab_until 20 pgrep -f 'sleep 600' >/dev/null
  victim=$(pgrep -f 'sleep 600' | tail -n 1)
  victim_job=$(lab_in ctl squeue -h -u dana -o %i)
  stepd=$(pgrep -f "slurmstepd: \[$victim_job.batch\]" | head -n 1)
  slurmd=$(pgrep -f 'slurmd -D -N n1' | head -n 1)
}
