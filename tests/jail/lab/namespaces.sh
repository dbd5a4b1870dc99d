#!/usr/bin/env bash
# Sourced by inside.sh: mode task together with Slurm's own job namespaces, which give each job its own /tmp and /dev/shm.
# shellcheck disable=SC2154,SC2016,SC2034 # jail, release: cluster.sh, inside.sh; lab_cpu: lab.sh

part_namespaces() {
  local before lab_cpu
  lab_cpu=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
  cluster_conf mode=task mounts=/etc/slurm/jail.mounts version=7
  # 25.11 renamed the parameter.
  if [ "$release" = 22.05 ] || [ "$release" = 24.11 ]; then
    conf JobContainerType job_container/tmpfs
  else
    conf NamespaceType namespace/tmpfs
  fi
  # From 23.11 on, Slurm needs Contain to create the namespace before the prolog ends.
  conf PrologFlags Alloc,Contain
  printf 'AutoBasePath=true\nBasePath=/mnt/nvme\n' >/w/conf/job_container.conf
  cluster_mounts '/home /home bind suid'
  sed -i -E 's|^(/tmp\|/dev/shm)([[:space:]]+)(/tmp\|/dev/shm)([[:space:]]+)job|\1\2\3\4bind|' /w/conf/jail.mounts
  cluster_start
  lab_in n1 true
  before=$(node_mounts n1)
  namespace_checks
  equals "namespaces: the node's mounts are as before" "$before" node_mounts n1
  cluster_stop
}

namespace_checks() {
  fails "namespaces: a step does not see the node's root" step alice n1 test -e /node-secret
  equals "namespaces: a step sees the jail" 7 step alice n1 cat /etc/skiff-jail
  lab_in n1 touch /tmp/of-the-node
  fails "namespaces: /tmp is not the node's" step alice n1 test -e /tmp/of-the-node
  mkdir -p /home/alice
  chown alice /home/alice
  batch alice -w n1 -o /home/alice/ns.out <<<$'#!/bin/bash\necho of-the-job >/tmp/x; srun --quiet --chdir / cat /tmp/x; cat /etc/skiff-jail'
  equals "namespaces: a batch script and its step share the job's /tmp and are in the jail" $'of-the-job\n7' cat /home/alice/ns.out
  fails "namespaces: the next job has another /tmp" step alice n1 test -e /tmp/x
  equals "namespaces: nothing of a job is left on the node" "" leftovers
}

# Prints what Slurm's plugin leaves in its directory after the jobs.
leftovers() {
  lab_until 20 eval '[ -z "$(lab_in n1 find /mnt/nvme -mindepth 1 -path "*/[0-9]*" -print -quit)" ]' || lab_in n1 find /mnt/nvme -mindepth 1 -path '*/[0-9]*'
}
