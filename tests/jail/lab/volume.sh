#!/usr/bin/env bash
# Sourced by inside.sh: the volume of the shared root stops answering, goes stale, is full, is read-only, or is replaced by another one.
# shellcheck disable=SC2154,SC2016 # expanded by the job's shell; jail, release, lab_pid: cluster.sh, inside.sh, lab.sh

part_volume() {
  [ -e /dev/fuse ] || mknod /dev/fuse c 10 229
  if ! bindfs --version >/dev/null 2>&1 || ! try_volume; then
    echo "     left out: a volume that stops answering, because this machine has no FUSE"
    return
  fi
  hung_in_prolog
  hung_in_step
  hung_at_end
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

# Unmounts the served jail. Waits for the last step first: its slurmstepd, whose root is the volume, still has to report to slurmctld after
# srun has returned. With auth/slurm it needs a socket for that, which it could not reach below a root that has failed.
serve_no_more() {
  kill -CONT "$server" 2>/dev/null || true
  lab_until 20 no_steps || true
  kill -KILL "$server" 2>/dev/null || true
  lab_in n1 bash -c 'umount -l /mnt/jail 2>/dev/null; mount --bind /w/kept-jail /mnt/jail'
  lab_until 20 no_steps || true
  lab_in ctl scontrol update NodeName=n1,n2 State=RESUME 2>/dev/null || true
  lab_until 30 cluster_idle || true
}

# on-failure=requeue: Slurm ends the prolog at PrologEpilogTimeout, drains the node and requeues the job.
hung_in_prolog() {
  local job
  volume_start
  serve
  equals "a step runs while the volume answers" 7 step alice n1 cat /etc/skiff-jail
  # A step that had not ended would wait for the volume, and the job would wait for the step's node (hung_at_end).
  lab_until 30 no_steps || true
  kill -STOP "$server"
  job=$(as alice sbatch --parsable --chdir / -w n1 -o /dev/null --wrap 'cat /etc/skiff-jail >/home/alice/ran-late')
  lab_until 60 drained n1 || true
  prints "hung volume: the node is drained at the prolog's time limit" DRAIN lab_in ctl scontrol show node n1
  # The requeued job is completing until slurmd has said that the prolog's processes are gone.
  lab_until 60 not_completing "$job" || true
  prints "hung volume: the job is pending" "PD" lab_in ctl squeue -h -j "$job" -o %t
  # Use `as`, not `step`, because `step` would undo the drain.
  equals "hung volume: the other node runs a step" 7 as alice srun --quiet -w n2 --chdir / cat /etc/skiff-jail
  kill -CONT "$server"
  # slurmd has revoked the job's credential, and may do so again while the job is completing. It compares whole seconds: if the job started in
  # the second of the revocation, slurmd would mistake it for the killed one, and slurmctld would end it. Slurm itself waits two minutes.
  lab_until 60 not_completing "$job" || true
  sleep 3
  lab_until 60 ran_late "$job" || true
  equals "hung volume: the job runs when the volume answers again" 7 cat "$jail/home/alice/ran-late"
  serve_no_more
  cluster_stop
}

not_completing() {
  ! lab_in ctl scontrol show job "$1" | grep 'JobState=.*COMPLETING' >/dev/null
}

# Slurm delays a requeued job for a while, and may drain the node late.
ran_late() {
  [ ! -s "$jail/home/alice/ran-late" ] || return 0
  undrain
  lab_in ctl scontrol update "JobId=$1" StartTime=now 2>/dev/null || true
  return 1
}

drained() {
  lab_in ctl sinfo -h -n "$1" -p main -o %T | grep drain >/dev/null
}

# on-failure=fail: slurmstepd waits for the volume, but slurmd and other nodes do not.
hung_in_step() {
  local waiting
  volume_start on-failure=fail
  serve
  kill -STOP "$server"
  as alice srun --quiet -w n1 --chdir / cat /etc/skiff-jail >/w/late.out 2>&1 &
  waiting=$!
  lab_until 20 pgrep -x slurmstepd >/dev/null || true
  prints "volume hung while a step starts: slurmctld shows the node" 'State=' lab_in ctl scontrol show node n1
  equals "volume hung while a step starts: the other node runs a step" 7 as alice srun --quiet -w n2 --chdir / cat /etc/skiff-jail
  kill -CONT "$server"
  wait "$waiting" || true
  equals "volume hung while a step starts: the step continues when the volume answers" 7 cat /w/late.out
  serve_no_more
  cluster_stop
}

# The same after the tasks have ended. In mode step, slurmstepd's own root is the volume, and slurmstepd reads /proc once more.
hung_at_end() {
  local waiting
  volume_start on-failure=fail
  serve
  step root n1 bash -c "kill -STOP $server" &
  waiting=$!
  lab_until 20 has_state "$server" T || true
  equals "volume hung while a step ends: the other node runs a step" 7 as alice srun --quiet -w n2 --chdir / cat /etc/skiff-jail
  equals "volume hung while a step ends: the job keeps its node" n1 lab_in ctl squeue -h -w n1 -o %N
  kill -CONT "$server"
  wait "$waiting" || true
  lab_until 20 no_steps || true
  equals "volume hung while a step ends: the job ends when the volume answers" '' lab_in ctl squeue -h
  equals "volume hung while a step ends: its node then runs the next step" 7 step alice n1 cat /etc/skiff-jail
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
  fails "stale volume: no step runs" leaks step alice n1 bash -c 'echo node'
  has "stale volume: slurmd's log has the error" /w/log/slurmd.n1.log 'Transport endpoint is not connected'
  serve_no_more
  equals "stale volume: a step runs after the volume is mounted again" 7 step alice n1 cat /etc/skiff-jail
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
  equals "full volume: a step runs and has its own /tmp" $'7\nmine' step alice n1 bash -c 'cat /etc/skiff-jail; echo mine >/tmp/x; cat /tmp/x'
  fails "full volume: a write to the volume fails" step alice n1 bash -c 'head -c 100k /dev/zero >/home/alice/more'
  lab_in n1 bash -c 'mount -o remount,bind,ro /mnt/jail'
  equals "read-only volume: a step runs and has its own /tmp" $'7\nmine' step alice n1 bash -c 'cat /etc/skiff-jail; echo mine >/tmp/x; cat /tmp/x'
  batch alice -w n1 -o /home/alice/unwritten <<<$'#!/bin/bash\ntrue' || true
  # Slurm drains a node only after slurmstepd has reported.
  sleep 1
  equals "read-only volume: a batch job whose output can't be written drains no node" '' lab_in ctl sinfo -h -p main -t drain,down,fail -o %n
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
  equals "volume replaced during a job: running processes keep their root, and no step runs in the new one" 7 grep -v '^srun:\|^slurmstepd:' /w/kept-jail/home/alice/replaced
  has "volume replaced during a job: slurmd's log says that the version is wrong" /w/log/slurmd.n1.log 'has version "8" in /etc/skiff-jail, not "7"'
  lab_in n1 bash -c 'umount -l /mnt/jail; mount --bind /w/kept-jail /mnt/jail'
  rm -f /w/kept-jail/home/alice/{replaced-it,replace-me}
  undrain
  equals "volume replaced during a job: a step runs after the right volume is mounted again" 7 step alice n1 cat /etc/skiff-jail
  cluster_stop
}

nothing_of_alice() {
  [ -z "$(lab_in ctl squeue -h --user=alice)" ]
}
