#!/usr/bin/env bash
# Sourced by tests of logins, with cluster.sh, logins.sh and manual.sh: a login set with `userLimits: {cpu: 1, memory: 300Mi, processes: 60}` in
# 512 MiB, and the users bob (2002) and erin.
# shellcheck disable=SC2154 # dir: cluster.sh

# Prints how often the container sshd of a pod was restarted: restarts POD
restarts() {
  k get pod "$1" --output 'jsonpath={.status.containerStatuses[?(@.name=="sshd")].restartCount}'
}

# What a session runs to use memory: for a moment, or for some seconds.
hog='head -c 400M /dev/zero | tail -c 400M >/dev/null || echo killed'
hold='{ head -c 250M /dev/zero | { tail -c 250M || echo killed >&3; } | sleep 15; } 3>&1'

# Checks the limits of sessions: check_user_limits POD
check_user_limits() {
  local pod=$1 bob erin
  prints "a session is in the user's control group" limited bob 'grep -q "/users/2002$" /proc/self/cgroup && echo limited'
  prints "sshd is not" apart bob 'grep -q /users/ /proc/1/cgroup || echo apart'
  # shellcheck disable=SC2016 # of the session. CAP_SYS_ADMIN is bit 21.
  prints "nothing in a session can mount" 0 bob 'echo $((0x$(sed -n "s/^CapBnd:[[:blank:]]*//p" /proc/self/status) >> 21 & 1))'
  prints "a user cannot change the limits" refused bob 'find /sys/fs/cgroup -writable -path "*/users/*" | grep . || echo refused'

  as erin 'sleep 30; echo alive' >"$dir/erin.session" &
  erin=$!
  prints "a session that uses too much memory loses the process" killed bob "$hog"
  wait "$erin"
  [ "$(cat "$dir/erin.session")" = alive ] || fail "bob's use of memory ended erin's session"
  # Each has less than the limit, and both together have more than the pod's memory.
  as bob "$hold" >"$dir/bob.session" 2>/dev/null &
  bob=$!
  as erin "$hold" >"$dir/erin.session" 2>/dev/null &
  erin=$!
  wait "$bob" "$erin" || true
  grep killed "$dir/bob.session" "$dir/erin.session" >/dev/null || fail "no process was killed for the memory of all users"
  [ "$(restarts "$pod")" = 0 ] || fail "the users' memory ended sshd"

  as bob 'bomb() { bomb | bomb & }; bomb 2>/dev/null; sleep 900' >/dev/null 2>&1 &
  bob=$!
  within 30 bomb_is_full "$pod"
  start=$(now)
  prints "another user logs in beside a fork bomb" erin erin 'id -un'
  took "$start" 'another user logged in beside a fork bomb'
  if as bob true 2>/dev/null; then fail "a user with a fork bomb starts more processes"; fi
  follow logins 'kubectl -n slurm exec atlas-login-0 -c sshd -- ps' 's/atlas/campus/'
  printed '^bob .* bash'
  follow logins 'kubectl -n slurm exec atlas-login-0 -c sshd -- setpriv' 's/atlas/campus/'
  wait "$bob" || true
  within 30 as bob true
  [ "$(restarts "$pod")" = 0 ] || fail "the fork bomb ended sshd"
}

# Whether the processes of bob have reached their limit: bomb_is_full POD
bomb_is_full() {
  # With cgroup v2 or v1.
  k exec "$1" --container sshd -- sh -c 'cat /sys/fs/cgroup/users/2002/pids.current /sys/fs/cgroup/pids/users/2002/pids.current || true' 2>/dev/null |
    grep -E '^(59|60)$' >/dev/null
}
