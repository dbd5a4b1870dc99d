#!/usr/bin/env bash
# enroot's hook for GPUs: gives a container the node's NVIDIA driver, if the job or the image requests GPUs.
# In a jail, the driver's libraries and programs are in /usr/local/nvidia, where they are collected for each step. Without a jail, enroot's
# own hook adds them with nvidia-container-cli.
set -euo pipefail
driver=${GPU_DRIVER:-/usr/local/nvidia}

# Prints a variable of the container's environment. If it is set more than once, the last line counts.   from_image NAME
from_image() {
  sed -n "s/^$1=//p" "$ENROOT_ENVIRON" | tail -n 1
}

# The job's own value takes precedence over the image's.
devices=${NVIDIA_VISIBLE_DEVICES-$(from_image NVIDIA_VISIBLE_DEVICES)}
case ${devices:-void} in
  void | none) exit 0 ;;
esac
if [ -d "$driver/lib64" ]; then
  printf '%s %s none x-create=dir,rbind,ro,nosuid,nodev,private\n' "$driver" "$driver" >>"$ENROOT_MOUNTS"
  libraries=$(from_image LD_LIBRARY_PATH)
  programs=$(from_image PATH)
  case :$libraries: in
    *":$driver/lib64:"*) ;;
    *) printf 'LD_LIBRARY_PATH=%s%s\n' "$driver/lib64" "${libraries:+:$libraries}" >>"$ENROOT_ENVIRON" ;;
  esac
  case :$programs: in
    *":$driver/bin:"*) ;;
    # If the image sets no PATH, its shell uses a default, which must not be replaced.
    *) [ -z "$programs" ] || printf 'PATH=%s:%s\n' "$programs" "$driver/bin" >>"$ENROOT_ENVIRON" ;;
  esac
elif command -v nvidia-container-cli >/dev/null; then
  exec "${ENROOT_LIBRARY_PATH%/lib/enroot}/share/enroot/hooks.d/98-nvidia.sh"
else
  echo "gpu hook: this node has no NVIDIA driver, so the container gets none" >&2
fi
