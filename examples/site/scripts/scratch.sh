#!/usr/bin/env bash
# Creates a scratch directory for each job, and deletes it when the job ends.
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
