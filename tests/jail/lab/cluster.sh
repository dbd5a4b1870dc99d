#!/usr/bin/env bash
# Sourced by inside.sh: a cluster with a controller and two nodes, n1 and n2, which share the jail at /mnt/jail. Each is a pod of lab.sh
# with its own /run, /tmp, /etc/slurm and /var/spool. Commands of users run in the controller's pod.
# shellcheck disable=SC2154 # release: inside.sh

plugins=/usr/lib/x86_64-linux-gnu/slurm-wlm
jail=/mnt/jail

# Prepares once: names, keys, files of the node that no job may see, and the jail as a populate job would leave it.
cluster_prepare() {
  local pod
  for pod in ctl n1 n2; do
    lab_name "$pod" "$pod"
    printf '%s\n' '/run 755' '/tmp 1777' '/etc/slurm 755' '/var/spool 755' '/dev/shm 1777' '/mnt/nvme 755' >"/w/pods.$pod"
  done
  # docs/jail.md, step 6: the nodes have no directory that users may write to, and instead of su a program that runs nothing of the user's.
  for pod in n1 n2; do
    sed -i 's/1777/755/' "/w/pods.$pod"
  done
  chmod 755 /var/tmp
  ln -sf /w/lab/user-environment.sh /usr/bin/su
  mkdir -p /w/pods /mnt/nvme /datasets /opt/node-only
  for pod in ctl n1 n2; do
    mv "/w/pods.$pod" "/w/pods/$pod.mounts"
  done
  cp /w/built/spank_chroot.so "$plugins/"
  echo node >/node-secret
  chmod 644 /node-secret
  echo numbers >/datasets/numbers
  # A second mount of the jail, for tests that unmount the first one in a pod.
  mkdir /w/kept-jail
  mount --bind "$jail" /w/kept-jail
  # Two more users, both on the node and in the jail.
  useradd --uid 1001 --create-home --shell /bin/bash dana
  useradd --uid 1002 --create-home --shell /bin/bash mallory
  chroot "$jail" useradd --uid 1001 --create-home --shell /bin/bash dana
  chroot "$jail" useradd --uid 1002 --create-home --shell /bin/bash mallory
  echo 7 >"$jail/etc/skiff-jail"
  mkdir -p "$jail/datasets" "$jail/usr/local/nvidia" "$jail/var/spool/slurmd" "$jail/scratch" "$jail$plugins"
  touch "$jail$plugins/spank_chroot.so" "$jail/etc/resolv.conf" "$jail/etc/hosts"
  cp /w/built/{attack,pmix_ring} "$jail/usr/local/bin/"
  # A setuid root shell: it gives a user what a user who may become root in the jail has.
  cp "$jail/bin/bash" "$jail/usr/local/bin/rootbash"
  chmod 4755 "$jail/usr/local/bin/rootbash"
  # SSH keys of the users.
  mkdir /w/ssh
  ssh-keygen -q -t ed25519 -N '' -f /w/ssh/host
  ssh-keygen -q -t ed25519 -N '' -f /w/ssh/user
  for pod in alice dana; do
    install -d -o "$pod" -g "$pod" -m 700 "/home/$pod/.ssh"
    install -o "$pod" -g "$pod" -m 600 /w/ssh/user.pub "/home/$pod/.ssh/authorized_keys"
    usermod -p '*' "$pod"
  done
  # Users read the scripts that they submit from /w.
  chmod 755 /w
  umask 022
  (umask 077; head -c 128 /dev/urandom >/w/munge.key; head -c 64 /dev/urandom >/w/slurm.key)
  if [ "$release" = 22.05 ]; then
    mkdir -p /w/munge /run/munge
    install -o munge -g munge -m 400 /w/munge.key /etc/munge/munge.key
    chown munge:munge /w/munge /var/log/munge
    mount --bind /w/munge /run/munge
    setpriv --reuid munge --regid munge --init-groups munged 2>/dev/null
  fi
}

# Sets a parameter in slurm.conf, and replaces its old value: conf KEY VALUE
conf() {
  sed -i "/^$1=/d" /w/conf/slurm.conf
  printf '%s=%s\n' "$1" "$2" >>/w/conf/slurm.conf
}

# Writes the configuration files, before cluster_start: cluster_conf ARGUMENT-OF-THE-PLUGIN...
cluster_conf() {
  rm -rf /w/conf
  mkdir /w/conf
  cat >/w/conf/slurm.conf <<EOF
ClusterName=jail
SlurmctldHost=ctl
SlurmUser=root
SlurmdUser=root
AuthType=auth/slurm
CredType=cred/slurm
StateSaveLocation=/var/spool/slurmctld
SlurmdSpoolDir=/var/spool/slurmd
SlurmctldPidFile=/run/slurmctld.pid
SlurmdPidFile=/run/slurmd.pid
SlurmdLogFile=/w/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=10000
SlurmdParameters=config_overrides
PrologFlags=Alloc
ReturnToService=2
MpiDefault=none
MailProg=/bin/true
LaunchParameters=use_interactive_step
KillWait=2
SlurmdTimeout=300
JobRequeue=1
TmpFS=/tmp
NodeName=n[1-2] CPUs=256 RealMemory=1000
PartitionName=main Nodes=ALL Default=YES
PartitionName=plain Nodes=ALL
EOF
  if [ "$release" = 22.05 ]; then
    conf AuthType auth/munge
    conf CredType cred/munge
  else
    printf 'CgroupPlugin=disabled\n' >/w/conf/cgroup.conf
    install -m 600 /w/slurm.key /w/conf/slurm.key
  fi
  printf '%s\n' "required $plugins/spank_chroot.so root=$jail $*" >/w/conf/plugstack.conf
}

