#!/usr/bin/env bash
# Sourced by inside.sh: attempts to leave the jail.
# shellcheck disable=SC2154 # jail, release, lab_pid, slurmd, stepd, victim: cluster.sh, inside.sh, lab.sh, attempts.sh
# shellcheck disable=SC2016 # expanded by the attacker's shell

part_attacks() {
  cluster_conf mounts=/etc/slurm/jail.mounts version=7 on-failure=fail no-jail-users=dana exempt-partitions=plain
  cp /w/built/attack /usr/local/bin/
  cp /bin/bash /datasets/rootbash
  chmod 4755 /datasets/rootbash
  [ -e /dev/nodedisk ] || mknod -m 666 /dev/nodedisk c 1 5
  mknod -m 666 "$jail/home/alice/device" c 1 5
  mkdir -p "$jail/race/target" "$jail/etc/decoy"
  cluster_mounts '/datasets /datasets bind ro' '/datasets /race/target bind ro'
  cluster_start
  start_victim
  lab_in n1 bash -c 'echo secret >/var/spool/slurmd/state; chmod 600 /var/spool/slurmd/state'
  attempt 'user root setuid' "the node's root by its name" 'test -e /node-secret'
  attempt 'user root setuid' "the node's root through process 1" 'test -e /proc/1/root/node-secret'
  attempt 'user root setuid' "the node's root through slurmd" "test -e /proc/$slurmd/root/node-secret"
  # Leave out the user's own clients, which run on the same machine here, and outside the jail.
  attempt 'user root setuid' "the node's root through any process" 'for p in /proc/[0-9]*; do
    case $(cat $p/comm 2>/dev/null) in srun | timeout | setpriv | env) continue ;; esac
    test -e $p/root/node-secret && exit 0
  done; exit 1'
  attempt 'user root' "chroot into slurmd's root" "chroot /proc/$slurmd/root test -e /node-secret"
  attempt 'user root' "slurmd's working directory" "ls /proc/$slurmd/cwd/"
  attempt 'user root' "slurmd's open files" "readlink /proc/$slurmd/fd/0"
  attempt 'user root' "slurmd's environment" "cat /proc/$slurmd/environ | grep -q POD_NAME"
  attempt 'user root setuid' "slurmd's memory" "attack memory $slurmd"
  attempt 'user root setuid' "tracing slurmd" "attack trace $slurmd"
  attempt 'user root setuid' "tracing another job's slurmstepd" "attack trace $stepd"
  attempt 'user root' "a file that slurmd holds" "attack take-file $slurmd"
  attempt 'user root setuid' "slurmd's mount namespace" "nsenter -t $slurmd -m true"
  attempt 'user root' "slurmd's mount namespace by setns" "attack join $slurmd"
  attempt 'user root' "another job's mount namespace" "nsenter -t $victim -m true"
  attempt 'user root setuid' "the spool through another slurmstepd" "ls /proc/$stepd/root/var/spool/slurmd/job*"
  attempt 'user root setuid' "another job's script" "cat /var/spool/slurmd/job$(printf %05d "$victim_job")/slurm_script"
  attempt 'user root' "slurmd's own state" 'cat /var/spool/slurmd/state'
  attempt 'user root setuid' "a write to the spool" 'touch /var/spool/slurmd/x && rm /var/spool/slurmd/x'
  if [ "$release" = 22.05 ]; then
    attempt 'user root setuid' "the key of munge" 'head -c 1 /etc/munge/munge.key | grep -qa .; test -r /etc/munge/munge.key && cmp -s /etc/munge/munge.key /w/munge.key'
  else
    attempt 'user root setuid' "the key of Slurm" 'test -r /etc/slurm/slurm.key'
  fi
  attempt 'user root setuid' "another job's /tmp by its folder" 'cat /tmp/.spank_chroot/*/tmp/victim'
  attempt 'user root setuid' "another job's /dev/shm by its folder" 'cat /dev/shm/.spank_chroot/*/dev-shm/victim'
  attempt 'user root setuid' "another job's /tmp through its process" "cat /proc/$victim/root/tmp/victim"
  attempt 'user root' "another job's environment" "grep -qa SLURM_JOB_ID /proc/$victim/environ"
  attempt 'user root setuid' "mounting" 'mount -t tmpfs x /mnt && umount /mnt'
  attempt 'user root setuid' "mounting by the new calls" 'attack mount-calls'
  attempt 'user root' "binding over /etc/passwd" 'mount --bind /etc/group /etc/passwd && umount /etc/passwd'
  attempt 'user root' "a kernel's file system" 'mount -t debugfs x /mnt && umount /mnt'
  attempt 'user root' "a mount namespace of its own" 'unshare -m true'
  attempt 'user root' "a root of its own" 'attack pivot-root'
  attempt 'user root setuid' "a device of its own" 'mknod /tmp/d c 1 5 && head -c 1 /tmp/d >/tmp/e && rm /tmp/d'
  attempt 'user root setuid' "a device in the shared root" "P=/home/alice/device; test -e \$P || P=$jail\$P; head -c 1 \$P"
  attempt 'user root' "a device that the node has" 'head -c 1 /dev/nodedisk'
  attempt 'user root setuid' "a file in /dev" 'touch /dev/x && rm /dev/x'
  attempt 'user root setuid' "a folder by its handle" 'attack by-handle /dev/shm'
  attempt 'root setuid' "out of chroot by chroot" 'attack double-chroot'
  attempt 'user root setuid' "the program of core dumps" 'v=$(cat /proc/sys/kernel/core_pattern) && echo "$v" >/proc/sys/kernel/core_pattern'
  attempt 'user root' "a setting of the kernel" 'v=$(cat /proc/sys/kernel/panic) && echo "$v" >/proc/sys/kernel/panic'
  attempt 'user root' "settings in /sys" 'test -w /sys/kernel/rcu_expedited'
  attempt 'user root setuid' "a control group" 'd=/sys/fs/cgroup; [ ! -d $d/freezer ] || d=$d/freezer; mkdir $d/skiff-attack && rmdir $d/skiff-attack'
  attempt 'user root' "its own control group's limits" 'd=/sys/fs/cgroup; [ ! -d $d/freezer ] || d=$d/freezer; test -w $d/cgroup.procs'
  attempt 'user root' "capabilities that it lost" 'setpriv --bounding-set +sys_admin --inh-caps +sys_admin mount -t tmpfs x /mnt && umount /mnt'
  attempt 'user root' "a read-only mount made writable" 'mountpoint -q /datasets || mount --bind /datasets /datasets
    mount -o remount,bind,rw /datasets && touch /datasets/x && rm /datasets/x; r=$?; umount /datasets; exit $r'
  attempt 'user' "signals to slurmd" "kill -0 $slurmd"
  attempt 'user' "the users of the jail" 'test -w /etc/passwd'
  for call in reboot swapon acct bpf fanotify raw-socket hostname; do
    attempt 'user root setuid' "what only root of the machine may: $call" "attack call $call"
  done
  attempt 'user root setuid' "a file that nobody can remove" 'attack immutable /tmp/for-ever'
  attempt 'user root setuid' "slurmd's network and host name" "nsenter -t $slurmd -u true"
  # The control is made by alice outside the jail, who gets uid 0 there. Root would show nothing, because root has uid 0 anyway.
  equals "control of: a setuid program on a nosuid mount" 0 as alice /datasets/rootbash -p -c 'echo $EUID'
  fails "user: a setuid program on a nosuid mount" step alice n1 bash -c '[ "$(/datasets/rootbash -p -c "echo \$EUID")" = 0 ]'
  fails "user: a setuid program in /tmp" step root n1 bash -c 'cp /bin/bash /tmp/b && chmod 4755 /tmp/b && setpriv --reuid alice --clear-groups bash -c "[ \$(/tmp/b -p -c '"'"'echo \$EUID'"'"') = 0 ]"'
  # A user namespace gives capabilities over what is created in it, but not over the mounts that it inherits.
  fails "user: uncovering /proc in a user namespace" step alice n1 unshare -Urm bash -c 'umount -l /proc/sys && echo x >/proc/sys/kernel/core_pattern'
  fails "user: a read-only mount in a user namespace" step alice n1 unshare -Urm bash -c 'mount -o remount,bind,rw /datasets && touch /datasets/x'
  fails "user: what lies under the spool's cover in a user namespace" step alice n1 unshare -Urm bash -c 'umount /var/spool/slurmd && ls /var/spool/slurmd/cred_state'
  fails "user: a fresh /proc in a user namespace" step alice n1 unshare -Urmpf bash -c 'mount -t proc proc /mnt && echo x >/mnt/sys/kernel/core_pattern'
  fails "user: a fresh /sys in a user namespace" step alice n1 unshare -Urmn bash -c 'mount -t sysfs sysfs /mnt && echo 1 >/mnt/kernel/rcu_expedited'
  fails "user: control groups in a user namespace" step alice n1 unshare -UrmC bash -c 'mount -t cgroup2 cgroup2 /mnt && mkdir /mnt/x'
  fails "user: a file system of the node's devices in a user namespace" step alice n1 unshare -Urm bash -c 'mount -t devtmpfs dev /mnt && ls /mnt/mem /mnt/kmsg'
  folders_left_open
  job_options
  race
  as dana scancel --user=dana
  cluster_stop
}

