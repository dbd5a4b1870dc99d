#!/usr/bin/env bash
# Runs the site's programs of one of Slurm's hooks, one after another; the first that fails ends it. Its own name says which: beside
# hook-prolog lie hook-prolog.NN.SECONDS, with the time that each may take, 0 for any. What it is called with each of them gets.
set -euo pipefail
for program in "$0".[0-9]*; do
  # There may be none yet, or no longer: the kubelet exchanges the folder while it is used.
  [ -e "$program" ] || continue
  IFS=. read -r _ number seconds <<<"$(basename "$program")"
  status=0
  if [ "$seconds" -eq 0 ]; then
    "$program" "$@" || status=$?
  else
    timeout --kill-after=5 "$seconds" "$program" "$@" || status=$?
  fi
  if [ "$status" -ne 0 ]; then
    echo "$(basename "$0"): program $number ended with status $status" >&2
    exit "$status"
  fi
done
