#!/usr/bin/env bash
# Sourced by tests of users, with cluster.sh: whom the pods of the cluster `campus` know, and who can run jobs.
# shellcheck disable=SC2154 # dir: cluster.sh
pods=("campus-slurmctld-0 slurmctld" "campus-slurmctld-0 sidecar" "campus-slurmdbd-0 slurmdbd" "cpu-0 slurmd" "campus-login-0 sshd"
  "campus-login-0 sackd")

# Prints what a pod knows of a user and a group: names_in POD CONTAINER USER
names_in() {
  k exec "$1" --container "$2" -- sh -c "getent passwd $3; id $3; getent group physics"
}

# Succeeds when all pods know a user, in the same way: known_everywhere USER
known_everywhere() {
  local pod
  names_in campus-login-0 sshd "$1" >"$dir/names" 2>/dev/null || return 1
  for pod in "${pods[@]}"; do
    # shellcheck disable=SC2086 # a pod and its container
    names_in $pod "$1" 2>/dev/null | cmp -s - "$dir/names" || return 1
  done
}

# Succeeds when no pod knows a user: known_nowhere USER
known_nowhere() {
  local pod
  for pod in "${pods[@]}"; do
    # shellcheck disable=SC2086 # a pod and its container
    ! k exec ${pod/ / --container } -- getent passwd "$1" >/dev/null 2>&1 || return 1
  done
}

# Succeeds when a user can run a job in a partition: runs USER PARTITION
runs() {
  [ "$(as "$1" "srun --partition=$2 --immediate=20 id -un" 2>"$dir/errors")" = "$1" ]
}
