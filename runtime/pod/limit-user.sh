#!/usr/bin/env bash
# PAM runs it as root before a session begins (pam_exec, images/login). It moves the process of sshd for this session to the user's control
# group. Everything that the user starts is then in this group. If it fails, the user cannot log in.
#   limit-user.sh [GROUPS LIMITS]      with PAM_TYPE and PAM_USER
#     GROUPS   where the control groups are mounted
#     LIMITS   file with a limit in each line: its name and value, as for set_limit
set -euo pipefail
groups=/sys/fs/cgroup
limits=/etc/skiff/sshd/user_limits
if [ "$#" -gt 0 ]; then
  groups=$1
  limits=$2
fi
# shellcheck source-path=SCRIPTDIR source=user-groups.sh
. "$(dirname "$0")/user-groups.sh"
log=$(printenv SKIFF_LOG) || log=/proc/1/fd/2

say() {
  printf 'limit-user: %s\n' "$*" >>"$log"
}

# Prints a limit, or max: limit_of NAME
limit_of() {
  # The file is gone if the spec has no limits any more.
  sed -n "s/^$1 //p" "$limits" 2>/dev/null | grep . || echo max
}

# Moves sshd's process to a group, and makes the group if it does not exist: enter GROUP
enter() {
  local try
  for try in 1 2 3 4 5; do
    mkdir -p "$1"
    if printf '%s\n' "$PPID" 2>/dev/null >"$1/cgroup.procs"; then
      return
    fi
  done
  say "cannot move a process to $1 after $try attempts"
  return 1
}

if [ "$PAM_TYPE" != open_session ]; then
  exit 0
fi
user=$(id -u -- "$PAM_USER")
# Root has no limits. A pod that started before the spec had limits has no groups.
if [ "$user" -eq 0 ] || [ ! -d "$(trees | tail -n 1)/users" ]; then
  exit 0
fi
for tree in $(trees); do
  enter "$tree/users/$user"
done
# Only now, because another login removes groups without processes, and this one could then have no limits.
for limit in cpu memory processes; do
  value=$(limit_of "$limit")
  set_limit "users/$user" "$limit" "$value" || say "cannot set the limit $limit of user $PAM_USER to $value"
done
for tree in $(trees); do
  rmdir "$tree"/users/*/ 2>/dev/null || true
done
