#!/usr/bin/env bash
# Sourced by inside.sh: other SPANK plugins beside the jail's (programs/starts_jail.cc).

part_plugins() {
  local mode
  for mode in step task; do
    cluster_conf mounts=/etc/slurm/jail.mounts version=7 "mode=$mode"
    echo 'required /w/built/starts_jail.so' >>/w/conf/plugstack.conf
    cluster_mounts
    cluster_start
    equals "$mode: a program that a plugin starts in a task runs in the jail, as the user" $'7 1000\ntask' step alice n1 echo task
    cluster_stop
  done
}
