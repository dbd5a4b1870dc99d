#!/usr/bin/env bash
# Sourced by inside.sh: an attempt that has to fail. So that none fails for a reason of its own, each is also made outside the jail by root, where it must
# succeed: its control.
# shellcheck disable=SC2034 # victim, stepd, slurmd: who sources it

# attempt WHO NAME COMMAND: WHO is user (alice), root (in the jail), setuid (alice with a root shell that she found), or several.
attempt() {
  local who name=$2 command=$3 out status
  status=0
  out=$(set -o pipefail; step root n1 -p plain bash -c "$command" 2>&1 </dev/null | tr -d '\0') || status=$?
  if [ "$status" -ne 0 ]; then
    verdict "control of: $name" "it fails outside the jail too, status $status: $out"
  fi
  for who in $1; do
    case $who in
      user) fails "$who: $name" step alice n1 bash -c "$command" ;;
      root) fails "$who: $name" step root n1 bash -c "$command" ;;
      setuid) fails "$who: $name" step alice n1 rootbash -p -c "$command" ;;
    esac
  done
}

# Another user's job, whose folders, script and processes are the prize.
start_victim() {
  as dana sbatch --quiet -w n1 --chdir / -o /dev/null --wrap 'echo secret >/tmp/victim; echo secret >/dev/shm/victim; sleep 600'
  lab_until 20 pgrep -f 'sleep 600' >/dev/null
  victim=$(pgrep -f 'sleep 600' | tail -n 1)
  victim_job=$(lab_in ctl squeue -h -u dana -o %i)
  stepd=$(pgrep -f "slurmstepd: \[$victim_job.batch\]" | head -n 1)
  slurmd=$(pgrep -f 'slurmd -D -N n1' | head -n 1)
}
