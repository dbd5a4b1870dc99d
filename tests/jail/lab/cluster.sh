#!/usr/bin/env bash
# Sourced by inside.sh: a cluster of a controller and two nodes, n1 and n2, that share the jail at /mnt/jail. Each is a pod of
# lab.sh with its own /run, /tmp, /etc/slurm and /var/spool; commands of users are given in the controller's pod.
# shellcheck disable=SC2154 # release: inside.sh

plugins=/usr/lib/x86_64-linux-gnu/slurm-wlm
jail=/mnt/jail

# What is made once: names, keys, the files of the node that no job may see, and the jail as a populate job would leave it.
cluster_prepare() {
  local pod
  for pod in ctl n1 n2; do
    lab_name "$pod" "$pod"
    printf '%s\n' '/run 755' '/tmp 1777' '/etc/slurm 755' '/var/spool 755' '/dev/shm 1777' '/mnt/nvme 755' >"/w/pods.$pod"
  done
  # docs/jail.md, step 6: on the nodes no place that users may write, and in the place of su what runs nothing of theirs.
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
  # The jail's mount once more, for a pod that lost its own.
  mkdir /w/kept-jail
  mount --bind "$jail" /w/kept-jail
  # A user of the node alone, and one of both.
  useradd --uid 1001 --create-home --shell /bin/bash dana
  useradd --uid 1002 --create-home --shell /bin/bash mallory
  chroot "$jail" useradd --uid 1001 --create-home --shell /bin/bash dana
  chroot "$jail" useradd --uid 1002 --create-home --shell /bin/bash mallory
  echo 7 >"$jail/etc/skiff-jail"
  mkdir -p "$jail/datasets" "$jail/usr/local/nvidia" "$jail/var/spool/slurmd" "$jail/scratch"
  touch "$jail$plugins/spank_chroot.so" "$jail/etc/resolv.conf" "$jail/etc/hosts"
  cp /w/built/{attack,pmix_ring} "$jail/usr/local/bin/"
  # A root shell for whoever finds it: what a user who may become root in the jail would have.
  cp "$jail/bin/bash" "$jail/usr/local/bin/rootbash"
  chmod 4755 "$jail/usr/local/bin/rootbash"
  # Keys by which the users log in over ssh.
  mkdir /w/ssh
  ssh-keygen -q -t ed25519 -N '' -f /w/ssh/host
  ssh-keygen -q -t ed25519 -N '' -f /w/ssh/user
  for pod in alice dana; do
    install -d -o "$pod" -g "$pod" -m 700 "/home/$pod/.ssh"
    install -o "$pod" -g "$pod" -m 600 /w/ssh/user.pub "/home/$pod/.ssh/authorized_keys"
    usermod -p '*' "$pod"
  done
  # Scripts that users submit lie there.
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

# Writes a key of slurm.conf, in place of what stands there: conf KEY VALUE
conf() {
  sed -i "/^$1=/d" /w/conf/slurm.conf
  printf '%s=%s\n' "$1" "$2" >>/w/conf/slurm.conf
}

# The configuration, before cluster_start: cluster_conf ARGUMENTS-OF-THE-PLUGIN
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

# The mounts of a test, the default ones and these lines: cluster_mounts LINE...
cluster_mounts() {
  {
    sed -n '/# SOURCE/,/^)/p' /w/lab/default_mounts.cc | sed '1d; /^)/d'
    printf '%s\n' "$plugins/spank_chroot.so $plugins/spank_chroot.so bind ro,exec" "$@"
  } >/w/conf/jail.mounts
}

# Starts the daemons on what is in /w/conf.
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

# True when no step is left, and each has told slurmctld so.
no_steps() {
  ! pgrep -x slurmstepd >/dev/null && [ -z "$(lab_in ctl squeue -h)" ]
}

# Ends the daemons and everything that they started. Jobs first: with auth/slurm a slurmd that ends waits for steps that can't report
# without its socket.
cluster_stop() {
  local pod user
  for user in alice dana root; do
    lab_in ctl scancel "--user=$user" || true
  done
  lab_until 60 no_steps || true
  # Before their slurmd, which waits without end for one that failed while it began. Nothing but this test runs here.
  pkill -KILL slurmstepd || true
  for pod in n1 n2 ctl; do
    stop_pod "$pod"
  done
  pkill -KILL slurmstepd || true
}

# Ends a pod, within half a minute whatever its daemon waits for.
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

# A command of a user, ended with status 124 where it does not come to an end, as srun does not that finds no node: as USER COMMAND...
as() {
  local user=$1
  shift
  lab_in ctl env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin HOME=/ USER="$user" \
    setpriv --reuid "$user" --regid "$user" --init-groups --inh-caps=-all -- timeout --foreground "$((${patience:-60} * lab_patience))" "$@"
}

# Slurm drains a node for a job that could not begin, and may do so some time after that job is gone.
undrain() {
  if [ -n "$(lab_in ctl sinfo -h -p main -t drain -o %n 2>/dev/null)" ]; then
    lab_in ctl scontrol update NodeName=n1,n2 State=RESUME 2>/dev/null || true
  fi
}

# A step of a user on a node: step USER NODE COMMAND...
step() {
  local user=$1 node=$2
  shift 2
  undrain
  as "$user" srun --quiet -w "$node" -N1 -n1 --chdir / "$@"
}

# A step of alice's on n1 with a terminal of its own: prints the terminal's name, and `good` where it is one.
on_terminal() {
  undrain
  lab_in ctl timeout $((60 * lab_patience)) script -qefc "setpriv --reuid alice --regid alice --init-groups srun --quiet -w n1 --pty --chdir / bash -c 'tty; stty size >/dev/null && echo good'" /dev/null
}

# A batch script from stdin, waited for: batch USER OPTIONS...
batch() {
  local user=$1 script
  shift
  script=$(mktemp /w/script.XXXXXX)
  cat >"$script"
  chmod 644 "$script"
  as "$user" sbatch --quiet --wait --chdir / "$@" "$script"
}

# The mounts of a node that Slurm's own processes see, as one number: node_mounts NODE
node_mounts() {
  lab_in "$1" cat /proc/self/mountinfo | wc -l
}

# True if a command prints what lies in the node's root: srun of 22.05 ends with 0 also where it ran nothing.
leaks() {
  local out status=0
  undrain
  out=$("$@" 2>/dev/null) || status=$?
  [ "$status" -ne 124 ] || return 124
  grep -qx node <<<"$out"
}

# What daemons opened of the jail under the watch of programs/opens.cc, with capabilities that the jail does not give, but for the marker.
capable_opens() {
  awk -v marker=/etc/skiff-jail '$1 ~ /^slurm/ && $2 !~ /^0+$/ && $2 != "00000000a00405fb" && substr($4, length($4) - length(marker) + 1) != marker' /w/log/opens |
    sort | uniq -c
}
