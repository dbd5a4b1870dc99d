#!/usr/bin/env bash
# Sourced by inside.sh: mode task, where slurmstepd stays on the node.
# shellcheck disable=SC2154,SC2016 # jail, release: cluster.sh, inside.sh

part_task() {
  local before
  cluster_conf mode=task mounts=/etc/slurm/jail.mounts version=7
  cluster_mounts '/datasets /datasets bind ro' '/home /home bind suid'
  cluster_start
  lab_in n1 true
  before=$(node_mounts n1)
  task_checks
  equals "mode task: the node's mounts are as before" "$before" node_mounts n1
  cluster_stop
}

task_checks() {
  fails "mode task: a step does not see the node's root" step alice n1 test -e /node-secret
  equals "mode task: a step sees the jail" 7 step alice n1 cat /etc/skiff-jail
  equals "mode task: tasks of a step share /dev/shm" "shared" as alice srun --quiet -w n1 -N1 -n2 --chdir / bash -c '
    if [ $SLURM_PROCID = 0 ]; then echo shared >/dev/shm/rank; else
      for i in $(seq 1200); do [ ! -e /dev/shm/rank ] || break; sleep 0.1; done; cat /dev/shm/rank; fi'
  mkdir -p /home/alice
  batch alice -w n1 -o /home/alice/task.out <<<$'#!/bin/bash\ncat /etc/skiff-jail; srun --quiet --chdir / cat /etc/skiff-jail'
  equals "mode task: a batch script and its step are in the jail and write their output on the node" $'7\n7' cat /home/alice/task.out
  prints "mode task: srun --pty has a terminal" "/dev/pts/|good" on_terminal
  equals "mode task: root in the jail has the default capability bounding set" 00000000a00405fb step root n1 sed -n 's/^CapBnd:\t//p' /proc/self/status
}
