#!/usr/bin/env bash
# Sourced by tests with a jail: attempts of a job to reach the Kubernetes node: its disks, kernel, other pods and credentials. The pod's own root
# makes each attempt too. What it reaches, the jail blocks. The rest is blocked by the pod itself: without cgroups (target.cgroup:
# disabled), a worker's pod has no devices and no files of the node.
# shellcheck disable=SC2016,SC2154 # expanded in the job; dir, start: cluster.sh, jail_test.sh

# Runs a command in a job on cpu-0: in_job WHO COMMAND
# WHO is alice, root (in a job of root) or admin (alice with sudo).
in_job() {
  case $1 in
    admin) as alice "srun --quiet -w cpu-0 sudo $2" ;;
    *) as "$1" "srun --quiet -w cpu-0 $2" ;;
  esac
}

# Makes an attempt, which must fail in a job of each in WHO: attempt WHO NAME COMMAND
attempt() {
  local who name=$2 command=$3
  if k exec cpu-0 --container slurmd -- bash -c "$command" >/dev/null 2>&1; then
    reached=$((reached + 1))
  fi
  for who in $1; do
    if printf '%s\n' "$command" | in_job "$who" 'bash -s' >"$dir/attempt" 2>&1; then
      fail "$who reached from a job: $name: $(head -n 3 "$dir/attempt")"
    fi
  done
  attempts=$((attempts + 1))
}

# Sends a request without credentials from a job, which the server must refuse with CODE: is_refused WHO NAME CODE URL
is_refused() {
  local who code
  for who in $1; do
    code=$(in_job "$who" "curl --silent --insecure --max-time 20 --output /dev/null --write-out '%{http_code}' $4" 2>/dev/null) || true
    [ "$code" = "$3" ] || fail "$who in a job asks $2: the answer is $code, not $3"
  done
  attempts=$((attempts + 1))
}

# Checks that an administrator of the jail is not root for Slurm, in a login and in a job on a node: is_nobody_to_slurm ADMIN NODE
is_nobody_to_slurm() {
  local place user partition
  partition=$(a_partition)
  for place in '' "srun --quiet -w $2"; do
    for user in '' 'setpriv --reuid 64030 --regid 64030 --clear-groups'; do
      ! as "$1" "$place sudo $user scontrol update partition=$partition state=down" >"$dir/attempt" 2>&1 ||
        fail "an administrator changes a partition: $place sudo $user"
    done
  done
  prints "the partition is up" up "$1" "sinfo --noheader --format=%a --partition=$partition"
}

# Prints the name of a partition.
a_partition() {
  as alice 'sinfo --noheader --format=%R | head -n 1'
}

# Makes all attempts: node_attacks WHO
node_attacks() {
  local attempts=0 reached=0 host api by=$1
  attempt "$by" "a disk of the node in /dev" 'for d in /dev/[vsx]d[a-z] /dev/nvme?n? /dev/loop0; do [ -b "$d" ] && head -c 1 "$d" >/dev/null && exit 0; done; exit 1'
  attempt "$by" "a disk of the node through a new device file" 'read -r major minor < <(sed -nE "s/^ *([0-9]+) +([0-9]+) +[0-9]+ .*/\1 \2/p" /proc/partitions | head -n 1)
    rm -f /tmp/disk; mknod /tmp/disk b "$major" "$minor" && head -c 1 /tmp/disk >/dev/null; r=$?; rm -f /tmp/disk; exit $r'
  attempt "$by" "the machine's memory" 'test -r /dev/mem -o -r /dev/kmsg'
  attempt "$by" "the pod's own root" 'test -e /proc/1/root/etc/skiff/scripts/start-slurmd.sh'
  attempt "$by" "Slurm's key in the pod" 'for p in /proc/[0-9]*; do [ ! -r "$p/root/etc/skiff/keys/slurm.key" ] || exit 0; done; exit 1'
  attempt "$by" "the process list of a cgroup" 'd=$(find /sys/fs/cgroup -maxdepth 1 -type d | tail -n 1); test -w "$d/cgroup.procs"'
  attempt "$by" "the machine's core_pattern" 'v=$(cat /proc/sys/kernel/core_pattern); echo "$v" >/proc/sys/kernel/core_pattern'
  attempt "$by" "sysrq" 'test -w /proc/sysrq-trigger'
  attempt "$by" "a setting in /sys" 'f=/sys/kernel/mm/transparent_hugepage/enabled; [ -e $f ] || f=/sys/kernel/profiling; v=$(sed -E "s/.*\[(.*)\].*/\1/" $f); echo "$v" >$f'
  attempt "$by" "mounting a file system" 'mkdir -p /tmp/m; mount -t tmpfs x /tmp/m && umount /tmp/m'
  attempt "$by" "the volumes of other pods in the kubelet's directory" 'for p in "" /proc/[0-9]*/root; do compgen -G "$p/var/lib/kubelet/pods/*" >/dev/null && exit 0; done; exit 1'
  attempt "$by" "a process of another pod" 'grep -lsx "slurmctld\|kubelet\|containerd" /proc/[0-9]*/comm'
  # A job has the pod's network. Without credentials, the servers in it refuse.
  host=$(k get pod cpu-0 --output 'jsonpath={.status.hostIP}')
  api=$(k get service kubernetes --namespace default --output 'jsonpath={.spec.clusterIP}')
  is_refused "$by" "the API server for the Secrets" 403 "https://$api/api/v1/namespaces/slurm/secrets"
  is_refused "$by" "the API server for the pods" 403 "https://$api/api/v1/namespaces/slurm/pods"
  is_refused "$by" "the kubelet for the pods of its node" 401 "https://$host:10250/pods"
  is_refused "$by" "the kubelet to run a command in a pod" 401 "'https://$host:10250/exec/slurm/reef-slurmctld-0/slurmctld?command=id&output=1'"
  is_refused "$by" "the kubelet's port without authentication" 000 "http://$host:10255/pods"
  # The pod has no credentials or sockets of the node.
  k exec cpu-0 --container slurmd -- find / \( -path /proc -o -path /sys -o -path /mnt/jail \) -prune -o \
    \( -path '*/secrets/kubernetes.io/*' -o -path '/var/lib/kubelet/*' -o -name kubelet.conf -o -name containerd.sock \) -print >"$dir/credentials"
  [ ! -s "$dir/credentials" ] || fail "a worker's pod has credentials or sockets of the node: $(paste -sd' ' "$dir/credentials")"
  [ "$reached" -ge 2 ] || fail "the pod's own root succeeds with only $reached attempts, so they prove nothing"
  took "$start" "$attempts attempts to reach the node fail in jobs of $by; the pod's own root succeeds with $reached of them"
}
