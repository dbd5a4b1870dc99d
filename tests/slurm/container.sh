#!/usr/bin/env bash
# First program of a lab pod that is a container in full: its own processes, and a control group of its own, of version 2, of which it sees
# what is below, writable, as a privileged container does on a node with such groups. Run by pod.sh.
#   container.sh POD COMMAND...
set -euo pipefail
case $1 in
  --first)
    # By the container's own first process: one from outside would be a process that it can't see.
    echo 0 >"/sys/fs/cgroup/pods/$2/cgroup.procs"
    exec unshare --cgroup "${BASH_SOURCE[0]}" --inside "${@:3}"
    ;;
  --inside)
    mount -t proc proc /proc
    # Not on top of the machine's: Slurm looks at each mount that it finds.
    umount /sys/fs/cgroup
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
    exec "${@:2}"
    ;;
  *)
    mkdir -p "/sys/fs/cgroup/pods/$1"
    exec unshare --pid --fork --kill-child "${BASH_SOURCE[0]}" --first "$@"
    ;;
esac
