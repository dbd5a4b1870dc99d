#!/usr/bin/env bash
# Waits until the shared root filesystem is populated and has all mount points of this pod.
#   wait-for-jail.sh ROOT VERSION SECONDS DIRECTORY...      SECONDS: the longest wait
# If the time runs out, prints what is missing and exits with 1. The kubelet then restarts the container, and the pod's status shows this.
set -euo pipefail
root=$1
version=$2
seconds=$3
shift 3

# Prints what is missing, or nothing if the root is ready.   missing DIRECTORY...
missing() {
  local found folder
  if [ ! -e "$root/etc/skiff-jail" ]; then
    echo "$root has no /etc/skiff-jail: it is not populated"
    return
  fi
  read -r found <"$root/etc/skiff-jail" || true
  if [ "$found" != "$version" ]; then
    echo "$root has version $found, not $version"
    return
  fi
  for folder in "$@"; do
    if [ ! -d "$root$folder" ]; then
      echo "$root has no directory $folder"
      return
    fi
  done
}

end=$((SECONDS + seconds))
said=
while true; do
  why=$(missing "$@")
  if [ -z "$why" ]; then
    echo "wait-for-jail: $root is populated, version $version" >&2
    exit 0
  fi
  if [ "$why" != "$said" ]; then
    echo "wait-for-jail: $why" >&2
    said=$why
  fi
  if [ "$SECONDS" -ge "$end" ]; then
    echo "wait-for-jail: gave up after $seconds seconds" >&2
    exit 1
  fi
  sleep 2
done
