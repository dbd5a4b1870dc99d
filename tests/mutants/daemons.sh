#!/usr/bin/env bash
# Sourced by judge.sh: starts and ends slurmctld and slurmd, as often as there are mutants. All daemons run in one network namespace, because
# every mutant is a cluster of its own, and only one of its nodes runs.
# shellcheck disable=SC2154 # dir: judge.sh

controller_pid='' node_pid='' node=''
# How often to poll for a state, every twentieth of a second. An idle machine needs one second at most.
most_polls=$((20 * ${LAB_SECONDS:-40}))

# Waits for a twentieth of a second without a process.
nap() {
  read -r -t 0.05 -u "$nap_fd" || true
}

# Mounts what pods of the controller and of a node have: a root that is read only, and a few directories.
daemons_begin() {
  local folder
  exec {nap_fd}<> <(:)
  mkdir -p /w/log /etc/skiff /etc/slurm /var/spool/slurmctld /var/spool/slurmd
  ln -sfn /w/out/scripts /etc/skiff/scripts
  mount -t tmpfs lab /etc/slurm
  mount -t tmpfs -o "uid=slurm,gid=slurm,mode=755" lab /var/spool/slurmctld
  mount -t tmpfs lab /var/spool/slurmd
  install -d -o slurm -g slurm /run/slurmctld /run/slurmdbd
  install -d /run/slurm /run/node
  printf 'passwd: files\ngroup: files\nshadow: files\nhosts: files\n' >/etc/nsswitch.conf
  : >/run/hosts
  mount --bind /run/hosts /etc/hosts
  head -c 64 /dev/urandom >/run/slurm.key
  head -c 32 /dev/urandom >/run/jwt_hs256.key
  head -c 128 /dev/urandom >/etc/munge/munge.key
  chown munge:munge /etc/munge/munge.key
  chmod 400 /etc/munge/munge.key
  for folder in /var/log/munge /var/lib/munge; do
    mount -t tmpfs -o uid=munge,gid=munge,mode=700 lab "$folder"
  done
  install -d -o munge -g munge -m 755 /run/munge
  # munged complains that one of its addresses has no name, which nothing needs.
  setpriv --reuid munge --regid munge --init-groups munged 2>/dev/null
  mount -o remount,bind,ro /
  release=$(slurmctld -V | sed -E 's/^[^0-9]*([0-9]+\.[0-9]+).*/\1/')
}

# Runs a program with a host name of its own: with_name NAME COMMAND...
# It also has its own /run/slurm. Otherwise clients would connect to the socket of a slurmd that does not answer yet.
with_name() {
  # shellcheck disable=SC2016 # expanded by the inner shell
  exec unshare --uts --mount sh -c 'hostname "$0" && mount -t tmpfs lab /run/slurm && exec "$@"' "$@"
}

# Prints nothing and succeeds while a daemon runs. Otherwise returns its status, or 1 if that is 0: alive PID
alive() {
  local status=0
  kill -0 "$1" 2>/dev/null && return
  wait "$1" || status=$?
  return $((status == 0 ? 1 : status))
}

# Makes the names of the mutant's hosts known. The slurmdbd of an earlier mutant may still run, and needs its database at each full hour.
write_hosts() {
  local host
  if [ -e "$dir/slurm/slurmdbd.conf" ]; then
    host=$(accounts_key StorageHost)
    grep -qsxF "10.77.0.1 $host" /run/databases || echo "10.77.0.1 $host" >>/run/databases
  fi
  touch /run/databases
  cat "$dir/hosts" /run/databases >/run/hosts.next
  cat /run/hosts.next >/etc/hosts
}

# Installs the files of Secrets, and the key set of an identity provider: that of the spec, or that of a ConfigMap of others.
install_keys() {
  local key_set=$dir/slurm/jwks.json
  [ -e "$key_set" ] || key_set=/w/lab/identity-provider.jwks
  install -m 440 -g slurm /run/slurm.key /run/jwt_hs256.key /etc/slurm/
  install -m 444 "$key_set" /etc/slurm/jwks.json
}

# Starts slurmctld with the files as compiled, and returns 0 when it answers, its status if it exits, or 255.
controller_up() {
  local poll status
  rm -rf /etc/slurm/* /var/spool/slurmctld/* /run/slurmctld/*
  write_hosts
  install -m 440 -g slurm "$dir"/mounted/* /etc/slurm/
  install_keys
  with_name "$(<"$dir/controller")" env -u SLURM_CONF setpriv --reuid slurm --regid slurm --clear-groups slurmctld -D \
    >/w/log/slurmctld 2>&1 </dev/null &
  controller_pid=$!
  for ((poll = 1; poll <= most_polls; poll++)); do
    nap
    status=0
    alive "$controller_pid" || status=$?
    if [ "$status" -ne 0 ]; then
      return "$status"
    fi
    # A mutant may log less, so also ask now and then.
    if [[ $(<"/w/log/slurmctld") == *"Running as primary controller"* ]] || { [ $((poll % 40)) -eq 0 ] && scontrol ping 2>/dev/null | grep -q UP; }; then
      return 0
    fi
  done
  return 255
}

# Returns 0 while slurmctld runs, otherwise its status.
controller_alive() {
  alive "$controller_pid"
}

# Starts slurmd of one node in the background, with the changes that a machine without its control groups and devices needs (overlay.sh).
node_begin() {
  node=$(<"$dir/node")
  rm -rf /run/node /var/spool/slurmd/*
  cp -r "$dir/mounted" /run/node
  install -m 400 /run/slurm.key /run/node/
  overlay_cgroup /run/node "$release"
  overlay_hardware /run/node
  overlay_gres /run/node
  overlay_absent /run/node >/dev/null
  : >/w/log/slurmd
  ln -sfn /w/log/slurmd /run/slurmd.log
  with_name "$node" env -u SLURM_CONF slurmd -D -N "$node" -f /run/node/slurm.conf >>/w/log/slurmd 2>&1 </dev/null &
  node_pid=$!
}

# Returns 0 when the node has registered, slurmd's status if it exits, or 255.
node_up() {
  local poll status
  for ((poll = 1; poll <= most_polls / 2; poll++)); do
    # Before a node registers, slurmctld does not know its version.
    if [[ $(scontrol show node "$node" 2>/dev/null) == *" Version="* ]]; then
      return 0
    fi
    status=0
    alive "$node_pid" || status=$?
    if [ "$status" -ne 0 ]; then
      return "$status"
    fi
    nap
    nap
  done
  return 255
}

# Ends the daemons of a mutant at once. Nothing of them is used again.
daemons_end() {
  local pid
  for pid in $controller_pid $node_pid; do
    kill -KILL "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  controller_pid='' node_pid=''
}
