#!/usr/bin/env bash
# Runs as the first process of a lab pod (see lab.sh): sets up the mounts and files that a container has, then becomes the pod's program.
#   pod.sh POD COMMAND...
set -euo pipefail
pod=$1
shift
hostname "$pod"
mount --make-rprivate /
if [ -e "/w/pods/$pod.mounts" ]; then
  # Each line is a volume. Parent directories come first.
  while read -r path mode group; do
    mkdir -p "$path"
    mount -t tmpfs -o "mode=$mode,gid=${group:-0}" pod "$path"
  done <"/w/pods/$pod.mounts"
else
  for path in /run /etc/slurm /tmp; do
    mount -t tmpfs -o mode=755 pod "$path"
  done
  chmod 1777 /tmp
fi
if [ -d "/w/pods/$pod" ]; then
  cp -a --no-preserve=timestamps "/w/pods/$pod/." /
fi
if [ ! -d /run/munge ] && [ -d /w/munge ]; then
  # This is a pod of the lab. Compiled pods have their own munged.
  mkdir /run/munge
  mount --bind /w/munge /run/munge
fi
export POD_NAME=$pod
exec "$@"
