#!/usr/bin/env bash
# Sourced by inside.sh: ways out of the jail that Slurm itself could open, because its daemons start programs, load libraries and write
# files for a user. All except the last one run in both modes. Most end with a check that no node is drained, because no user may drain one.
# shellcheck disable=SC2154,SC2016 # jail, release, plugins, lab_pid: cluster.sh, inside.sh, lab.sh; expanded by the step's shell

part_holds() {
  local mode
  for mode in step task; do
    holds_start "$mode"
    daemons_load_nothing
    other_processes
    no_jail
    user_env
    broadcasts
    job_folders_are_ours
    later_mounts
    typo_in_mounts
    cluster_stop
  done
  links_of_users
}

holds_start() {
  mode=$1
  local extern=yes
  [ "$mode" = step ] || extern=no
  cluster_conf mounts=/etc/slurm/jail.mounts version=7 on-failure=fail "mode=$mode" "extern=$extern" no-jail-users=dana
  conf PrologFlags Alloc,Contain
  mkdir -p /home /later "$jail/later"
  cluster_mounts '/datasets /datasets bind ro' '/later /later bind rec,slave,suid,dev' '/home /home bind suid'
  cluster_start
}

# Checks that no node is drained or down: idle_after NAME
idle_after() {
  lab_until 20 no_steps || true
  # Slurm drains a node only after slurmstepd has reported.
  sleep 1
  equals "$mode: $1: no node is drained" '' lab_in ctl sinfo -h -p main -t drain,down,fail -o %n
  undrain
}

# The kernel reports each file of the jail that a daemon opens (programs/opens.cc), while steps of every kind run.
daemons_load_nothing() {
  local watch
  rm -f /w/log/opens /w/log/opens.out
  /w/built/opens "$jail" /w/log/opens >/w/log/opens.out &
  watch=$!
  lab_until 20 grep -qs ready /w/log/opens.out
  equals "$mode: a step runs while opens are recorded" 7 step alice n1 cat /etc/skiff-jail
  equals "$mode: a step of root runs while opens are recorded" 7 step root n1 cat /etc/skiff-jail
  batch alice -w n1 -o /home/alice/watched.out <<<$'#!/bin/bash\nsrun --quiet --chdir / hostname'
  equals "$mode: a batch script runs while opens are recorded" n1 cat /home/alice/watched.out
  prints "$mode: a step has a terminal while opens are recorded" good on_terminal
  prints "$mode: salloc gives a shell while opens are recorded" n1 watched_shell
  if [ -e "$plugins/mpi_pmix.so" ]; then
    prints "$mode: PMIx works while opens are recorded" "rank 0 of 2 got 10" as alice srun --quiet --mpi=pmix -N2 -n2 --chdir / /usr/local/bin/pmix_ring
  fi
  kill "$watch"
  wait "$watch" || true
  has "$mode: the record shows that a daemon opened the marker" /w/log/opens "$jail/etc/skiff-jail"
  # Only the marker is opened with more capabilities than the jail gives. It must belong to root.
  equals "$mode: no privileged daemon opens a file of the jail" '' capable_opens
}

watched_shell() {
  printf 'hostname\nexit\n' | lab_in ctl env SHELL=/bin/bash timeout $((60 * lab_patience)) script -qefc \
    "setpriv --reuid alice --regid alice --init-groups salloc --quiet -w n1 --chdir /" /dev/null
}

# Programs of a user that are not tasks, such as --task-epilog. In mode step they run in the jail, with the restrictions of a task. In mode
# task they do not run at all.
other_processes() {
  rm -f /home/alice/other
  printf '#!/bin/bash\n{ cat /etc/skiff-jail; sed -n "s/^CapBnd:\\t//p" /proc/self/status; ls /var/spool/slurmd | grep -v "_$SLURM_JOB_ID[.]" | grep -v "^job"
    ls /node-secret; touch /sys/fs/cgroup/x; } >/home/alice/other 2>/dev/null\n' >/home/alice/epilog
  chmod 755 /home/alice/epilog
  step alice n1 --task-epilog=/home/alice/epilog true 2>/dev/null || true
  if [ "$mode" = step ]; then
    equals "step: --task-epilog runs in the jail with a task's restrictions" $'7\n00000000a00405fb' cat /home/alice/other
  else
    fails "task: --task-epilog does not run" test -e /home/alice/other
  fi
  # The kernel honours the setuid bit of a script's interpreter.
  rm -f /home/alice/other
  printf '#!/usr/local/bin/rootbash -p\n{ echo $EUID; sed -n "s/^CapEff:\\t//p" /proc/self/status; ls /node-secret; } >/home/alice/other 2>/dev/null\n' >/home/alice/epilog
  step alice n1 --task-epilog=/home/alice/epilog true 2>/dev/null || true
  if [ "$mode" = step ]; then
    equals "step: a setuid program in --task-epilog gets only the jail's capabilities" $'0\n00000000a00405fb' cat /home/alice/other
  else
    fails "task: a setuid program in --task-epilog does not run" test -e /home/alice/other
  fi
  rm -f /home/alice/other
  idle_after "--task-epilog"
}

