#!/usr/bin/env bash
# Runs a lab pod as a complete container, with its own PID namespace and its own control group. As a privileged container on a node with
# cgroup v2, it sees only what is below its own group, and can write there. pod.sh runs this script.
#   container.sh POD COMMAND...      with READ_ONLY_GROUPS=yes, it cannot write there, as in a container that is not privileged
set -euo pipefail
case $1 in
  --first)
    # The container's first process must enter the group itself. A process
    # from outside would be in the group, but invisible in the container.
    echo 0 >"/sys/fs/cgroup/pods/$2/cgroup.procs"
    exec unshare --cgroup "${BASH_SOURCE[0]}" --inside "${@:3}"
    ;;
  --inside)
    mount -t proc proc /proc
    # Unmount the machine's file system instead of mounting over it, because Slurm examines each mount that it finds.
    umount /sys/fs/cgroup
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
    [ -z "${READ_ONLY_GROUPS:-}" ] || mount -o remount,bind,ro /sys/fs/cgroup
    exec "${@:2}"
    ;;
  *)
    mkdir -p "/sys/fs/cgroup/pods/$1"
    exec unshare --pid --fork --kill-child "${BASH_SOURCE[0]}" --first "$@"
    ;;
esac
