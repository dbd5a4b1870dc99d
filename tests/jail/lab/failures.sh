#!/usr/bin/env bash
# Sourced by inside.sh: an error of the jail gives one clear log line, leaves
# nothing mounted, runs no job outside the jail, and does not affect slurmd.
# shellcheck disable=SC2154 # jail, release, lab_pid: cluster.sh, inside.sh, lab.sh

# Tests one failure on n1: failure NAME MESSAGE BREAK MEND
# BREAK and MEND are commands that run inside n1. MESSAGE must be in slurmd's log.
failure() {
  local name=$1 message=$2 before status slurmd=${lab_pid[n1]}
  lab_in n1 bash -c "$3"
  before=$(node_mounts n1)
  # A directory of the node, where a task outside the jail could write.
  install -d -m 1777 /w/outside
  rm -f "$jail/home/alice/ran" /w/outside/ran
  # srun of 22.05 exits with 0 if a step's plugins fail before its tasks start. That nothing ran is checked below.
  provoke "$message" step alice n1 touch /home/alice/ran
  [ "$release" = 22.05 ] || verdict "$name: srun fails" "$([ "$status" -ne 0 ] || echo 'exit status 0')"
  has "$name: slurmd's log has the error of the step" /w/log/slurmd.n1.log "$message"
  provoke "$message" as alice sbatch --quiet -w n1 --chdir / -o /dev/null --wrap 'touch /home/alice/ran /w/outside/ran'
  has "$name: slurmd's log has the error of the batch job" /w/log/slurmd.n1.log "$message"
  fails "$name: no task ran in the jail" test -e "$jail/home/alice/ran"
  fails "$name: no task ran outside the jail" test -e /w/outside/ran
  equals "$name: nothing stays mounted" "$before" node_mounts n1
  lab_in n1 bash -c "$4"
  mend_node
  equals "$name: slurmd continues, and the next step runs" 7 step alice n1 cat /etc/skiff-jail
  kill -0 "$slurmd" || verdict "$name: slurmd is the same process" "it ended"
}

# Runs a command that must fail on n1, until slurmd's log has the message: provoke MESSAGE COMMAND...
# The exit status is in $status. The command may have to run again: Slurm may drain the node some time after the previous job failed, and
# then the command finds no node.
provoke() {
  local message=$1 round
  shift
  for round in 1 2 3; do
    mend_node
    : >/w/log/slurmd.n1.log
    status=0
    "$@" >/dev/null 2>&1 || status=$?
    if lab_until $((round * 8)) grep -qF -- "$message" /w/log/slurmd.n1.log; then
      return 0
    fi
  done
}

# Cancels failed jobs and undoes their drains. Waits for the last step first, because Slurm can drain the node until that has reported.
mend_node() {
  lab_in ctl scancel --user=alice
  lab_until 20 no_steps || true
  lab_in ctl scontrol update NodeName=n1 State=RESUME 2>/dev/null || true
  lab_until 20 cluster_idle || true
}

