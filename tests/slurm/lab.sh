#!/usr/bin/env bash
# Sourced inside a tree entered by in_root.sh: a small pod network, so that compiled files run with the names, addresses
# and ports that they were compiled with. One pod = one network, host name and mount namespace of its own.

lab_log=/w/log
declare -A lab_pid=() lab_ip=()
lab_next=10
# Deadlines are those of a machine that does nothing else; one that is four times slower meets them, too.
lab_patience=${LAB_PATIENCE:-4}

# Turns the loopback of in_root.sh into a bridge that pods hang on. Only files answer names, as an absent pod's name
# must fail at once: with no server to ask, the resolver would say "try again" and Slurm would, for ten seconds a name.
lab_start() {
  mkdir -p "$lab_log"
  # Where the image of slurmctld has it.
  install -D -m 755 /w/bin/skiff-sidecar /usr/libexec/skiff/skiff-sidecar
  ip addr del 10.77.0.1/16 dev lo
  ip link add pods type bridge
  ip addr add 10.77.0.1/16 dev pods
  ip link set pods up
  printf 'passwd: files\ngroup: files\nshadow: files\nhosts: files\n' >/etc/nsswitch.conf
  printf '127.0.0.1 localhost\n' >/etc/hosts
  # In place, as every pod's mount namespace must see what is added later.
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

# Runs a program as a pod that lab_name knows, in the background, its output in the log folder: lab_pod POD COMMAND...
lab_pod() {
  local pod=$1 link
  shift
  link=v${lab_ip[$pod]//./}
  ip netns add "$pod"
  printf '%s\n' "link add $link type veth peer name eth0 netns $pod" "link set $link master pods up" | ip -batch -
  printf '%s\n' "link set lo up" "addr add ${lab_ip[$pod]}/16 dev eth0" "link set eth0 up" | ip -n "$pod" -batch -
  lab_again "$pod" "$@"
}

# Starts a program in the network of a pod that had one, as a replaced container would. With $lab_cpu it stays on that processor: ids of
# mount namespaces come in batches per processor, and one with a lower id than the pod's can't be bind-mounted there, which Slurm's own
# namespaces of jobs need.
lab_again() {
  local pod=$1
  shift
  # Not ip-netns exec: that mounts a fresh /sys, and Slurm 22.05 does not start without /sys/fs/cgroup.
  nsenter --net="/run/netns/$pod" ${lab_cpu:+taskset -c "$lab_cpu"} setsid unshare --uts --mount /w/lab/pod.sh "$pod" "$@" \
    </dev/null >>"$lab_log/$pod.log" 2>&1 &
  lab_pid[$pod]=$!
}

# Runs a command inside a pod, in the foreground.
lab_in() {
  local pod=$1
  shift
  nsenter --target "${lab_pid[$pod]}" --net --uts --mount -- "$@"
}

# True while the pod's program runs.
lab_alive() {
  kill -0 "${lab_pid[$1]}" 2>/dev/null
}

# Ends a pod's programs and waits for the first of them.
lab_stop() {
  kill -- "-${lab_pid[$1]}"
  wait "${lab_pid[$1]}" || true
}

# Waits until a command succeeds, for so many seconds of a machine that does nothing else; with 1 it has to succeed at once:
# lab_until SECONDS COMMAND...
lab_until() {
  local began=$SECONDS seconds=$(($1 > 1 ? $1 * lab_patience : 1))
  shift
  until "$@"; do
    if [ "$((SECONDS - began))" -ge "$seconds" ]; then
      return 1
    fi
    # Asking costs more than waiting.
    sleep "0.$((SECONDS - began < 2 ? 1 : 4))"
  done
}

# The same while a pod's program runs: lab_wait POD SECONDS COMMAND...
lab_wait() {
  local pod=$1 ended=''
  shift
  lab_until "$1" lab_met_or_ended "$pod" "${@:2}" && [ -z "$ended" ]
}
lab_met_or_ended() {
  "${@:2}" || { ! lab_alive "$1" && ended=yes; }
}

# Reports one check: its name, and what is wrong with it when anything was printed; $failed then says so. verdict NAME OUTPUT
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

# Reports a step: the command succeeds within so many seconds, or what the test's `shown` prints is shown, and $failed says so. With
# $last_failure it is the end. step SECONDS NAME COMMAND...
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
