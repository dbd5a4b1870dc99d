#!/usr/bin/env bash
# Sourced by inside.sh: what users do in a jail, in mode step.
# shellcheck disable=SC2154,SC2016 # jail, plugins: cluster.sh

# Builds a Debian package with one program.
make_package() {
  mkdir -p /w/package/DEBIAN /w/package/usr/bin
  printf '%s\n' 'Package: hello-jail' 'Version: 1' 'Architecture: all' 'Maintainer: x <x@example.com>' 'Description: x' >/w/package/DEBIAN/control
  printf '#!/bin/sh\necho hello from $(hostname)\n' >/w/package/usr/bin/hello-jail
  chmod 755 /w/package/usr/bin/hello-jail
  dpkg-deb --root-owner-group --build /w/package "$jail/root/hello-jail.deb" >/dev/null
}

# Runs two tasks on two nodes and prints their output, sorted.
two_nodes() {
  as alice srun --quiet -N2 -n2 --chdir / "$@" | sort
}

# Prints what a shell of salloc on the first node prints.
interactive() {
  printf 'cat /etc/skiff-jail\nhostname\nexit\n' | lab_in ctl env SHELL=/bin/bash timeout $((60 * lab_patience)) script -qefc \
    "setpriv --reuid alice --regid alice --init-groups salloc --quiet -w n1 --chdir /" /dev/null | tr -d '\r'
}