part_failures() {
  local set
  # With on-failure=fail, the steps find the error.
  for set in 'mode=step on-failure=fail' 'mode=task on-failure=fail'; do
    cluster_conf "mounts=/etc/slurm/jail.mounts version=7 $set"
    cluster_mounts '/datasets /datasets bind ro' '/scratch /scratch bind' 
    mkdir -p /scratch
    cluster_start
    failure "$set, jail not mounted" 'the jail /mnt/jail is not mounted' 'umount -l /mnt/jail' 'mount --bind /w/kept-jail /mnt/jail'
    failure "$set, no marker" 'open /etc/skiff-jail in the jail /mnt/jail: No such file or directory' 'mv /mnt/jail/etc/skiff-jail /mnt/jail/etc/moved' \
      'mv /mnt/jail/etc/moved /mnt/jail/etc/skiff-jail'
    failure "$set, another version" 'has version "8" in /etc/skiff-jail, not "7"' 'echo 8 >/mnt/jail/etc/skiff-jail' 'echo 7 >/mnt/jail/etc/skiff-jail'
    failure "$set, marker writable by other users" 'is writable by users other than root' 'chmod 666 /mnt/jail/etc/skiff-jail' \
      'chmod 644 /mnt/jail/etc/skiff-jail'
    failure "$set, target missing" 'on /datasets (line' 'mv /mnt/jail/datasets /mnt/jail/moved' 'mv /mnt/jail/moved /mnt/jail/datasets'
    failure "$set, target is a link" 'symbolic link' 'mv /mnt/jail/datasets /mnt/jail/moved; ln -s /etc /mnt/jail/datasets' \
      'rm /mnt/jail/datasets; mv /mnt/jail/moved /mnt/jail/datasets'
    failure "$set, target is a file" 'target is not a directory' 'mv /mnt/jail/datasets /mnt/jail/moved; touch /mnt/jail/datasets' \
      'rm /mnt/jail/datasets; mv /mnt/jail/moved /mnt/jail/datasets'
    failure "$set, source missing" 'bind /scratch on /scratch' 'mv /scratch /moved' 'mv /moved /scratch'
    failure "$set, mounts file wrong" 'jail.mounts:' 'cp /etc/slurm/jail.mounts /tmp/kept; echo "/x /y bind foo" >>/etc/slurm/jail.mounts' \
      'cp /tmp/kept /etc/slurm/jail.mounts'
    failure "$set, mounts file writable by other users" 'is writable by users other than root' 'chmod 666 /etc/slurm/jail.mounts' \
      'chmod 644 /etc/slurm/jail.mounts'
    failure "$set, no mounts file" 'open /etc/slurm/jail.mounts' 'mv /etc/slurm/jail.mounts /etc/slurm/moved' \
      'mv /etc/slurm/moved /etc/slurm/jail.mounts'
    cluster_stop
  done
  in_prolog
  bad_arguments
}

# With on-failure=requeue, the prolog finds the error. Slurm itself drains the node once, and the job waits for another node.
in_prolog() {
  local job
  cluster_conf mounts=/etc/slurm/jail.mounts version=7
  conf SchedulerParameters batch_sched_delay=0,sched_min_interval=10000,nohold_on_prolog_fail
  cluster_mounts
  cluster_start
  lab_in n1 bash -c 'umount -l /mnt/jail'
  job=$(as alice sbatch --parsable --chdir / -w n1 -o /dev/null --wrap 'touch /home/alice/ran')
  lab_until 20 node_is drain || true
  prints "requeue: the node is drained with a reason" "DRAIN|Prolog error" lab_in ctl scontrol show node n1
  prints "requeue: the job waits" "PD" lab_in ctl squeue -h -j "$job" -o %t
  as alice scancel "$job"
  lab_in n1 mount --bind /w/kept-jail /mnt/jail
  undrain
  lab_until 20 cluster_idle || true
  equals "requeue: the repaired node runs a step" 7 step alice n1 cat /etc/skiff-jail
  cluster_stop
}

node_is() {
  lab_in ctl sinfo -h -n n1 -p main -o %T | grep "$1" >/dev/null
}

# slurmd does not start with a wrong argument or mounts file, and its log names it.
bad_arguments() {
  local case argument message
  for case in 'rot=/mnt/jail|is not a known argument' 'mode=both|neither step nor task' 'mounts=jail.mounts|is not an absolute path' \
    'root=/mnt/jail|is given twice' 'capabilities=sys_god|unknown capability' 'exempt-users=a/b|with a space' \
    'version=|is empty' 'mounts=/w/bad/bad.mounts|bad.mounts:1: unknown type' 'no-jail|NAME=VALUE'; do
    argument=${case%|*} message=${case#*|}
    cluster_conf "$argument"
    echo '/x /y nosuch' >/w/conf/bad.mounts
    rm -rf /w/bad
    cp -a /w/conf /w/bad
    prints "slurmd refuses the argument $argument" "$message" lab_refuses
  done
}

# Starts slurmd with /w/bad and prints its log. Succeeds if slurmd exits with an error at once.
lab_refuses() {
  local status=0
  mkdir -p /var/spool/slurmd
  timeout $((10 * lab_patience)) slurmd -D -N n1 -f /w/bad/slurm.conf >/w/log/refused.log 2>&1 || status=$?
  cat /w/log/refused.log
  [ "$status" -ne 124 ] && [ "$status" -ne 0 ]
}