# --no-jail, by a user who may use it and by one who may not. The second user
# also tries it with a forged configuration of the client, which allows it.
no_jail() {
  rm -rf /w/own
  cp -r /w/conf /w/own
  rm -f /w/own/slurm.key
  sed -i 's/no-jail-users=dana/no-jail-users=alice/' /w/own/plugstack.conf
  chmod -R a+rX /w/own
  equals "$mode: a user with permission can use --no-jail" node step dana n1 --no-jail cat /node-secret
  provokes "$mode: srun refuses --no-jail to other users" "may not use --no-jail" as alice srun --quiet -w n1 --chdir / --no-jail true
  provokes "$mode: sbatch refuses --no-jail to other users" "may not use --no-jail" as alice sbatch --chdir / --no-jail --wrap true
  rm -f /home/alice/ran
  fails "$mode: a forged client's step does not run" leaks as alice env SLURM_CONF=/w/own/slurm.conf srun --quiet -w n1 --chdir / --no-jail cat /node-secret
  idle_after "--no-jail by a forged srun"
  as alice env SLURM_CONF=/w/own/slurm.conf sbatch --quiet --wait --no-jail --array=1-4 -c 200 --chdir / -o /dev/null --wrap 'touch /home/alice/ran' >/dev/null 2>&1 || true
  fails "$mode: a forged client's batch job does not run" test -e /home/alice/ran
  idle_after "--no-jail by a forged sbatch"
}

# Checks that a command fails and prints this text: provokes NAME TEXT COMMAND...
provokes() {
  local name=$1 text=$2 out status=0
  shift 2
  out=$("$@" 2>&1 </dev/null) || status=$?
  if [ "$status" -eq 0 ] || ! grep -qF -- "$text" <<<"$out"; then
    verdict "$name" "status $status: $out"
  else
    verdict "$name" ''
  fi
}

# If a job asks for its user's environment, slurmd runs `su - USER` on the node.
user_env() {
  echo 'touch /tmp/of-the-profile /home/alice/of-the-profile' >/home/alice/.bash_profile
  rm -f /home/alice/of-the-profile
  printf '#!/bin/bash\n#SBATCH --get-user-env\ncat /etc/skiff-jail; echo $HOME\n' >/w/user-env.sh
  chmod 644 /w/user-env.sh
  provokes "$mode: --get-user-env is refused" "--get-user-env is not allowed" as alice sbatch --chdir / --get-user-env --wrap true
  provokes "$mode: --get-user-env in the environment is refused" "--get-user-env is not allowed" as alice env SBATCH_GET_USER_ENV=1 sbatch --chdir / --wrap true
  provokes "$mode: --get-user-env in a script is refused" "--get-user-env is not allowed" as alice sbatch --chdir / /w/user-env.sh
  # Requests that the plugin does not see in sbatch: a script from a pipe, --export=NONE, and the variable that sbatch itself would set.
  asks_unseen "through a pipe" '' "sbatch --quiet --wait -w n1 --chdir / -o /home/alice/unseen </w/user-env.sh"
  asks_unseen "through --export=NONE" '' "sbatch --quiet --wait -w n1 --chdir / -o /home/alice/unseen --export=NONE --wrap 'cat /etc/skiff-jail; echo \$HOME'"
  asks_unseen "through its variable" SLURM_GET_USER_ENV=1 "sbatch --quiet --wait -w n1 --chdir / -o /home/alice/unseen --wrap 'cat /etc/skiff-jail; echo \$HOME'"
  rm /home/alice/.bash_profile
}

# Checks that the job runs with HOME set, and that the user's profile does not run: asks_unseen NAME VARIABLE COMMAND-OF-ALICE
asks_unseen() {
  rm -f /home/alice/unseen
  # shellcheck disable=SC2086 # one or none
  as alice env -u HOME $2 sh -c "$3" || true
  equals "$mode: with the user's environment requested $1, the job runs" $'7\n/home/alice' cat /home/alice/unseen
  fails "$mode: with the user's environment requested $1, the user's profile does not run" test -e /home/alice/of-the-profile
  idle_after "user environment requested $1"
}

