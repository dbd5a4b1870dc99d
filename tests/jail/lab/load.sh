#!/usr/bin/env bash
# Sourced by inside.sh: two hundred steps at the same time, then many short steps in parallel, these in both modes. They must leave no mounts
# and no namespaces.
# shellcheck disable=SC2154 # jail: cluster.sh

short_steps=$(cat /w/short-steps)

# Prints the number of mount namespaces.
namespaces() {
  lsns -n -t mnt -o NS | wc -l
}

part_load() {
  local mode mounts1 mounts2 spaces
  mkdir -p /home
  for mode in step task; do
    load_start "$mode"
    [ "$mode" = task ] || steps_at_the_same_time
    equals "$mode: $short_steps short steps run without an error" '' lost_short_steps
    lab_until 30 same_namespaces "$spaces" || true
    equals "$mode: no mount namespace is left over" "$spaces" namespaces
    equals "$mode: no mount is left over on n1" "$mounts1" node_mounts n1
    equals "$mode: no mount is left over on n2" "$mounts2" node_mounts n2
    cluster_stop
  done
}

load_start() {
  cluster_conf mounts=/etc/slurm/jail.mounts version=7 "mode=$1"
  # By default slurmd waits ten seconds for the rest of a message. Two hundred srun on a busy machine need longer.
  conf MessageTimeout 100
  cluster_mounts '/datasets /datasets bind ro' '/home /home bind suid'
  cluster_start
  mounts1=$(node_mounts n1)
  mounts2=$(node_mounts n2)
  spaces=$(namespaces)
}

steps_at_the_same_time() {
  rm -rf /home/alice/load
  patience=300 batch alice -N2 --ntasks-per-node=128 -o /home/alice/load.out <<<$'#!/bin/bash
mkdir /home/alice/load
for i in $(seq 200); do
  srun --quiet --overlap -N1 -n1 --relative $((i % 2)) --chdir / bash -c "
    touch /home/alice/load/begun.$i
    for t in \$(seq 800); do [ \$(ls /home/alice/load | grep -c begun) -ge 200 -o -e /home/alice/load/lost ] && break; sleep 1; done
    [ \$(ls /home/alice/load | grep -c begun) -ge 200 ] && test ! -e /node-secret && test -e /datasets/numbers && touch /home/alice/load/\$(hostname).$i" || touch /home/alice/load/lost &
done
wait'
  equals "$mode: 200 steps ran at the same time, each in the jail" 200 count_load
}

# Runs short steps in parallel: each deletes its files in slurmd's spool while others read there. Prints the messages of steps that failed.
# srun 26.05 may log an error when it ends, although its step succeeded: one of its threads closes a socket on which another accepts
# connections (_attempt_accept, conmgr/watch.c). If a step fails, xargs and so the job fail.
lost_short_steps() {
  rm -f /home/alice/short.out
  patience=600 batch alice -N1 -w n1 --ntasks=80 -o /home/alice/short.out <<<"#!/bin/bash
seq $short_steps | xargs -P 80 -I{} srun --quiet --overlap -N1 -n1 --chdir / true" || echo "the job failed"
  { grep -v 'error: _attempt_accept: .* Error on accept socket: Bad file descriptor$' /home/alice/short.out || true; } | sort | uniq -c | sort -rn | head -n 20
}

# Prints how many steps succeeded, and the messages if one failed.
count_load() {
  find /home/alice/load -name 'n[12].*' | wc -l
  [ ! -e /home/alice/load/lost ] || sort -u /home/alice/load.out | head -n 20
}

same_namespaces() {
  [ "$(namespaces)" = "$1" ]
}
