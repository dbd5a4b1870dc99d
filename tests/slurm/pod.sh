#!/usr/bin/env bash
# First program of a lab pod (see lab.sh): makes what a container has for itself, then becomes the pod's program.
#   pod.sh POD COMMAND...
set -euo pipefail
pod=$1
shift
hostname "$pod"
mount --make-rprivate /
# munged serves the whole lab: its socket is what the pods of a cluster share, each through a munged of its own.
mkdir -p /w/munge
mount -t tmpfs -o mode=755 pod /run
mkdir /run/munge /run/sshd
mount --bind /w/munge /run/munge
mount -t tmpfs -o mode=755 pod /var/spool
mkdir /var/spool/slurmd
mount -t tmpfs -o mode=755 pod /etc/slurm
mount -t tmpfs -o mode=1777 pod /tmp
if [ -d "/w/pods/$pod" ]; then
  # A folder per pod holds what Kubernetes would mount there.
  cp -a "/w/pods/$pod/." /
fi
export POD_NAME=$pod
exec "$@"
