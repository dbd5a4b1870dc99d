#!/usr/bin/env bash
# Sourced by inside.sh: administrators of the jail, who are root in it but not root for Slurm, in jobs and in logins. A setuid root shell of
# the shared root stands for sudo, and mallory for SlurmUser.
# shellcheck disable=SC2154 # jail, release: cluster.sh, lab.sh, inside.sh
# shellcheck disable=SC2016 # expanded by the user's shell

part_admins() {
  local mode
  mkdir -p /w/gates/{ctl,n1,n2,node}
  for mode in step task; do
    cluster_conf mounts=/etc/slurm/jail.mounts version=7 "mode=$mode" on-failure=fail
    cluster_mounts "/w/gates/node $gate_target bind ro" "/home /home bind suid"
    no_sockets /w/conf/jail.mounts
    echo 'optional /w/built/writes_jail.so' >>/w/conf/plugstack.conf
    cluster_start
    start_gates
    in_jobs
    if [ "$mode" = task ]; then
      in_logins
    fi
    stop_gates
    cluster_stop
  done
}

# Where daemons in a node's pod and in the controller's pod listen, and where Slurm's commands in the jail find the gate.
if [ "$release" = 22.05 ]; then
  socket=munge.socket.2 node_folder=/run/munge ctl_folder=/run/munge gate_target=/run/munge
else
  socket=sack.socket node_folder=/run/slurm ctl_folder=/run/slurmctld gate_target=/run/slurmctld
fi

# Removes the lines that mount the daemons' own sockets: no_sockets MOUNTS-FILE
no_sockets() {
  sed -i -E '/^\/run\/(munge|slurm|slurmd) /d' "$1"
}

# Starts a gate on each node and on the controller, which is the login node here. Each has a directory of its own, as a pod has a volume.
start_gates() {
  local pod folder
  for pod in ctl n1 n2; do
    folder=$node_folder
    [ "$pod" != ctl ] || folder=$ctl_folder
    lab_in "$pod" /w/built/skiff-gate "/w/gates/$pod/$socket" "$folder/$socket" 0 "$(id -u mallory)" >>"/w/log/gate.$pod.log" 2>&1 &
    lab_until 10 test -S "/w/gates/$pod/$socket"
    # The mounts file is the same on both nodes.
    [ "$pod" = ctl ] || lab_in "$pod" mount --bind "/w/gates/$pod" /w/gates/node
  done
}

stop_gates() {
  end_all '/w/built/skiff-gate /w/gates/'
}

# Ends all programs with such a command line: end_all PATTERN
end_all() {
  pkill -f "$1"
  lab_until 10 none_runs "$1"
}

none_runs() {
  ! pgrep -f "$1" >/dev/null
}

# Succeeds if the partition is as the administrator of Slurm has left it.
partition_is_up() {
  [ "$(lab_in ctl sinfo -h -p plain -o %a)" = up ]
}

# Checks that somebody is not an administrator of Slurm: is_nobody_to_slurm NAME COMMAND-PREFIX...
# The commands fail because Slurm gets no credential for them.
is_nobody_to_slurm() {
  local name=$1
  shift
  fails "$name cannot change a partition" "$@" 'scontrol update partition=plain state=down'
  fails "$name cannot submit a job" "$@" 'sbatch --quiet --chdir / -o /dev/null --wrap true'
  fails "$name cannot cancel another user's job" "$@" "scancel $victim_job"
}