# Checks that programs in the jail inherit no open directory from outside, in each kind of step.
folders_left_open() {
  local said
  fails "user: a folder left open" step alice n1 attack inherited
  fails "root: a folder left open" step root n1 attack inherited
  batch alice -w n1 -o /home/alice/open.out <<<$'#!/bin/bash\nattack inherited; echo status $?'
  prints "user: a folder left open to a batch script" 'status 1' cat "$jail/home/alice/open.out"
  said=$(undrain; lab_in ctl timeout $((60 * lab_patience)) script -qefc "setpriv --reuid alice --regid alice --init-groups srun --quiet -w n1 --pty --chdir / bash -c 'attack inherited; echo status \$?'" /dev/null || true)
  prints "user: a folder left open to a terminal" 'status 1' echo "$said"
  said=$(printf 'attack inherited; echo status $?\nexit\n' | lab_in ctl env SHELL=/bin/bash timeout $((60 * lab_patience)) script -qefc \
    "setpriv --reuid alice --regid alice --init-groups salloc --quiet -w n1 --chdir /" /dev/null || true)
  prints "user: a folder left open to an allocation's shell" 'status 1' echo "$said"
  printf '#!/bin/bash\nattack inherited >/home/alice/open.out; echo status $? >>/home/alice/open.out\n' >"$jail/home/alice/epilog"
  chmod 755 "$jail/home/alice/epilog"
  step alice n1 --task-epilog=/home/alice/epilog true || true
  prints "user: a folder left open to --task-epilog" 'status 1' cat "$jail/home/alice/open.out"
}

