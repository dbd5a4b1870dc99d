#!/usr/bin/env bash
# Runs the site's programs for one Slurm hook, such as Prolog, one after another. The first program that fails ends the hook with its
# status. The name under which this script is called selects the hook: hook-prolog runs the files hook-prolog.NN.SECONDS beside it, in the
# order of NN. SECONDS is the time limit of a program, 0 for none. Each program gets the arguments of the hook.
set -euo pipefail
for program in "$0".[0-9]*; do
  # The file may not exist: there may be no program, and the kubelet may replace the directory at any time.
  [ -e "$program" ] || continue
  IFS=. read -r _ number seconds <<<"$(basename "$program")"
  status=0
  if [ "$seconds" -eq 0 ]; then
    "$program" "$@" || status=$?
  else
    timeout --kill-after=5 "$seconds" "$program" "$@" || status=$?
  fi
  if [ "$status" -ne 0 ]; then
    echo "$(basename "$0"): program $number exited with status $status" >&2
    exit "$status"
  fi
done
