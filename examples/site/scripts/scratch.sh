#!/usr/bin/env bash
# A folder of its own for each job, which goes with it.
set -euo pipefail
folder=/var/tmp/job.$SLURM_JOB_ID
case $SLURM_SCRIPT_CONTEXT in
  prolog_slurmd)
    mkdir -p "$folder"
    chmod 700 "$folder"
    chown "$SLURM_JOB_UID" "$folder"
    ;;
  epilog_slurmd)
    rm -rf "$folder"
    ;;
esac