# Options and environment variables that a user can give to srun and sbatch.
job_options() {
  fails "user: a working directory on the node" leaks as alice srun --quiet -w n1 --chdir "/proc/$slurmd/root" cat node-secret
  fails "user: the option in the environment" leaks as alice env _SLURM_SPANK_OPTION_chroot_no-jail= _SLURM_SPANK_OPTION_chroot_no_jail= \
    SPANK__SLURM_SPANK_OPTION_chroot_no-jail= srun --quiet -w n1 --chdir / cat /node-secret
  fails "user: exempt by the environment" leaks as alice env SLURM_JOB_PARTITION=plain srun --quiet -w n1 --chdir / --export=ALL,SLURM_JOB_PARTITION=plain cat /node-secret
  rm -rf /tmp/own
  cp -r /w/conf /tmp/own
  rm -f /tmp/own/slurm.key
  echo >/tmp/own/plugstack.conf
  chmod -R a+rX /tmp/own
  lab_in ctl mkdir -p /tmp/own
  cp -r /tmp/own /w/own
  fails "user: a plugstack.conf of the user's own" leaks as alice env SLURM_CONF=/w/own/slurm.conf srun --quiet -w n1 --chdir / cat /node-secret
  equals "which the client does read" 7 as alice env SLURM_CONF=/w/own/slurm.conf srun --quiet -w n1 --chdir / cat /etc/skiff-jail
  as alice sbatch --quiet -w n1 --chdir / -o "/proc/$slurmd/root/tmp/escaped" --wrap true || true
  ln -s "/proc/$slurmd/root/tmp/escaped" "$jail/home/alice/link"
  as alice sbatch --quiet -w n1 --chdir / -o /home/alice/link --wrap true || true
  # Wait until both jobs have run or were requeued.
  lab_until 10 nothing_of alice || lab_in ctl scancel --user=alice
  fails "user: output to the node by its path and by a link" lab_in n1 test -e /tmp/escaped
  fails "user: the whole environment" leaks as alice env SLURM_CONF=/w/own/slurm.conf SLURM_CONF_SERVER=ctl SLURM_JOB_ACCOUNT=plain SLURM_JOB_PARTITION=plain SLURM_JOB_UID=0 \
    SLURM_UID=0 SLURMD_NODENAME=n2 SLURM_SPANK_OPTION_no_jail=1 SPANK_NO_JAIL=1 SLURM_SPANK__SLURM_SPANK_OPTION_chroot_no_jail= PLUGSTACK=/dev/null LD_AUDIT=/node-secret \
    SLURM_WORKING_DIR="/proc/$slurmd/root" SLURM_TASK_PROLOG="/proc/$slurmd/root/bin/true" SLURM_TASK_EPILOG="/proc/$slurmd/root/bin/true" TMPDIR="/proc/$slurmd/root/tmp" \
    srun --quiet -w n1 --export=ALL cat /node-secret
  equals "with which a step runs inside" 7 as alice env SLURM_JOB_ACCOUNT=plain SLURM_JOB_UID=0 SLURM_UID=0 SPANK_NO_JAIL=1 PLUGSTACK=/dev/null \
    srun --quiet -w n1 --chdir / --export=ALL cat /etc/skiff-jail
  fails "user: a job of another user's by --uid" as alice sbatch --quiet --uid=dana --chdir / -o /dev/null --wrap true
  fails "user: a container of the node's root" leaks as alice srun --quiet -w n1 --chdir / --container="/proc/$slurmd/root" cat node-secret
  fails "user: a container without a bundle" leaks as alice srun --quiet -w n1 --chdir / --container=/ cat /node-secret
  as alice sbatch --quiet -w n1 --chdir / -o /dev/null --container="/proc/$slurmd/root" --wrap 'cp /node-secret /tmp/escaped' || true
  lab_until 20 nothing_of alice || lab_in ctl scancel --user=alice
  fails "user: nor by sbatch" lab_in n1 test -e /tmp/escaped
  # Slurm drains a node only after slurmstepd has reported.
  sleep 1
  equals "user: all of it drains no node" '' lab_in ctl sinfo -h -p main -t drain,down,fail -o %n
  undrain
  equals "user: --no-kill, when the job's other node is gone, stays inside" 7 survives
  fails "user: a library in front of everything" leaks step alice n1 env LD_PRELOAD=/node-secret LD_LIBRARY_PATH=/node cat /node-secret
}

