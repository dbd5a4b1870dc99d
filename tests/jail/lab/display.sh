#!/usr/bin/env bash
# Sourced by inside.sh: steps with a display (X11), for which Slurm's daemons write files as the user. In mode step with extern=yes, the
# extern step is in the jail, and so are these files. In mode task the extern step is on the node, where only root can write to /tmp. Such a
# job ends before it starts, and nothing else happens.
# shellcheck disable=SC2154,SC2016 # jail: cluster.sh; expanded by the step's shell

part_display() {
  local mode watch
  for mode in step task; do
    cluster_conf mounts=/etc/slurm/jail.mounts version=7 "mode=$mode" extern="$([ "$mode" = step ] && echo yes || echo no)"
    conf PrologFlags Alloc,Contain,X11
    conf ProctrackType proctrack/pgid
    mkdir -p /home
    cluster_mounts '/home /home bind suid'
    cluster_start
    rm -f /home/alice/.Xauthority /w/log/opens /w/log/opens.out
    # srun checks that the display's socket exists.
    lab_in ctl bash -c 'mkdir -p /tmp/.X11-unix && touch /tmp/.X11-unix/X7'
    as alice env HOME=/home/alice xauth -q -f /home/alice/.Xauthority add :7 . 00112233445566778899aabbccddeeff 2>/dev/null
    /w/built/opens "$jail" /w/log/opens >/w/log/opens.out &
    watch=$!
    lab_until 20 grep -qs ready /w/log/opens.out
    if [ "$mode" = step ]; then
      prints "step: a step with a display is in the jail and has the display's cookie" '7|:|00112233445566778899aabbccddeeff' with_display
    else
      : >/w/log/slurmd.n1.log
      fails "task: a step with a display does not start" with_display
      has "task: slurmd's log says that the job is cancelled" /w/log/slurmd.n1.log 'not able to requeue it, cancelling job'
    fi
    kill "$watch"
    wait "$watch" || true
    equals "$mode: for a display, no privileged daemon opens a file of the jail" '' capable_opens
    # Slurm drains a node only after slurmstepd has reported.
    sleep 1
    equals "$mode: a step with a display drains no node" '' lab_in ctl sinfo -h -p main -t drain,down,fail -o %n
    equals "$mode: a step without a display runs" 7 step alice n1 cat /etc/skiff-jail
    cluster_stop
  done
}

with_display() {
  as alice env HOME=/home/alice DISPLAY=:7 srun --quiet --x11 -w n1 -N1 -n1 --chdir / bash -c 'cat /etc/skiff-jail && echo "$DISPLAY" && xauth list'
}
