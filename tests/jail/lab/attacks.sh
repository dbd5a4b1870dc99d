#!/usr/bin/env bash
# Sourced by inside.sh: attempts to leave the jail.
# shellcheck disable=SC2154 # jail, release, lab_pid, slurmd, stepd, victim: cluster.sh, inside.sh, lab.sh, attempts.sh
# shellcheck disable=SC2016 # expanded by the attacker's shell

part_attacks() {
  local mode
  cp /w/built/attack /usr/local/bin/
  cp /bin/bash /datasets/rootbash
  chmod 4755 /datasets/rootbash
  [ -e /dev/nodedisk ] || mknod -m 666 /dev/nodedisk c 1 5
  mknod -m 666 "$jail/device" c 1 5
  mkdir -p /home "$jail/race/target" "$jail/etc/decoy"
  for mode in step task; do
    attacks_start "$mode"
    from_the_jail
    folders_left_open
    job_options
    race
    as dana scancel --user=dana
    cluster_stop
  done
}

# The users' home directories are the same on the nodes and in the jail, because in mode task slurmstepd opens a job's output on the node.
attacks_start() {
  cluster_conf mounts=/etc/slurm/jail.mounts version=7 "mode=$1" on-failure=fail no-jail-users=dana exempt-partitions=plain
  cluster_mounts '/datasets /datasets bind ro' '/datasets /race/target bind ro' '/home /home bind suid'
  cluster_start
  start_victim
  lab_in n1 bash -c 'echo secret >/var/spool/slurmd/state; chmod 600 /var/spool/slurmd/state'
}

