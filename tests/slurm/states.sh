#!/usr/bin/env bash
# Inside a lab: writes into its log folder what there is when it fails or is ended, for whoever looks for the cause.
set -uo pipefail
{
  date
  ps -eo pid,ppid,stat,etimes,wchan:24,args --forest
  controller=$(pgrep -o -x slurmctld) || controller=''
  if [ -n "$controller" ]; then
    for command in 'show nodes' 'show jobs' 'show partitions'; do
      # shellcheck disable=SC2086 # words
      nsenter --target "$controller" --net --uts --mount -- timeout 5 scontrol --all $command
    done
  fi
  cat /proc/loadavg /proc/meminfo
  cat /proc/1/mountinfo
} >"${1:-/w/log}/states" 2>&1
