#!/usr/bin/env bash
# Sourced by inside.sh: the volume of the shared root stops answering, goes stale, is full, is read-only, or is replaced by another one.
# shellcheck disable=SC2154,SC2016 # expanded by the job's shell; jail, release, lab_pid: cluster.sh, inside.sh, lab.sh

part_volume() {
  [ -e /dev/fuse ] || mknod /dev/fuse c 10 229
  if ! bindfs --version >/dev/null 2>&1 || ! try_volume; then
    echo "     left out: a volume that stops answering, as this machine has no FUSE"
    return
  fi
  silent_in_prolog
  silent_in_step
  silent_at_end
  stale
  full_and_read_only
  replaced
}

try_volume() {
  mkdir -p /w/volume
  bindfs /w/kept-jail /w/volume && umount /w/volume
}

volume_start() {
  cluster_conf mounts=/etc/slurm/jail.mounts version=7 "$@"
  conf SchedulerParameters batch_sched_delay=0,sched_min_interval=10000,nohold_on_prolog_fail
  conf PrologEpilogTimeout 10
  conf UnkillableStepTimeout 20
  cluster_mounts
  cluster_start
}

# Serves the jail of n1 with bindfs, a FUSE server that can be stopped. The kernel caches nothing of it.
serve() {
  lab_in n1 bash -c 'umount -l /mnt/jail; bindfs -o attr_timeout=0,entry_timeout=0,negative_timeout=0 /w/kept-jail /mnt/jail'
  server=$(pgrep -f 'bindfs -o attr_timeout' | tail -n 1)
}

serve_no_more() {
  kill -CONT "$server" 2>/dev/null || true
  kill -KILL "$server" 2>/dev/null || true
  lab_in n1 bash -c 'umount -l /mnt/jail 2>/dev/null; mount --bind /w/kept-jail /mnt/jail'
  lab_until 20 no_steps || true
  lab_in ctl scontrol update NodeName=n1,n2 State=RESUME 2>/dev/null || true
  lab_until 30 cluster_idle || true
}

# on-failure=requeue: Slurm ends the prolog at PrologEpilogTimeout, drains the node and requeues the job.
silent_in_prolog() {
  local job
  volume_start
  serve
  equals "a volume that answers" 7 step alice n1 cat /etc/skiff-jail
  # A step that had not ended would wait for the volume, and the job would wait for the step's node (silent_at_end).
  lab_until 30 no_steps || true
  kill -STOP "$server"
  job=$(as alice sbatch --parsable --chdir / -w n1 -o /dev/null --wrap 'cat /etc/skiff-jail >/home/alice/ran-late')
  lab_until 60 drained n1 || true
  prints "a silent volume: the node is drained at the prolog's limit" DRAIN lab_in ctl scontrol show node n1
  prints "and the job waits" "PD" lab_in ctl squeue -h -j "$job" -o %t
  # Use `as`, not `step`, because `step` would undo the drain.
  equals "the other node goes on" 7 as alice srun --quiet -w n2 --chdir / cat /etc/skiff-jail
  kill -CONT "$server"
  lab_until 60 ran_late "$job" || true
  equals "when it answers again the job runs" 7 cat "$jail/home/alice/ran-late"
  serve_no_more
  cluster_stop
}

# Slurm delays a requeued job for a while, and may drain the node late.
ran_late() {
  [ ! -s "$jail/home/alice/ran-late" ] || return 0
  undrain
  lab_in ctl scontrol update "JobId=$1" StartTime=now 2>/dev/null || true
  return 1
}

drained() {
  lab_in ctl sinfo -h -n "$1" -p main -o %T | grep -q drain
}

# on-failure=fail: slurmstepd waits for the volume, but slurmd and other nodes do not.
silent_in_step() {
  local waiting
  volume_start on-failure=fail
  serve
  kill -STOP "$server"
  as alice srun --quiet -w n1 --chdir / cat /etc/skiff-jail >/w/late.out 2>&1 &
  waiting=$!
  lab_until 20 pgrep -x slurmstepd >/dev/null || true
  prints "a silent volume under a step: slurmd answers" 'State=' lab_in ctl scontrol show node n1
  equals "and the other node goes on" 7 as alice srun --quiet -w n2 --chdir / cat /etc/skiff-jail
  kill -CONT "$server"
  wait "$waiting" || true
  equals "the step goes on when the volume does" 7 cat /w/late.out
  serve_no_more
  cluster_stop
}