# What a job may try from the jail.
from_the_jail() {
  attempt 'user root setuid' "see a file of the node's root by its path" 'test -e /node-secret'
  attempt 'user root setuid' "read the node's root through process 1" 'test -e /proc/1/root/node-secret'
  attempt 'user root setuid' "read the node's root through slurmd" "test -e /proc/$slurmd/root/node-secret"
  # Leave out the user's own clients, which run on the same machine here, and outside the jail.
  attempt 'user root setuid' "read the node's root through any process" 'for p in /proc/[0-9]*; do
    case $(cat $p/comm 2>/dev/null) in srun | timeout | setpriv | env) continue ;; esac
    test -e $p/root/node-secret && exit 0
  done; exit 1'
  attempt 'user root' "chroot into slurmd's root" "chroot /proc/$slurmd/root test -e /node-secret"
  attempt 'user root' "list slurmd's working directory" "ls /proc/$slurmd/cwd/"
  attempt 'user root' "see slurmd's open files" "readlink /proc/$slurmd/fd/0"
  attempt 'user root' "read slurmd's environment" "cat /proc/$slurmd/environ | grep -q POD_NAME"
  attempt 'user root setuid' "open slurmd's memory" "attack memory $slurmd"
  attempt 'user root setuid' "trace slurmd" "attack trace $slurmd"
  attempt 'user root setuid' "trace another job's slurmstepd" "attack trace $stepd"
  attempt 'user root' "take an open file from slurmd" "attack take-file $slurmd"
  attempt 'user root setuid' "enter slurmd's mount namespace with nsenter" "nsenter -t $slurmd -m true"
  attempt 'user root' "enter slurmd's mount namespace with setns" "attack join $slurmd"
  attempt 'user root' "enter another job's mount namespace" "nsenter -t $victim -m true"
  attempt 'user root setuid' "list the spool through another job's slurmstepd" "ls /proc/$stepd/root/var/spool/slurmd/job*"
  attempt 'user root setuid' "read another job's script" "cat /var/spool/slurmd/job$(printf %05d "$victim_job")/slurm_script"
  attempt 'user root' "read slurmd's state" 'cat /var/spool/slurmd/state'
  attempt 'user root setuid' "write to the spool" 'touch /var/spool/slurmd/x && rm /var/spool/slurmd/x'
  if [ "$release" = 22.05 ]; then
    attempt 'user root setuid' "read munge's key" 'head -c 1 /etc/munge/munge.key | grep -qa .; test -r /etc/munge/munge.key && cmp -s /etc/munge/munge.key /w/munge.key'
  else
    attempt 'user root setuid' "read Slurm's key" 'test -r /etc/slurm/slurm.key'
  fi
  attempt 'user root setuid' "read another job's /tmp through its directory" 'cat /tmp/.spank_chroot/*/tmp/victim'
  attempt 'user root setuid' "read another job's /dev/shm through its directory" 'cat /dev/shm/.spank_chroot/*/dev-shm/victim'
  attempt 'user root setuid' "read another job's /tmp through its process" "cat /proc/$victim/root/tmp/victim"
  attempt 'user root' "read another job's environment" "grep -qa SLURM_JOB_ID /proc/$victim/environ"
  attempt 'user root setuid' "mount a file system" 'mount -t tmpfs x /mnt && umount /mnt'
  attempt 'user root setuid' "create a mount with fsopen or open_tree" 'attack mount-calls'
  attempt 'user root' "bind a file over /etc/passwd" 'mount --bind /etc/group /etc/passwd && umount /etc/passwd'
  attempt 'user root' "mount debugfs" 'mount -t debugfs x /mnt && umount /mnt'
  attempt 'user root' "create a mount namespace" 'unshare -m true'
  attempt 'user root' "change the root with pivot_root" 'attack pivot-root'
  attempt 'user root setuid' "create and read a device in /tmp" 'mknod /tmp/d c 1 5 && head -c 1 /tmp/d >/tmp/e && rm /tmp/d'
  attempt 'user root setuid' "read a device in the shared root" "P=/device; test -e \$P || P=$jail\$P; head -c 1 \$P"
  attempt 'user root' "read a device of the node that the jail does not list" 'head -c 1 /dev/nodedisk'
  attempt 'user root setuid' "create a file in /dev" 'touch /dev/x && rm /dev/x'
  attempt 'user root setuid' "open a directory by its file handle" 'attack by-handle /dev/shm'
  attempt 'root setuid' "escape with a second chroot" 'attack double-chroot'
  attempt 'user root setuid' "change the core dump handler" 'v=$(cat /proc/sys/kernel/core_pattern) && echo "$v" >/proc/sys/kernel/core_pattern'
  attempt 'user root' "change a kernel setting" 'v=$(cat /proc/sys/kernel/panic) && echo "$v" >/proc/sys/kernel/panic'
  attempt 'user root' "write to a setting in /sys" 'test -w /sys/kernel/rcu_expedited'
  attempt 'user root setuid' "create a control group" 'd=/sys/fs/cgroup; [ ! -d $d/freezer ] || d=$d/freezer; mkdir $d/skiff-attack && rmdir $d/skiff-attack'
  attempt 'user root' "write to cgroup.procs" 'd=/sys/fs/cgroup; [ ! -d $d/freezer ] || d=$d/freezer; test -w $d/cgroup.procs'
  attempt 'user root' "regain a dropped capability" 'setpriv --bounding-set +sys_admin --inh-caps +sys_admin mount -t tmpfs x /mnt && umount /mnt'
  attempt 'user root' "make a read-only mount writable" 'mountpoint -q /datasets || mount --bind /datasets /datasets
    mount -o remount,bind,rw /datasets && touch /datasets/x && rm /datasets/x; r=$?; umount /datasets; exit $r'
  attempt 'user' "signal slurmd" "kill -0 $slurmd"
  attempt 'user' "write to the jail's /etc/passwd" 'test -w /etc/passwd'
  for call in reboot swapon acct bpf fanotify raw-socket hostname; do
    attempt 'user root setuid' "make the privileged call $call" "attack call $call"
  done
  attempt 'user root setuid' "make a file immutable" 'attack immutable /tmp/for-ever'
  attempt 'user root setuid' "enter slurmd's UTS namespace" "nsenter -t $slurmd -u true"
  # The control is made by alice outside the jail, who gets uid 0 there. Root would show nothing, because root has uid 0 anyway.
  equals "$mode: outside the jail, user can use a setuid program on the same mount" 0 as alice /datasets/rootbash -p -c 'echo $EUID'
  fails "$mode: user cannot use a setuid program on a nosuid mount" step alice n1 bash -c '[ "$(/datasets/rootbash -p -c "echo \$EUID")" = 0 ]'
  fails "$mode: user cannot use a setuid program in /tmp" step root n1 bash -c 'cp /bin/bash /tmp/b && chmod 4755 /tmp/b && setpriv --reuid alice --clear-groups bash -c "[ \$(/tmp/b -p -c '"'"'echo \$EUID'"'"') = 0 ]"'
  # A user namespace gives capabilities over what is created in it, but not over the mounts that it inherits.
  fails "$mode: user cannot uncover /proc in a user namespace" step alice n1 unshare -Urm bash -c 'umount -l /proc/sys && echo x >/proc/sys/kernel/core_pattern'
  fails "$mode: user cannot make a read-only mount writable in a user namespace" step alice n1 unshare -Urm bash -c 'mount -o remount,bind,rw /datasets && touch /datasets/x'
  fails "$mode: user cannot uncover the spool in a user namespace" step alice n1 unshare -Urm bash -c 'umount /var/spool/slurmd && ls /var/spool/slurmd/cred_state'
  fails "$mode: user cannot change a kernel setting through a new /proc in a user namespace" step alice n1 unshare -Urmpf bash -c 'mount -t proc proc /mnt && echo x >/mnt/sys/kernel/core_pattern'
  fails "$mode: user cannot change a kernel setting through a new /sys in a user namespace" step alice n1 unshare -Urmn bash -c 'mount -t sysfs sysfs /mnt && echo 1 >/mnt/kernel/rcu_expedited'
  fails "$mode: user cannot create a control group in a user namespace" step alice n1 unshare -UrmC bash -c 'mount -t cgroup2 cgroup2 /mnt && mkdir /mnt/x'
  fails "$mode: user cannot mount devtmpfs in a user namespace" step alice n1 unshare -Urm bash -c 'mount -t devtmpfs dev /mnt && ls /mnt/mem /mnt/kmsg'
}

