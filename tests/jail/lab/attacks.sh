#!/usr/bin/env bash
# Sourced by inside.sh: attempts to get out of the jail, each a check that fails if the attempt succeeds. So that none fails for a
# reason of its own, each is also made outside the jail by root, where it must succeed: its control.
# shellcheck disable=SC2154 # jail, release, lab_pid: cluster.sh, inside.sh, lab.sh
# shellcheck disable=SC2016 # expanded by the attacker's shell

attempts=0

# attempt WHO NAME COMMAND: WHO is user (alice), root (in the jail), setuid (alice with a root shell that she found), or several.
attempt() {
  local who name=$2 command=$3 out status
  status=0
  out=$(set -o pipefail; step root n1 -p plain bash -c "$command" 2>&1 </dev/null | tr -d '\0') || status=$?
  if [ "$status" -ne 0 ]; then
    verdict "control of: $name" "it fails outside the jail too, status $status: $out"
  fi
  for who in $1; do
    attempts=$((attempts + 1))
    case $who in
      user) fails "$who: $name" step alice n1 bash -c "$command" ;;
      root) fails "$who: $name" step root n1 bash -c "$command" ;;
      setuid) fails "$who: $name" step alice n1 rootbash -p -c "$command" ;;
    esac
  done
}

# The same where root outside is no measure: what is expected to fail, and why a control makes no sense, stands with each.
only() {
  local name=$1
  shift
  attempts=$((attempts + 1))
  fails "$name" "$@"
}

# Another user's job, whose folders, script and processes are the prize.
start_victim() {
  as dana sbatch --quiet -w n1 --chdir / -o /dev/null --wrap 'echo secret >/tmp/victim; echo secret >/dev/shm/victim; sleep 600'
  lab_until 20 pgrep -f 'sleep 600' >/dev/null
  victim=$(pgrep -f 'sleep 600' | tail -n 1)
  victim_job=$(lab_in ctl squeue -h -u dana -o %i)
  stepd=$(pgrep -f "slurmstepd: \[$victim_job.batch\]" | head -n 1)
  slurmd=$(pgrep -f 'slurmd -D -N n1' | head -n 1)
}

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
  # But for the user's own clients, which here run on the same machine and under no jail.
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
  attempt 'user root setuid' "another job's /tmp by its folder" 'cat /tmp/.spank_chroot.*/tmp/victim'
  attempt 'user root setuid' "another job's /dev/shm by its folder" 'cat /dev/shm/.spank_chroot.*/dev-shm/victim'
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
  # Root outside has uid 0 anyway; alice, there, would have got it.
  equals "control of: a setuid program on a nosuid mount" 0 as alice /datasets/rootbash -p -c 'echo $EUID'
  only "user: a setuid program on a nosuid mount" step alice n1 bash -c '[ "$(/datasets/rootbash -p -c "echo \$EUID")" = 0 ]'
  only "user: a setuid program in /tmp" step root n1 bash -c 'cp /bin/bash /tmp/b && chmod 4755 /tmp/b && setpriv --reuid alice --clear-groups bash -c "[ \$(/tmp/b -p -c '"'"'echo \$EUID'"'"') = 0 ]"'
  # A namespace of users gives capabilities over what is made in it, not over the mounts that it came with.
  only "user: uncovering /proc in a user namespace" step alice n1 unshare -Urm bash -c 'umount -l /proc/sys && echo x >/proc/sys/kernel/core_pattern'
  only "user: a read-only mount in a user namespace" step alice n1 unshare -Urm bash -c 'mount -o remount,bind,rw /datasets && touch /datasets/x'
  only "user: what lies under the spool's cover in a user namespace" step alice n1 unshare -Urm bash -c 'umount /var/spool/slurmd && ls /var/spool/slurmd/cred_state'
  # A jailed program was given no folder from outside.
  only "user: a folder left open" step alice n1 attack inherited
  only "root: a folder left open" step root n1 attack inherited
  job_options
  race
  echo "     $attempts attempts"
  as dana scancel --user=dana
  cluster_stop
}

# True if a command prints what lies in the node's root: srun of 22.05 ends with 0 also where it ran nothing.
leaks() {
  "$@" 2>/dev/null | grep -qx node
}

# What a user can say to srun and sbatch.
job_options() {
  only "user: a working directory on the node" leaks as alice srun --quiet -w n1 --chdir "/proc/$slurmd/root" cat node-secret
  only "user: the option in the environment" leaks as alice env _SLURM_SPANK_OPTION_chroot_no-jail= _SLURM_SPANK_OPTION_chroot_no_jail= \
    SPANK__SLURM_SPANK_OPTION_chroot_no-jail= srun --quiet -w n1 --chdir / cat /node-secret
  only "user: exempt by the environment" leaks as alice env SLURM_JOB_PARTITION=plain srun --quiet -w n1 --chdir / --export=ALL,SLURM_JOB_PARTITION=plain cat /node-secret
  rm -rf /tmp/own
  cp -r /w/conf /tmp/own
  rm -f /tmp/own/slurm.key
  echo >/tmp/own/plugstack.conf
  chmod -R a+rX /tmp/own
  lab_in ctl mkdir -p /tmp/own
  cp -r /tmp/own /w/own
  only "user: a plugstack.conf of the user's own" leaks as alice env SLURM_CONF=/w/own/slurm.conf srun --quiet -w n1 --chdir / cat /node-secret
  equals "which the client does read" 7 as alice env SLURM_CONF=/w/own/slurm.conf srun --quiet -w n1 --chdir / cat /etc/skiff-jail
  as alice sbatch --quiet -w n1 --chdir / -o "/proc/$slurmd/root/tmp/escaped" --wrap true || true
  ln -s "/proc/$slurmd/root/tmp/escaped" "$jail/home/alice/link"
  as alice sbatch --quiet -w n1 --chdir / -o /home/alice/link --wrap true || true
  # Until both have run, or have been given back.
  lab_until 10 nothing_of alice || true
  only "user: output to the node by its path and by a link" lab_in n1 test -e /tmp/escaped
  only "user: a library in front of everything" leaks step alice n1 env LD_PRELOAD=/node-secret LD_LIBRARY_PATH=/node cat /node-secret
  lab_in ctl scontrol update NodeName=n1 State=RESUME 2>/dev/null || true
}

nothing_of() {
  [ -z "$(lab_in ctl squeue -h --user="$1")" ]
}

# Someone with rights in the jail swaps a mount's target for a link while steps begin: it must never lie elsewhere.
race() {
  local swapper round seen=''
  (while :; do
    mv -T "$jail/race/target" "$jail/race/real" && ln -s /etc/decoy "$jail/race/target"
    rm -f "$jail/race/target" && mv -T "$jail/race/real" "$jail/race/target"
  done) 2>/dev/null &
  swapper=$!
  local good=0
  for ((round = 0; round < 30; round++)); do
    if as alice timeout $((20 * lab_patience)) srun --quiet -w n1 --chdir / bash -c 'test ! -e /etc/decoy/numbers' 2>/dev/null; then
      good=$((good + 1))
    elif as alice timeout $((20 * lab_patience)) srun --quiet -w n1 --chdir / test -e /etc/decoy/numbers 2>/dev/null; then
      seen=yes
    fi
  done
  kill "$swapper"
  wait "$swapper" 2>/dev/null || true
  attempts=$((attempts + 1))
  verdict "user: a mount's target swapped for a link ($good of 30 steps ran)" "$seen"
}