# slurmd writes a broadcast file to the node's root filesystem.
broadcasts() {
  batch alice -w n1 -o /home/alice/bcast.out <<<$'#!/bin/bash\nsbcast -f /etc/skiff-jail /tmp/sent || echo refused; sbcast -f /etc/skiff-jail /var/tmp/sent || echo refused
sbcast -f /etc/skiff-jail /dev/shm/sent || echo refused' || true
  prints "$mode: sbcast fails with a message" "Permission denied" cat /home/alice/bcast.out
  equals "$mode: sbcast fails for each directory" 3 grep -cx refused /home/alice/bcast.out
  provokes "$mode: srun --bcast fails with a message" "Permission denied" as alice srun -w n1 --chdir / --bcast=/tmp/sent /bin/hostname
  equals "$mode: no broadcast file is left on the node" '' lab_in n1 find /tmp /var/tmp /dev/shm -name 'sent*'
  idle_after sbcast
}

# Directories that another user prepared, in case users can write to the
# node's /tmp after all. Also leftovers of an earlier job with the same ID.
job_folders_are_ours() {
  local next
  lab_in n1 bash -c 'rm -rf /tmp/.spank_chroot; mkdir -m 777 /tmp/.spank_chroot; chown mallory /tmp/.spank_chroot'
  equals "$mode: a job directory that a user prepared is replaced" alice step alice n1 bash -c 'touch /tmp/x; stat -c %U /tmp/x'
  next=$(as alice sbatch --parsable --chdir / -o /dev/null --wrap true)
  lab_until 20 no_steps || true
  lab_in n1 bash -c "for i in \$(seq $next $((next + 3))); do mkdir -p /tmp/.spank_chroot/\$i/tmp; echo secret >/tmp/.spank_chroot/\$i/tmp/left; done; chmod -R a+rX /tmp/.spank_chroot/*; chmod 700 /tmp/.spank_chroot/*"
  fails "$mode: a job does not see the /tmp of an earlier job with its ID" step alice n1 cat /tmp/left
  idle_after "prepared directories"
  lab_in n1 rm -rf /tmp/.spank_chroot
}

# Mounts that the node makes while a step runs.
later_mounts() {
  local runner
  lab_in n1 bash -c 'for m in /datasets /later; do mkdir -p $m; mountpoint -q $m || mount --bind $m $m; mount --make-shared $m; mkdir -p $m/late; done'
  rm -f /home/alice/go /home/alice/waits
  step alice n1 bash -c 'touch /home/alice/waits; for i in $(seq 600); do [ -e /home/alice/go ] && break; sleep 0.1; done; ls /datasets/late /later/late' >/w/late.out 2>&1 &
  runner=$!
  lab_until 30 test -e /home/alice/waits || true
  lab_in n1 bash -c 'for m in /datasets /later; do mount -t tmpfs late $m/late; touch $m/late/mounted-later; done'
  touch /home/alice/go
  wait "$runner" || true
  equals "$mode: later mounts of the node appear only below slave mounts" $'/datasets/late:\n\n/later/late:\nmounted-later' cat /w/late.out
  lab_in n1 bash -c 'umount /datasets/late /later/late; umount /datasets /later'
}

# If the mounts file breaks while a job runs, the job still ends normally.
typo_in_mounts() {
  local job
  job=$(as alice sbatch --parsable -w n1 --chdir / -o /dev/null --wrap 'touch /tmp/big /home/alice/begun; sleep 600')
  lab_until 30 test -e /home/alice/begun || true
  lab_in n1 bash -c 'cp /etc/slurm/jail.mounts /run/kept; echo "/x /y bnd" >>/etc/slurm/jail.mounts'
  as alice scancel "$job"
  idle_after "a mounts file broken while a job ran"
  equals "$mode: the job's directories are removed despite a broken mounts file" '' lab_in n1 find /tmp/.spank_chroot /dev/shm/.spank_chroot -mindepth 1
  lab_in n1 cp /run/kept /etc/slurm/jail.mounts
  rm -f /home/alice/begun
  equals "$mode: a step runs with the repaired mounts file" 7 step alice n1 cat /etc/skiff-jail
}

# A mount whose source a user can redirect with a link.
links_of_users() {
  mode=step
  cluster_conf mounts=/etc/slurm/jail.mounts version=7 on-failure=fail
  cluster_mounts '/home/mallory/data /datasets bind'
  ln -sfn /etc /home/mallory/data
  chown -h mallory /home/mallory/data
  cluster_start
  lab_until 60 refused_for_link || true
  has "a source that goes through a user's link is refused with a message" /w/log/slurmd.n1.log "symbolic link that users other than root may control"
  cluster_stop
  rm /home/mallory/data
}

refused_for_link() {
  # srun of 22.05 exits with 0 even if nothing ran.
  ! leaks step alice n1 echo node || verdict "a step with a source through a user's link" "it ran"
  grep -qF "symbolic link that users other than root may control" /w/log/slurmd.n1.log
}
