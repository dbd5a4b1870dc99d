#!/usr/bin/env bash
# Sourced by inside.sh: attacks of a job on other jobs and on daemons of the same node.
# shellcheck disable=SC2154 # jail, plugins, slurmd, stepd, victim: cluster.sh, attempts.sh
# shellcheck disable=SC2016 # expanded by the attacker's shell

part_neighbours() {
  local mode
  for mode in step task; do
    neighbours_start "$mode"
    processes
    keys
    memory
    full_disk
    as dana scancel --user=dana
    cluster_stop
  done
}

neighbours_start() {
  cluster_conf mounts=/etc/slurm/jail.mounts version=7 "mode=$1" exempt-partitions=plain
  mkdir -p /home
  cp /w/built/attack /usr/local/bin/
  cluster_mounts '/home /home bind suid'
  cluster_start
  start_victim
  # Sets `own` to the PID of the calling step's own slurmstepd.
  own='own=$(pgrep -f "slurmstepd: \[$SLURM_JOB_ID\.$SLURM_STEP_ID\]" | head -n 1)'
}

processes() {
  attempt 'user setuid' "trace another user's task" "attack trace $victim"
  attempt 'user setuid' "open the memory of another user's task" "attack memory $victim"
  attempt 'user setuid' "see the open files of another user's task" "readlink /proc/$victim/fd/1"
  attempt 'user' "read the environment of another user's task" "head -c 1 /proc/$victim/environ | grep -qa ."
  attempt 'user setuid' "take an open file from another user's task" "attack take-file $victim"
  attempt 'user' "signal another user's task" "kill -0 $victim"
  attempt 'user' "signal another user's slurmstepd" "kill -0 $stepd"
  attempt 'user setuid' "raise the CPU priority of another user's task" "renice -n -5 -p $victim"
  attempt 'user' "signal its own slurmstepd" "$own; kill -0 \$own"
  attempt 'user root setuid' "trace its own slurmstepd" "$own; attack trace \$own"
  attempt 'user root setuid' "open the memory of its own slurmstepd" "$own; attack memory \$own"
  attempt 'user root setuid' "list the root of its own slurmstepd" "$own; ls /proc/\$own/root/"
  attempt 'user root setuid' "enter the mount namespace of its own slurmstepd" "$own; attack join \$own"
  attempt 'user root setuid' "take an open file from its own slurmstepd" "$own; attack take-file \$own"
  equals "$mode: no daemon listens on an abstract socket" '' lab_in n1 awk '$8 ~ /^@/ && $4 == "00010000"' /proc/net/unix
}

# If slurmd has a session keyring, all processes that it starts would inherit it.
keys() {
  if ! /w/built/attack in-keyring true; then
    echo "     left out: keyrings, which this machine does not allow"
    return
  fi
  attempt 'user root setuid' "find a key in slurmd's keyring" 'attack find-key of-the-node'
  equals "$mode: a job has a keyring" 0 step alice n1 bash -c 'attack leave-key of-alice && attack find-key of-alice; echo $?'
  fails "$mode: a job finds no key of another user's job" step dana n1 attack find-key of-alice
  fails "$mode: a job finds no key of an earlier job of its user" step alice n1 attack find-key of-alice
  # If a user owned the keyring, it would count towards the user's limit of 200 keys.
  prints "$mode: the keyring belongs to root and only its possessor has access" 'keyring;0;0;3f000000;' step alice n1 attack describe-keyring
}

memory() {
  step dana n1 attack share 4711
  attempt 'user' "attach to another user's shared memory" 'attack take-shared 4711'
  lab_in n1 ipcrm -M 4711
  step dana n1 bash -c 'echo secret >/dev/shm/of-dana; chmod 666 /dev/shm/of-dana'
  fails "$mode: a job does not see another user's file in /dev/shm" step alice n1 cat /dev/shm/of-dana
}

# A job fills the file system of the job directories. Then other users'
# jobs fail with a message, this job can still end, and no node is drained.
full_disk() {
  local filler
  lab_in n1 bash -c 'mount -t tmpfs -o mode=755,size=2M,nr_inodes=60 small /tmp'
  filler=$(as alice sbatch --parsable -w n1 --chdir / -o /dev/null --wrap 'head -c 9M /dev/zero >/tmp/full; i=0; while mkdir /tmp/$i; do i=$((i + 1)); done; touch /home/alice/filled; sleep 600')
  lab_until 30 test -e /home/alice/filled || true
  : >/w/log/slurmd.n1.log
  as dana srun --quiet -w n1 --chdir / touch /home/dana/ran || true
  as dana sbatch --quiet --wait -w n1 --chdir / -o /dev/null --wrap 'touch /home/dana/ran' || true
  fails "$mode: no job of another user runs while /tmp is full" test -e /home/dana/ran
  has "$mode: slurmd's log says that no space is left" /w/log/slurmd.n1.log 'No space left on device'
  as alice scancel "$filler"
  lab_until 20 nothing_left || true
  equals "$mode: the files in /tmp are removed when the job that filled it ends" '' lab_in n1 find /tmp/.spank_chroot -mindepth 1
  sleep 1
  equals "$mode: a full /tmp drains no node" '' lab_in ctl sinfo -h -p main -t drain,down,fail -o %n
  equals "$mode: another user's step runs after the job that filled /tmp has ended" 7 step dana n1 cat /etc/skiff-jail
  lab_in n1 umount /tmp
  rm -f /home/alice/filled
}

nothing_left() {
  [ -z "$(lab_in n1 find /tmp/.spank_chroot -mindepth 1)" ]
}
