#!/usr/bin/env bash
# SuspendProgram for node sets of fixed size: their pods are Kubernetes' to take away, so this refuses.
#   power-suspend.sh HOSTLIST
set -euo pipefail
printf 'power-suspend: %s: a node set of fixed size is never powered down, nothing done\n' "$1" |
  tee /proc/1/fd/2 2>/dev/null >&2 || true