# Runs a step of a job on two nodes after one of them went down.
survives() {
  local job
  rm -f "$jail/home/alice/go" "$jail/home/alice/survived"
  job=$(as alice sbatch --parsable -N2 -n2 --no-kill --chdir / -o /home/alice/survived \
    --wrap 'touch /home/alice/waits; for i in $(seq 600); do [ -e /home/alice/go ] && break; sleep 0.1; done; srun --quiet -N1 -n1 -w n1 --chdir / cat /etc/skiff-jail /node-secret 2>/dev/null')
  lab_until 20 test -e "$jail/home/alice/waits" || true
  lab_in ctl scontrol update NodeName=n2 State=DOWN Reason=test
  touch "$jail/home/alice/go"
  lab_until 60 nothing_of alice || as alice scancel "$job"
  # The node may already have registered again by itself.
  lab_in ctl scontrol update NodeName=n2 State=RESUME 2>/dev/null || true
  cat "$jail/home/alice/survived"
}

nothing_of() {
  [ -z "$(lab_in ctl squeue -h --user="$1")" ]
}

# A process that may write in the jail swaps a mount's target for a link while steps start. The mount must never appear elsewhere.
race() {
  local swapper round seen=''
  (while :; do
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
  kill "$swapper"
  wait "$swapper" 2>/dev/null || true
  verdict "user: a mount's target swapped for a link ($good of 30 steps ran)" "$seen"
}