# Checks that programs in the jail inherit no open directory from outside, in each kind of step.
folders_left_open() {
  local said
  fails "$mode: user inherits no open directory" step alice n1 attack inherited
  fails "$mode: root inherits no open directory" step root n1 attack inherited
  batch alice -w n1 -o /home/alice/open.out <<<$'#!/bin/bash\nattack inherited; echo status $?'
  prints "$mode: a batch script inherits no open directory" 'status 1' cat /home/alice/open.out
  said=$(undrain; lab_in ctl timeout $((60 * lab_patience)) script -qefc "setpriv --reuid alice --regid alice --init-groups srun --quiet -w n1 --pty --chdir / bash -c 'attack inherited; echo status \$?'" /dev/null || true)
  prints "$mode: a step with a terminal inherits no open directory" 'status 1' echo "$said"
  said=$(printf 'attack inherited; echo status $?\nexit\n' | lab_in ctl env SHELL=/bin/bash timeout $((60 * lab_patience)) script -qefc \
    "setpriv --reuid alice --regid alice --init-groups salloc --quiet -w n1 --chdir /" /dev/null || true)
  prints "$mode: salloc's shell inherits no open directory" 'status 1' echo "$said"
  # In mode task, slurmstepd does not run it.
  [ "$mode" = step ] || return 0
  printf '#!/bin/bash\nattack inherited >/home/alice/open.out; echo status $? >>/home/alice/open.out\n' >/home/alice/epilog
  chmod 755 /home/alice/epilog
  rm -f /home/alice/open.out
  step alice n1 --task-epilog=/home/alice/epilog true || true
  prints "$mode: --task-epilog inherits no open directory" 'status 1' cat /home/alice/open.out
}

