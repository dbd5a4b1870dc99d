#!/usr/bin/env bash
# Sourced by inside.sh: what users do in a jail, in mode step.

part_works() {
  cluster_conf mounts=/etc/slurm/jail.mounts version=7
  cluster_mounts '/datasets /datasets bind ro'
  cluster_start
  local before
  before=$(node_mounts n1)
  fails "a step does not see the node's root" step alice n1 test -e /node-secret
  equals "a step sees the jail" 7 step alice n1 cat /etc/skiff-jail
  equals "the mount of the spec is there" numbers step alice n1 cat /datasets/numbers
  equals "both nodes run a step of two tasks" $'n1\nn2' bash -c "$(declare -f as lab_in); $(declare -p lab_pid); as alice srun -N2 -n2 --chdir / hostname | sort"
  equals "the node's mounts are as before" "$before" node_mounts n1
  cluster_stop
}