array_files() {
  batch alice --array=1-8 -o /dev/null <<<$'#!/bin/bash\nmkdir -p /home/alice/array\necho $SLURM_ARRAY_TASK_ID >/home/alice/array/$SLURM_ARRAY_TASK_ID'
  lab_until 30 test -e "$jail/home/alice/array/8" || true
  sort -n "$jail"/home/alice/array/* | paste -sd' '
}

# A batch script that starts a step on the other node.
nested() {
  batch alice -N2 -n2 -o /home/alice/nested.out <<<$'#!/bin/bash\nsrun --quiet -N2 -n2 --chdir / bash -c \'test ! -e /node-secret && hostname\' | sort'
  cat "$jail/home/alice/nested.out"
}

# Two steps of a job share /tmp and /dev/shm on a node. Another job does not see them, and they are deleted with the job.
job_folders() {
  batch alice -w n1 -o /home/alice/tmp.out <<<$'#!/bin/bash
echo mine >/tmp/file; echo mine >/dev/shm/file
srun --quiet --chdir / cat /tmp/file /dev/shm/file
srun --quiet --chdir / stat -c %a%u /tmp
ls -A /tmp /dev/shm >/home/alice/tmp.list'
  cat "$jail/home/alice/tmp.out"
  step alice n1 bash -c 'ls -A /tmp /dev/shm'
  lab_until 20 no_job_folders || lab_in n1 find /tmp/.spank_chroot -mindepth 1
}

no_job_folders() {
  [ -z "$(lab_in n1 bash -c 'find /tmp/.spank_chroot /dev/shm/.spank_chroot -mindepth 1 2>/dev/null')" ]
}

# A signal reaches the batch script and its step.
signalled() {
  local job
  job=$(printf '#!/bin/bash\ntrap "echo caught; exit 0" USR1\ntouch /home/alice/trapped\nwhile :; do sleep 0.1; done\n' >"$jail/home/alice/trap.sh"; chmod 755 "$jail/home/alice/trap.sh"
    as alice sbatch --parsable -w n1 --chdir / -o /home/alice/signal.out --wrap 'exec srun --quiet --chdir / /home/alice/trap.sh')
  lab_until 30 test -e "$jail/home/alice/trapped"
  as alice scancel --signal=USR1 "$job.0"
  # The script's child process gets the signal too, and bash may print this first.
  lab_until 30 grep -q caught "$jail/home/alice/signal.out" && grep -m 1 -o caught "$jail/home/alice/signal.out"
  as alice scancel "$job"
}

# A job that is requeued runs again, in the jail.
requeued() {
  local job
  job=$(as alice sbatch --parsable -w n1 --chdir / --requeue -o /dev/null --wrap 'echo ${SLURM_RESTART_COUNT:-0} >>/home/alice/starts; cat /etc/skiff-jail >>/home/alice/starts; sleep 30')
  lab_until 15 test -e "$jail/home/alice/starts"
  lab_in ctl scontrol requeue "$job"
  # Slurm delays a requeued job for a while. If it started in the same second, 22.05 would mistake it for the killed one.
  sleep 3
  lab_until 150 restarted "$job"
  as alice scancel "$job"
  paste -sd' ' "$jail/home/alice/starts"
}

restarted() {
  lab_in ctl scontrol update "JobId=$1" StartTime=now 2>/dev/null || true
  [ "$(wc -l <"$jail/home/alice/starts")" = 4 ]
}

# Logs in over SSH. The jail is sshd's ChrootDirectory.
logged_in() {
  mkdir -p /run/sshd
  printf '%s\n' 'Port 2222' 'HostKey /w/ssh/host' 'ChrootDirectory /mnt/jail' 'UsePAM no' 'StrictModes no' 'PidFile none' >/w/ssh/config
  mkdir -p "$jail/dev"
  [ -e "$jail/dev/null" ] || mknod -m 666 "$jail/dev/null" c 1 3
  /usr/sbin/sshd -f /w/ssh/config -E /w/log/sshd.log
  # sshd goes into the background before it listens.
  lab_until 20 bash -c 'exec 3<>/dev/tcp/10.77.0.1/2222' 2>/dev/null
  ssh -q -i /w/ssh/user -p 2222 -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null alice@10.77.0.1 \
    'cat /etc/skiff-jail /home/alice/from-job'
}

part_works() {
  local before
  cluster_conf mounts=/etc/slurm/jail.mounts version=7 no-jail-users=dana exempt-partitions=plain
  cluster_mounts '/datasets /datasets bind ro' 'none /scratch tmpfs size=16M,mode=1777'
  conf Prolog /w/lab/outside.sh
  conf Epilog /w/lab/outside.sh
  cluster_start
  make_package
  lab_in n1 true
  before=$(node_mounts n1)
  fails "a step does not see the node's root" step alice n1 test -e /node-secret
  equals "a step sees the jail" 7 step alice n1 cat /etc/skiff-jail
  equals "a step sees a bind mount of the mounts file" numbers step alice n1 cat /datasets/numbers
  equals "not even root can write to a read-only mount" 1 step root n1 bash -c 'echo x 2>/dev/null >/datasets/new; echo $?'
  equals "a step of two tasks runs on both nodes" $'n1\nn2' two_nodes hostname
  equals "the working directory is in the jail" /home/alice as alice srun --quiet -w n1 --chdir /home/alice pwd
  batch alice -w n1 -o /home/alice/batch.out <<<$'#!/bin/bash\ncat /etc/skiff-jail; echo $0'
  equals "sbatch writes its output in the jail" 7 head -n 1 "$jail/home/alice/batch.out"
  fails "sbatch writes no output on the node" test -e /home/alice/batch.out
  equals "a batch script starts steps on two nodes" $'n1\nn2' nested
  prints "srun --pty has a terminal" "/dev/pts/0|good" on_terminal
  prints "salloc gives a shell in the jail" $'7\nn1' interactive
  equals "the tasks of a job array run in the jail" "1 2 3 4 5 6 7 8" array_files
  prints "root installs a package on one node" hello-jail step root n1 dpkg -i /root/hello-jail.deb
  equals "a user can run the package's program on the other node" "hello from n2" step alice n2 hello-jail
  equals "root adds a user on one node" '' step root n1 useradd --uid 1234 eve
  equals "the added user exists on the other node" 1234 step alice n2 id -u eve
  equals "each job has its own /tmp and /dev/shm" $'mine\nmine\n17770\n/dev/shm:\n\n/tmp:' job_folders
  equals "a signal reaches a step" caught signalled
  equals "a requeued job runs again in the jail" "0 7 1 7" requeued
  has "prolog and epilog run on the node" /w/log/outside "epilog node"
  step alice n1 bash -c 'echo job >/home/alice/from-job'
  equals "an SSH login is in the same root" $'7\njob' logged_in
  if [ -e "$plugins/mpi_pmix.so" ]; then
    prints "four ranks on two nodes connect through PMIx" "rank 0 of 4 got 10|rank 3 of 4 got 0" as alice srun --quiet --mpi=pmix -N2 -n4 --chdir / /usr/local/bin/pmix_ring
  else
    echo "     left out: PMIx, which this release's packages lack"
  fi
  prints "a user with permission can leave the jail with --no-jail" node step dana n1 --no-jail cat /node-secret
  equals "--no-jail is refused to other users" '' refused
  equals "a refused user's next step runs in the jail" 7 step alice n1 cat /etc/skiff-jail
  equals "a job of an exempt partition is outside the jail" node step alice n1 -p plain cat /node-secret
  fails "a user cannot claim an exempt partition in the environment" as alice env SLURM_JOB_PARTITION=plain SLURM_JOB_ACCOUNT=plain srun --quiet -w n1 --chdir / --export=ALL,SLURM_JOB_PARTITION=plain cat /node-secret
  equals "the node's mounts are as before" "$before" node_mounts n1
  equals "the plugin leaves no files in the shared root" '' stray
  cluster_stop
}

# Prints the output of a step that may not leave the jail. The status is ignored, because it is 0 in 22.05.
refused() {
  step alice n1 --no-jail echo ran 2>/dev/null || true
}

# Prints files that the plugin could have left in the shared root.
stray() {
  find "$jail" -xdev -newer /w/conf/slurm.conf \( -name '.spank*' -o -name 'put_old*' -o -path "$jail/run/*" -o -path "$jail/proc/*" \
    -o -path "$jail/usr/local/nvidia/*" \) | head -n 5
}
