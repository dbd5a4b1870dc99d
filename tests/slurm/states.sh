#!/usr/bin/env bash
# Runs as the first program inside a lab: runs a command, and if it fails, records
# processes, nodes, jobs and load in the log directory, to help find the cause.
#   states.sh [COMMAND...]      without a command, it only records the state
set -uo pipefail
status=0
if [ "$#" -gt 0 ]; then
  "$@" || status=$?
  [ "$status" -ne 0 ] || exit 0
fi
mkdir -p /w/log
{
  date
  ps -eo pid,ppid,stat,etimes,wchan:24,args --forest
  controller=$(pgrep -o -x slurmctld) || controller=''
  if [ -n "$controller" ]; then
    for records in nodes jobs partitions; do
      nsenter --target "$controller" --net --uts --mount -- timeout 5 scontrol --all show "$records"
    done
  fi
  cat /proc/loadavg /proc/meminfo /proc/1/mountinfo
} >/w/log/states 2>&1
exit "$status"