in_jobs() {
  local as_admin=(step alice n1 rootbash -p -c)
  start_victim
  equals "$mode: a user's command in a job asks slurmctld as the user" alice step alice n1 squeue -h --me -o %u --states=running
  equals "$mode: a user submits a job from a job" 'alice 0' nested_job
  equals "$mode: a step on two nodes ends as before" $'n1\nn2' as alice bash -c 'srun --quiet -N2 --ntasks-per-node=1 --chdir / hostname | sort'
  # In mode task, slurmstepd and its plugins are on the node.
  [ "$mode" = task ] || equals "$mode: what a plugin writes in /run is there for the task" yes \
    step alice n1 sh -c 'test -d /run/of-a-plugin && echo yes'
  equals "$mode: an administrator is root in the jail" 0 "${as_admin[@]}" 'echo $EUID'
  equals "$mode: an administrator writes to the jail" written "${as_admin[@]}" 'echo written >/etc/by-admin; cat /etc/by-admin'
  is_nobody_to_slurm "$mode: an administrator" "${as_admin[@]}"
  is_nobody_to_slurm "$mode: an administrator who is root entirely" admin_as root
  is_nobody_to_slurm "$mode: an administrator who becomes SlurmUser" admin_as mallory
  is_nobody_to_slurm "$mode: root, in a job of root" step root n1 bash -c
  fails "$mode: an administrator cannot find the daemon's socket" "${as_admin[@]}" \
    'for p in "" /proc/[0-9]*/root; do for f in /run/slurm /run/slurmd; do [ ! -S $p$f/sack.socket ] || exit 0; done; done; exit 1'
  # The gate does not protect other users of the jail from its administrators.
  equals "$mode: an administrator becomes another user, also for Slurm" dana admin_as dana 'squeue -h --me -o %u --states=running'
  equals "$mode: the partition is as it was" '' partition_verdict
  has "$mode: the gate reports whom it refuses" /w/log/gate.n1.log 'user 0 may not use'
  as dana scancel --user=dana
}

partition_verdict() {
  partition_is_up || lab_in ctl scontrol show partition plain
}

# Runs a command as another user, whom an administrator becomes in a job of alice: admin_as USER COMMAND
admin_as() {
  step alice n1 rootbash -p -c "setpriv --reuid $1 --regid $1 --clear-groups bash -c '$2'"
}

# Prints the user and the exit code of a job that a job of alice submits. sbatch there says that it does not find writes_jail.so.
nested_job() {
  step alice n1 bash -c 'sbatch --quiet --wait -w n2 --chdir / -o /home/alice/nested --wrap "id -un" 2>/dev/null; echo "$(cat /home/alice/nested) $?"'
}

# Logins, with jail-login and sshd in the controller's pod.
in_logins() {
  local as_admin=(login alice rootbash -p -c)
  start_login pam_no_chroot
  start_victim
  equals "a login is in the jail" 7 login alice cat /etc/skiff-jail
  equals "a user's command in a login asks slurmctld as the user" dana login dana squeue -h --me -o %u --states=running
  equals "a user has a /tmp and a /dev/shm of their own in logins" $'mine\nmine\nmine 1777 0' own_folders
  equals "another user does not see them" 0 login dana 'find /tmp /dev/shm -name note | wc -l'
  equals "root sees the directories of all users" 'alice dana' login root 'echo $(ls /tmp/.users)'
  equals "sshd can mount, and nothing in a session can" '1 0 0 0' mounting
  equals "an administrator is root in a login" 0 "${as_admin[@]}" "'echo \$EUID'"
  is_nobody_to_slurm "in a login, an administrator" login_bash alice rootbash
  is_nobody_to_slurm "in a login, root" login_bash root bash
  for user in alice root; do
    shell=bash
    [ "$user" = root ] || shell=rootbash
    fails "in a login, $user with root's rights cannot call chroot" login_bash "$user" "$shell" 'attack double-chroot'
    fails "in a login, $user with root's rights cannot reach the pod's root through a process" login_bash "$user" "$shell" "$through_a_process"
  done
  stop_login
  # sshd starts with what it needs, and sessions have what the arguments say: CAP_CHOWN and CAP_FOWNER.
  start_login pam_no_chroot capabilities=chown,fowner
  equals "sessions have the capabilities of the arguments" 0000000000000009 login root sed -n 's/^CapBnd:.//p' /proc/self/status
  stop_login
  # The control: without the module, root leaves.
  start_login pam_permit
  prints "without the module, root calls chroot in a login" '' login_bash root bash 'attack double-chroot'
  prints "without the module, root reaches the pod's root through a process" '' login_bash root bash "$through_a_process"
  stop_login
  as dana scancel --user=dana
}