# The same after the tasks have ended. In mode step, slurmstepd's own root is the volume, and slurmstepd reads /proc once more.
silent_at_end() {
  local waiting
  volume_start on-failure=fail
  serve
  step root n1 bash -c "kill -STOP $server" &
  waiting=$!
  lab_until 20 has_state "$server" T || true
  equals "a volume silent at a step's end: the other node goes on" 7 as alice srun --quiet -w n2 --chdir / cat /etc/skiff-jail
  equals "and the job holds its node as long" n1 lab_in ctl squeue -h -w n1 -o %N
  kill -CONT "$server"
  wait "$waiting" || true
  lab_until 20 no_steps || true
  equals "and it ends when the volume answers" '' lab_in ctl squeue -h
  equals "its node runs the next one" 7 step alice n1 cat /etc/skiff-jail
  serve_no_more
  cluster_stop
}

has_state() {
  grep -q "^State:[[:space:]]*$2" "/proc/$1/status"
}

# A volume that has failed for good: each access is an error.
stale() {
  volume_start on-failure=fail
  serve
  kill -KILL "$server"
  lab_until 20 gone "$server" || true
  fails "a stale volume: no step runs" leaks step alice n1 bash -c 'echo node'
  has "and the log says so" /w/log/slurmd.n1.log 'Transport endpoint is not connected'
  serve_no_more
  equals "with the volume back steps run" 7 step alice n1 cat /etc/skiff-jail
  cluster_stop
}

gone() {
  ! kill -0 "$1" 2>/dev/null
}

full_and_read_only() {
  volume_start on-failure=fail
  # A small overlay on the jail that is full.
  lab_in n1 bash -c 'mkdir -p /w/upper && mount -t tmpfs -o size=1M small /w/upper && mkdir /w/upper/up /w/upper/work && umount -l /mnt/jail &&
    mount -t overlay full -o lowerdir=/w/kept-jail,upperdir=/w/upper/up,workdir=/w/upper/work /mnt/jail && ! head -c 2M /dev/zero 2>/dev/null >/mnt/jail/root/fill'
  equals "a full volume: a step runs, with a /tmp of its own" $'7\nmine' step alice n1 bash -c 'cat /etc/skiff-jail; echo mine >/tmp/x; cat /tmp/x'
  fails "and a write to the volume fails" step alice n1 bash -c 'head -c 100k /dev/zero >/home/alice/more'
  lab_in n1 bash -c 'mount -o remount,bind,ro /mnt/jail'
  equals "a read-only volume: a step runs, with a /tmp of its own" $'7\nmine' step alice n1 bash -c 'cat /etc/skiff-jail; echo mine >/tmp/x; cat /tmp/x'
  batch alice -w n1 -o /home/alice/unwritten <<<$'#!/bin/bash\ntrue' || true
  # Slurm drains a node only after slurmstepd has reported.
  sleep 1
  equals "a read-only volume: a batch job whose output can't be written drains no node" '' lab_in ctl sinfo -h -p main -t drain,down,fail -o %n
  lab_in n1 bash -c 'umount -l /mnt/jail; umount -l /w/upper; mount --bind /w/kept-jail /mnt/jail'
  undrain
  cluster_stop
}

# Another volume is mounted in the same place while a job runs. Running steps keep their root. The next steps are checked again.
replaced() {
  local job
  volume_start on-failure=fail
  job=$(as alice sbatch --parsable -w n1 --chdir / -o /home/alice/replaced --wrap 'touch /home/alice/replace-me
    for i in $(seq 600); do [ -e /home/alice/replaced-it ] && break; sleep 0.1; done; cat /etc/skiff-jail; srun --quiet --chdir / cat /etc/skiff-jail')
  lab_until 30 test -e "$jail/home/alice/replace-me" || true
  lab_in n1 bash -c 'mkdir -p /w/other/etc; echo 8 >/w/other/etc/skiff-jail; umount -l /mnt/jail; mount --bind /w/other /mnt/jail'
  touch /w/kept-jail/home/alice/replaced-it
  lab_until 60 nothing_of_alice || as alice scancel "$job"
  equals "a volume replaced under a job: what runs keeps its root, and no step runs in another" 7 grep -v '^srun:\|^slurmstepd:' /w/kept-jail/home/alice/replaced
  has "and the log says so" /w/log/slurmd.n1.log 'has version "8" in /etc/skiff-jail, not "7"'
  lab_in n1 bash -c 'umount -l /mnt/jail; mount --bind /w/kept-jail /mnt/jail'
  rm -f /w/kept-jail/home/alice/{replaced-it,replace-me}
  undrain
  equals "with the right one steps run" 7 step alice n1 cat /etc/skiff-jail
  cluster_stop
}

nothing_of_alice() {
  [ -z "$(lab_in ctl squeue -h --user=alice)" ]
}