# Options and environment variables that a user can give to srun and sbatch.
job_options() {
  undrain
  : >/w/log/undrained
  fails "$mode: user cannot use a working directory on the node" leaks as alice srun --quiet -w n1 --chdir "/proc/$slurmd/root" cat node-secret
  fails "$mode: user cannot set --no-jail in the environment" leaks as alice env _SLURM_SPANK_OPTION_chroot_no-jail= _SLURM_SPANK_OPTION_chroot_no_jail= \
    SPANK__SLURM_SPANK_OPTION_chroot_no-jail= srun --quiet -w n1 --chdir / cat /node-secret
  fails "$mode: user cannot claim an exempt partition in the environment" leaks as alice env SLURM_JOB_PARTITION=plain srun --quiet -w n1 --chdir / --export=ALL,SLURM_JOB_PARTITION=plain cat /node-secret
  rm -rf /tmp/own /w/own
  cp -r /w/conf /tmp/own
  rm -f /tmp/own/slurm.key
  echo >/tmp/own/plugstack.conf
  chmod -R a+rX /tmp/own
  lab_in ctl mkdir -p /tmp/own
  cp -r /tmp/own /w/own
  fails "$mode: user cannot leave the jail with their own plugstack.conf" leaks as alice env SLURM_CONF=/w/own/slurm.conf srun --quiet -w n1 --chdir / cat /node-secret
  equals "$mode: a client with their own plugstack.conf runs its step in the jail" 7 as alice env SLURM_CONF=/w/own/slurm.conf srun --quiet -w n1 --chdir / cat /etc/skiff-jail
  as alice sbatch --quiet -w n1 --chdir / -o "/proc/$slurmd/root/tmp/escaped" --wrap true || true
  ln -sfn "/proc/$slurmd/root/tmp/escaped" /home/alice/link
  as alice sbatch --quiet -w n1 --chdir / -o /home/alice/link --wrap true || true
  # Wait until both jobs have run or were requeued.
  lab_until 10 nothing_of alice || lab_in ctl scancel --user=alice
  fails "$mode: user cannot write a job's output to the node by a path or a link" lab_in n1 test -e /tmp/escaped
  fails "$mode: user cannot leave the jail with SLURM_, SPANK_ and LD_ variables" leaks as alice env SLURM_CONF=/w/own/slurm.conf SLURM_CONF_SERVER=ctl SLURM_JOB_ACCOUNT=plain SLURM_JOB_PARTITION=plain SLURM_JOB_UID=0 \
    SLURM_UID=0 SLURMD_NODENAME=n2 SLURM_SPANK_OPTION_no_jail=1 SPANK_NO_JAIL=1 SLURM_SPANK__SLURM_SPANK_OPTION_chroot_no_jail= PLUGSTACK=/dev/null LD_AUDIT=/node-secret \
    SLURM_WORKING_DIR="/proc/$slurmd/root" SLURM_TASK_PROLOG="/proc/$slurmd/root/bin/true" SLURM_TASK_EPILOG="/proc/$slurmd/root/bin/true" TMPDIR="/proc/$slurmd/root/tmp" \
    srun --quiet -w n1 --export=ALL cat /node-secret
  equals "$mode: a step with such variables runs in the jail" 7 as alice env SLURM_JOB_ACCOUNT=plain SLURM_JOB_UID=0 SLURM_UID=0 SPANK_NO_JAIL=1 PLUGSTACK=/dev/null \
    srun --quiet -w n1 --chdir / --export=ALL cat /etc/skiff-jail
  fails "$mode: user cannot submit a job as another user with --uid" as alice sbatch --quiet --uid=dana --chdir / -o /dev/null --wrap true
  fails "$mode: user cannot use the node's root as a container's bundle with srun" leaks as alice srun --quiet -w n1 --chdir / --container="/proc/$slurmd/root" cat node-secret
  fails "$mode: user cannot leave the jail with a container without a bundle" leaks as alice srun --quiet -w n1 --chdir / --container=/ cat /node-secret
  as alice sbatch --quiet -w n1 --chdir / -o /dev/null --container="/proc/$slurmd/root" --wrap 'cp /node-secret /tmp/escaped' || true
  lab_until 20 nothing_of alice || lab_in ctl scancel --user=alice
  fails "$mode: user cannot use the node's root as a container's bundle with sbatch" lab_in n1 test -e /tmp/escaped
  # Slurm drains a node only after slurmstepd has reported.
  sleep 1
  equals "$mode: no node is drained after these attempts" '' drains
  undrain
  equals "$mode: a step of a --no-kill job stays in the jail when the job's other node is down" 7 survives
  fails "$mode: user cannot leave the jail with LD_PRELOAD and LD_LIBRARY_PATH" leaks step alice n1 env LD_PRELOAD=/node-secret LD_LIBRARY_PATH=/node cat /node-secret
}

# Runs a step of a job on two nodes after one of them went down.
survives() {
  local job
  rm -f /home/alice/waits /home/alice/go /home/alice/survived
  job=$(as alice sbatch --parsable -N2 -n2 --no-kill --chdir / -o /home/alice/survived \
    --wrap 'touch /home/alice/waits; for i in $(seq 600); do [ -e /home/alice/go ] && break; sleep 0.1; done; srun --quiet -N1 -n1 -w n1 --chdir / cat /etc/skiff-jail /node-secret 2>/dev/null')
  lab_until 20 test -e /home/alice/waits || true
  lab_in ctl scontrol update NodeName=n2 State=DOWN Reason=test
  touch /home/alice/go
  lab_until 60 nothing_of alice || as alice scancel "$job"
  # The node may already have registered again by itself.
  lab_in ctl scontrol update NodeName=n2 State=RESUME 2>/dev/null || true
  cat /home/alice/survived
}

nothing_of() {
  [ -z "$(lab_in ctl squeue -h --user="$1")" ]
}

# A process that may write in the jail swaps a mount's target for a link while steps start. The mount must never appear elsewhere.
race() {
  local swapper round seen=''
  touch /w/swapping
  (while [ -e /w/swapping ]; do
    mv -T "$jail/race/target" "$jail/race/real" && ln -s /etc/decoy "$jail/race/target"
    rm -f "$jail/race/target" && mv -T "$jail/race/real" "$jail/race/target"
  done) 2>/dev/null &
  swapper=$!
  # shellcheck disable=SC2034 # as() reads it
  local good=0 patience=20
  for ((round = 0; round < 30; round++)); do
    if step alice n1 bash -c 'test ! -e /etc/decoy/numbers' 2>/dev/null; then
      good=$((good + 1))
    elif step alice n1 test -e /etc/decoy/numbers 2>/dev/null; then
      seen=yes
    fi
  done
  # The loop ends with the target in its place.
  rm /w/swapping
  wait "$swapper" || true
  verdict "$mode: user cannot redirect a mount by replacing its target with a link ($good of 30 steps ran)" "$seen"
}