# Looks for the pod's root in the root directory of each process, also as the user whom the process belongs to.
through_a_process='for p in /proc/[0-9]*; do
  [ ! -e $p/root/node-secret ] || exit 0
  u=$(stat -c %u $p 2>/dev/null) || continue
  ! setpriv --reuid $u --regid $u --clear-groups test -e $p/root/node-secret || exit 0
done; exit 1'

# Writes into the folders in one session of alice, and prints them in another.
own_folders() {
  login alice 'echo mine | tee /tmp/note /dev/shm/note' >/dev/null
  login alice 'cat /tmp/note /dev/shm/note; echo "$(cat /tmp/note) $(stat -c "%a %u" /tmp)"'
}

# Prints whether sshd, a user's process, one of an administrator and one of root can have CAP_SYS_ADMIN, which is bit 21.
mounting() {
  local sets
  sets=$(
    lab_in ctl sed -n 's/^CapEff:.//p' "/proc/$(lab_in ctl pgrep -f -o 'sshd -D -e -f /w/ssh/login')/status"
    login alice sed -n 's/^CapBnd:.//p' /proc/self/status
    login alice rootbash -p -c "'sed -n s/^CapBnd:.//p /proc/self/status'"
    login root sed -n 's/^CapBnd:.//p' /proc/self/status
  )
  for set in $sets; do echo $((0x$set >> 21 & 1)); done | paste -sd' '
}

# Starts sshd through jail-login, with a PAM module at the end of the session: start_login MODULE [ARGUMENT]
start_login() {
  local private=$jail/tmp' '$jail/dev/shm
  sed -E '/ (job|spool|cgroup)( |$)/d' /w/conf/jail.mounts | sed 's|^/w/gates/node |/w/gates/ctl |' >/w/conf/login.mounts
  printf '%s\n' '/tmp /tmp bind' '/dev/shm /dev/shm bind' >>/w/conf/login.mounts
  chmod 644 /w/conf/login.mounts
  printf '%s\n' 'account required pam_permit.so' 'session required pam_namespace.so ignore_instance_parent_mode mount_private' \
    "session required $(module_path "$1")" >/etc/pam.d/sshd
  ln -sf /run/sshd/namespace.conf /etc/security/namespace.conf
  printf '%s\n' 'Port 2224' 'HostKey /w/ssh/host' "ChrootDirectory $jail" 'UsePAM yes' 'StrictModes no' 'PidFile none' 'PrintMotd no' \
    'PermitRootLogin yes' 'AuthorizedKeysFile /w/ssh/user.pub' >/w/ssh/login
  lab_in ctl env PRIVATE_FOLDERS="$private" /w/built/jail-login root="$jail" version=7 mounts=/w/conf/login.mounts login-setuid=yes \
    login-mounts=yes "${@:2}" -- /w/lab/start-sshd.sh /w/ssh/login >>/w/log/jail-login.log 2>&1 &
  lab_until 20 lab_in ctl bash -c 'exec 3<>/dev/tcp/127.0.0.1/2224' 2>/dev/null
}

module_path() {
  if [ -e "/w/built/$1.so" ]; then
    echo "/w/built/$1.so"
  else
    echo "$1.so"
  fi
}

stop_login() {
  end_all 'sshd -D -e -f /w/ssh/login'
}

# Runs a command line in a login: login USER WORD...
login() {
  local user=$1
  shift
  lab_in ctl timeout $((30 * lab_patience)) ssh -q -i /w/ssh/user -p 2224 -o BatchMode=yes -o StrictHostKeyChecking=no \
    -o UserKnownHostsFile=/dev/null "$user@127.0.0.1" "$@"
}

# Runs a program for a shell in a login: login_bash USER SHELL COMMAND
login_bash() {
  login "$1" "$2 -p" <<<"$3"
}
