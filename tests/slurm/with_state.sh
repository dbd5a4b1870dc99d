#!/usr/bin/env bash
# Restores the files that keep_state saved, then becomes the pod's program: with_state.sh PROGRAM
set -euo pipefail
tar --extract --directory /var/spool/slurmctld </w/state.tar
exec "$@"