# Writes the mounts file, with the default mounts and these lines: cluster_mounts LINE...
cluster_mounts() {
  {
    sed -n '/# SOURCE/,/^)/p' /w/lab/default_mounts.cc | sed '1d; /^)/d'
    printf '%s\n' "$plugins/spank_chroot.so $plugins/spank_chroot.so bind ro,exec" "$@"
  } >/w/conf/jail.mounts
}

# Starts the daemons with the configuration in /w/conf.
cluster_start() {
  local pod
  for pod in ctl n1 n2; do
    rm -rf "/w/pods/$pod"
    mkdir -p "/w/pods/$pod/etc"
    cp -a /w/conf "/w/pods/$pod/etc/slurm"
    if [ -e "/run/netns/$pod" ]; then
      lab_again "$pod" "/w/lab/daemon.sh"
    else
      lab_pod "$pod" "/w/lab/daemon.sh"
    fi
  done
  if ! lab_until 40 cluster_idle; then
    verdict "both nodes are idle" "$(lab_in ctl sinfo 2>&1; tail -n 5 "$lab_log"/{ctl,n1,n2}.log)"
    exit 1
  fi
}

# Succeeds if no step runs and slurmctld has no job left.
no_steps() {
  ! pgrep -x slurmstepd >/dev/null && [ -z "$(lab_in ctl squeue -h)" ]
}

# Stops the daemons and everything that they started. Jobs are cancelled first: with auth/slurm, a slurmd that exits waits for its steps,
# and these cannot report without its socket.
cluster_stop() {
  local pod user
  for user in alice dana root; do
    lab_in ctl scancel "--user=$user" || true
  done
  lab_until 60 no_steps || true
  # Kill the steps before slurmd, because slurmd waits forever for one that failed while it started. No other Slurm runs here.
  pkill -KILL slurmstepd || true
  for pod in n1 n2 ctl; do
    stop_pod "$pod"
  done
  pkill -KILL slurmstepd || true
}

# Stops a pod. Kills it after 30 seconds, whatever its daemon waits for.
stop_pod() {
  local end
  (sleep 30 && kill -KILL -- "-${lab_pid[$1]}") 2>/dev/null &
  end=$!
  lab_stop "$1" 2>/dev/null
  kill "$end" 2>/dev/null || true
  wait "$end" 2>/dev/null || true
}

cluster_idle() {
  [ "$(lab_in ctl sinfo -h -p main -t idle -o %D 2>/dev/null)" = 2 ]
}

# Runs a command as a user: as USER COMMAND...
# The status is 124 if it takes longer than $patience seconds, as srun does when it finds no node.
as() {
  local user=$1
  shift
  lab_in ctl env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin HOME=/ USER="$user" \
    setpriv --reuid "$user" --regid "$user" --init-groups --inh-caps=-all -- timeout --foreground "$((${patience:-60} * lab_patience))" "$@"
}

# Resumes drained nodes. Slurm drains a node when a job could not start there, possibly some time after that job is gone. The nodes and their
# reasons are recorded, so that a check can ask whether a user drained one (drains).
undrain() {
  local drained
  drained=$(lab_in ctl sinfo -h -p main -t drain -o '%n: %E' 2>/dev/null) || true
  if [ -n "$drained" ]; then
    printf '%s\n' "$drained" >>/w/log/undrained
    lab_in ctl scontrol update NodeName=n1,n2 State=RESUME 2>/dev/null || true
  fi
}

# Prints the nodes that are drained, down or failed, and those that undrain resumed since the file /w/log/undrained was emptied.
drains() {
  cat /w/log/undrained
  lab_in ctl sinfo -h -p main -t drain,down,fail -o '%n: %E'
}

# Runs a command in a step, as a user on a node: step USER NODE COMMAND...
step() {
  local user=$1 node=$2
  shift 2
  undrain
  as "$user" srun --quiet -w "$node" -N1 -n1 --chdir / "$@"
}

# Runs a step of alice on n1 with a terminal. Prints the terminal's name, and `good` if it is a terminal.
on_terminal() {
  undrain
  lab_in ctl timeout $((60 * lab_patience)) script -qefc "setpriv --reuid alice --regid alice --init-groups srun --quiet -w n1 --pty --chdir / bash -c 'tty; stty size >/dev/null && echo good'" /dev/null
}

# Submits a batch script from standard input and waits for the job: batch USER OPTIONS...
batch() {
  local user=$1 script
  shift
  script=$(mktemp /w/script.XXXXXX)
  cat >"$script"
  chmod 644 "$script"
  as "$user" sbatch --quiet --wait --chdir / "$@" "$script"
}

# Prints the number of mounts that Slurm's processes see on a node: node_mounts NODE
node_mounts() {
  lab_in "$1" cat /proc/self/mountinfo | wc -l
}

# Succeeds if a command prints the secret of the node's root filesystem. Its exit status is not enough, because srun of 22.05 exits with 0
# even if it ran nothing: leaks COMMAND...
leaks() {
  local out status=0
  undrain
  out=$("$@" 2>/dev/null) || status=$?
  [ "$status" -ne 124 ] || return 124
  grep -qx node <<<"$out"
}

# Prints which files of the jail daemons opened with more capabilities than
# the jail gives, as recorded by programs/opens.cc. The marker is left out.
capable_opens() {
  awk -v marker=/etc/skiff-jail '$1 ~ /^slurm/ && $2 !~ /^0+$/ && $2 != "00000000a00405fb" && substr($4, length($4) - length(marker) + 1) != marker' /w/log/opens |
    sort | uniq -c
}
