#!/usr/bin/env bash
# enroot's hook for GPUs: gives a container the driver's libraries of the node, where the image wants GPUs. In a jail they lie at
# /usr/local/nvidia, put together for the step; elsewhere enroot's own hook asks nvidia-container-cli for them.
set -euo pipefail
driver=${GPU_DRIVER:-/usr/local/nvidia}

# What the image says, unless the job says otherwise: the last line counts.
from_image() {
  sed -n "s/^$1=//p" "$ENROOT_ENVIRON" | tail -n 1
}

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
    # Without any the image's shell has its own default.
    *) [ -z "$programs" ] || printf 'PATH=%s:%s\n' "$programs" "$driver/bin" >>"$ENROOT_ENVIRON" ;;
  esac
elif command -v nvidia-container-cli >/dev/null; then
  exec "${ENROOT_LIBRARY_PATH%/lib/enroot}/share/enroot/hooks.d/98-nvidia.sh"
else
  echo "gpu hook: this node shows no NVIDIA driver: the container has none" >&2
fi
