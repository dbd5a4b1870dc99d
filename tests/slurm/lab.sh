#!/usr/bin/env bash
# Sourced inside a root filesystem (in_root.sh): a small network of pods, so that compiled files run with the names, addresses and ports
# that they were compiled with. Each pod has its own network, host name and mount namespace.

lab_log=/w/log
declare -A lab_pid=() lab_ip=()
lab_next=10
# Deadlines are for an idle machine. They are multiplied by this number, for a slower or busy machine.
lab_patience=${LAB_PATIENCE:-4}

# Replaces the loopback address of in_root.sh with a bridge for the pods. Names are resolved only from files, because the name of an absent
# pod must fail at once. DNS without a server would return "try again", and Slurm would retry for ten seconds per name.
lab_start() {
  mkdir -p "$lab_log"
  # Their paths in the images.
  install -D -m 755 -t /usr/libexec/skiff /w/bin/skiff-sidecar /w/bin/skiff-exporter /w/bin/skiff-database-tls /w/bin/authorized-keys
  ip addr del 10.77.0.1/16 dev lo
  ip link add pods type bridge
  ip addr add 10.77.0.1/16 dev pods
  ip link set pods up
  printf 'passwd: files\ngroup: files\nshadow: files\nhosts: files\n' >/etc/nsswitch.conf
  printf '127.0.0.1 localhost\n' >/etc/hosts
  # Later changes to files must be made in place, because all mount namespaces of pods must see them.
  printf 'LAB=1\n' >/etc/environment
}

# Gives a pod an address and its names: lab_name POD NAME...
lab_name() {
  local pod=$1 ip
  shift
  lab_next=$((lab_next + 1))
  ip=10.77.$((lab_next / 250)).$((lab_next % 250 + 2))
  lab_ip[$pod]=$ip
  printf '%s %s %s\n' "$ip" "$*" "$pod" >>/etc/hosts
}

# Runs a program in the background as a pod that lab_name has named, with its output in the log directory: lab_pod POD COMMAND...
lab_pod() {
  local pod=$1 link
  shift
  link=v${lab_ip[$pod]//./}
  ip netns add "$pod"
  printf '%s\n' "link add $link type veth peer name eth0 netns $pod" "link set $link master pods up" | ip -batch -
  printf '%s\n' "link set lo up" "addr add ${lab_ip[$pod]}/16 dev eth0" "link set eth0 up" | ip -n "$pod" -batch -
  lab_again "$pod" "$@"
}

# Starts a program in the network of an existing pod, as a replaced container would: lab_again POD COMMAND...
# With $lab_cpu it stays on that processor. IDs of mount namespaces are allocated in batches per processor, and a namespace with a lower ID
# than the pod's cannot be bind-mounted there, as Slurm's own job namespaces need it.
lab_again() {
  local pod=$1
  shift
  # Not `ip netns exec`, because it mounts a new /sys, and Slurm 22.05 does not start without /sys/fs/cgroup.
  nsenter --net="/run/netns/$pod" ${lab_cpu:+taskset -c "$lab_cpu"} setsid unshare --uts --mount /w/lab/pod.sh "$pod" "$@" \
    </dev/null >>"$lab_log/$pod.log" 2>&1 &
  lab_pid[$pod]=$!
}

# Runs a command inside a pod, in the foreground: lab_in POD COMMAND...
lab_in() {
  local pod=$1
  shift
  nsenter --target "${lab_pid[$pod]}" --net --uts --mount -- "$@"
}

# Replaces a file of a pod in one step, like a kubelet, so that no program reads a part of it: lab_put POD FILE PATH
# The owner and mode stay.
lab_put() {
  # shellcheck disable=SC2016 # that shell's own
  lab_in "$1" sh -c 'cp -p "$2" "$2.new" && cat "$1" >"$2.new" && mv "$2.new" "$2"' - "$2" "$3"
}

# Succeeds while the pod's program runs.
lab_alive() {
  kill -0 "${lab_pid[$1]}" 2>/dev/null
}

# Sends SIGTERM to a pod's process group and waits for its program.
lab_stop() {
  kill -- "-${lab_pid[$1]}"
  wait "${lab_pid[$1]}" || true
}

# Waits until a command succeeds: lab_until SECONDS COMMAND...
# SECONDS is multiplied by $lab_patience, except 1: then the command must succeed within one second.
lab_until() {
  local began=$SECONDS seconds=$(($1 > 1 ? $1 * lab_patience : 1))
  shift
  until "$@"; do
    if [ "$((SECONDS - began))" -ge "$seconds" ]; then
      return 1
    fi
    # Check less often after two seconds, because a check costs more than waiting.
    sleep "0.$((SECONDS - began < 2 ? 1 : 4))"
  done
}

# The same, but fails at once if the pod's program exits: lab_wait POD SECONDS COMMAND...
lab_wait() {
  local pod=$1 ended=''
  shift
  lab_until "$1" lab_met_or_ended "$pod" "${@:2}" && [ -z "$ended" ]
}
lab_met_or_ended() {
  "${@:2}" || { ! lab_alive "$1" && ended=yes; }
}

# Reports one check: verdict NAME OUTPUT
# The check failed if OUTPUT is not empty. Then it prints OUTPUT and sets $failed.
verdict() {
  if [ -z "$2" ]; then
    echo "ok   $1"
  else
    echo "FAIL $1"
    printf '       %s\n' "${2//$'\n'/$'\n       '}"
    # shellcheck disable=SC2034 # of the program that sources this
    failed=1
  fi
}

# Reports a step, a command that must succeed within SECONDS: step SECONDS NAME COMMAND...
# If it does not, prints the output of the test's function `shown` and sets $failed. With $last_failure set, the test ends then.
step() {
  local seconds=$1 name=$2 began=$SECONDS
  shift 2
  if lab_until "$seconds" "$@"; then
    echo "ok   $name ($((SECONDS - began)) s)"
    return
  fi
  echo "FAIL $name"
  shown 2>&1 | sed 's/^/       /' || true
  # shellcheck disable=SC2034 # of the program that sources this
  failed=1
  [ -z "${last_failure:-}" ] || exit 1
}
