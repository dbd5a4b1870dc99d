#!/usr/bin/env bash
# Sourced by many_users.sh: queries to the database, and a database that is away.
# shellcheck disable=SC2154 # controller, log: parts.sh, many_users.sh

# Prints the answer of the database to a query: answer_to SQL
answer_to() {
  lab_in lab-mariadb mariadb --socket /run/mysqld/socket --skip-column-names "$(dbd_key StorageLoc)" --execute "$1"
}
# Prints the number of users with an association, without root.
users() {
  answer_to "SELECT COUNT(*) FROM reef_assoc_table WHERE user LIKE 'user%' AND deleted = 0"
}
users_are() {
  [ "$(users)" = "$1" ]
}
# Succeeds when this number of users has a limit of jobs: limited_are LIMIT NUMBER
limited_are() {
  [ "$(answer_to "SELECT COUNT(*) FROM reef_assoc_table WHERE user LIKE 'user%' AND deleted = 0 AND max_jobs = $1")" = "$2" ]
}

# Succeeds when the sidecar has made at least this number of calls that add users: added NUMBER
added() {
  [ "$(grep -c 'policy: sacctmgr add user' "$log")" -ge "$1" ]
}

# Kills the whole pod, like a node that fails.
kill_controller() {
  kill -KILL -- "-${lab_pid[$controller]}"
  wait "${lab_pid[$controller]}" 2>/dev/null || true
}

# Sets another limit for one user in the mounted file.
change_limit() {
  lab_in "$controller" sed '/^Association=user7 /s/MaxJobs=10/MaxJobs=20/' /etc/slurm/policy.conf >/w/policy.conf
  lab_in "$controller" cp /w/policy.conf /etc/slurm/policy.conf
}

stop_database() {
  mapfile -d '' -t database_command <"/proc/${lab_pid[lab-mariadb]}/cmdline"
  lab_stop lab-mariadb
}
# The init file would create the database again.
start_database_again() {
  local word words=()
  for word in "${database_command[@]}"; do
    [[ $word == --init-file=* ]] || words+=("$word")
  done
  # shellcheck disable=SC2016 # expanded by the pod's shell
  lab_again lab-mariadb bash -c 'mkdir -p /run/mysqld && chown mysql /run/mysqld && exec "$@"' - "${words[@]}"
}
