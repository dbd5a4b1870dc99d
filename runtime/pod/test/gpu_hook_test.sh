#!/usr/bin/env bash
# Tests enroot's hook for GPUs (98-gpu.sh): containers that request GPUs get the node's driver, whatever paths their image sets.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
hook=$pod/../containers/98-gpu.sh
export ENROOT_ENVIRON=$lab/environ ENROOT_MOUNTS=$lab/mounts ENROOT_LIBRARY_PATH=$lab/lib/enroot GPU_DRIVER=$lab/nvidia
unset NVIDIA_VISIBLE_DEVICES

# Runs the hook for an image with these lines of environment.
run() {
  printf '%s\n' "$@" >"$ENROOT_ENVIRON"
  : >"$ENROOT_MOUNTS"
  "$hook" >"$lab/out" 2>&1 || bad "exit code $?"
}

new_case "an image that requests no GPUs gets no driver"
mkdir -p "$lab/nvidia/lib64" "$lab/nvidia/bin"
run PATH=/bin
[ ! -s "$ENROOT_MOUNTS" ] || bad "mounted"
run NVIDIA_VISIBLE_DEVICES=void
[ ! -s "$ENROOT_MOUNTS" ] || bad "mounted although the image says void"

new_case "an image that requests GPUs gets the driver and its paths"
run NVIDIA_VISIBLE_DEVICES=all PATH=/bin LD_LIBRARY_PATH=/opt/lib
grep -q "^$lab/nvidia $lab/nvidia none .*ro,nosuid" "$ENROOT_MOUNTS" || bad "not mounted"
grep -qx "LD_LIBRARY_PATH=$lab/nvidia/lib64:/opt/lib" "$ENROOT_ENVIRON" || bad "LD_LIBRARY_PATH"
grep -qx "PATH=/bin:$lab/nvidia/bin" "$ENROOT_ENVIRON" || bad "PATH"

new_case "paths that the image already sets are not repeated, and no PATH is set if the image has none"
run NVIDIA_VISIBLE_DEVICES=all "PATH=/bin:$lab/nvidia/bin" "LD_LIBRARY_PATH=$lab/nvidia/lib64"
[ "$(wc -l <"$ENROOT_ENVIRON")" -eq 3 ] || bad "a path is repeated"
run NVIDIA_VISIBLE_DEVICES=all
grep -qx "LD_LIBRARY_PATH=$lab/nvidia/lib64" "$ENROOT_ENVIRON" || bad "LD_LIBRARY_PATH"
! grep -q ^PATH= "$ENROOT_ENVIRON" || bad "PATH is set, so the shell's default is lost"

new_case "the job's NVIDIA_VISIBLE_DEVICES overrides the image's"
export NVIDIA_VISIBLE_DEVICES=void
run NVIDIA_VISIBLE_DEVICES=all
[ ! -s "$ENROOT_MOUNTS" ] || bad "mounted"
unset NVIDIA_VISIBLE_DEVICES

new_case "without a mounted driver, enroot's own hook runs if its program exists"
rm -rf "$lab/nvidia"
run NVIDIA_VISIBLE_DEVICES=all
says 'has no NVIDIA driver'
fake nvidia-container-cli </dev/null
mkdir -p "$lab/share/enroot/hooks.d"
printf '#!/bin/sh\necho own hook\n' >"$lab/share/enroot/hooks.d/98-nvidia.sh"
chmod 755 "$lab/share/enroot/hooks.d/98-nvidia.sh"
run NVIDIA_VISIBLE_DEVICES=all
says 'own hook'

finish
