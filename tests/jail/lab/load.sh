#!/usr/bin/env bash
# Sourced by inside.sh: two hundred steps at a time, and what they leave.
# shellcheck disable=SC2154 # jail: cluster.sh

# Mount namespaces of this machine part: processes end a moment after their step.
namespaces() {
  lsns -n -t mnt -o NS | wc -l
}

part_load() {
  local mounts1 mounts2 spaces
  cluster_conf mounts=/etc/slurm/jail.mounts version=7
  cluster_mounts '/datasets /datasets bind ro'
  cluster_start
  lab_in n1 true
  mounts1=$(node_mounts n1)
  mounts2=$(node_mounts n2)
  spaces=$(namespaces)
  rm -rf "$jail/home/alice/load"
  patience=300 batch alice -N2 --ntasks-per-node=128 -o /home/alice/load.out <<<$'#!/bin/bash
mkdir /home/alice/load
for i in $(seq 200); do
  srun --quiet --overlap -N1 -n1 --relative $((i % 2)) --chdir / bash -c "
    touch /home/alice/load/begun.$i
    for t in \$(seq 800); do [ \$(ls /home/alice/load | grep -c begun) -ge 200 ] && break; sleep 1; done
    [ \$(ls /home/alice/load | grep -c begun) -ge 200 ] && test ! -e /node-secret && test -e /datasets/numbers && touch /home/alice/load/\$(hostname).$i" &
done
wait'
  equals "200 steps ran at the same time, each inside" 200 count_load
  lab_until 30 same_namespaces "$spaces" || true
  equals "no mount namespace stays" "$spaces" namespaces
  equals "no mount of n1 stays" "$mounts1" node_mounts n1
  equals "no mount of n2 stays" "$mounts2" node_mounts n2
  cluster_stop
}

count_load() {
  find "$jail/home/alice/load" -name 'n[12].*' | wc -l
}

same_namespaces() {
  [ "$(namespaces)" = "$1" ]
}
