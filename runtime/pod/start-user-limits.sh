#!/usr/bin/env bash
# First process of a login pod with limits for users: prepares the control groups for limit-user.sh, and becomes COMMAND.
#   start-user-limits.sh COMMAND [ARGUMENT...]
# It needs SYS_ADMIN, because container runtimes mount the control groups read-only. COMMAND must drop it: no session may have it.
set -euo pipefail
groups=$(printenv SKIFF_CGROUP) || groups=/sys/fs/cgroup
pam=$(printenv SKIFF_PAM) || pam=/etc/pam.d/sshd
# shellcheck source-path=SCRIPTDIR source=user-groups.sh
. "$(dirname "$0")/user-groups.sh"

refuse() {
  printf 'start-user-limits: %s\n' "$*" >&2
  exit 1
}

# Makes a mount of control groups writable: unlock TREE
unlock() {
  # The name of a v1 controller may be a link, such as cpu -> cpu,cpuacct.
  mount -o remount,bind,rw,nosuid,nodev,noexec "$(readlink -f "$1")" || refuse "cannot make $1 writable"
}

# Moves all processes to the group `daemon`. Only then the kernel lets the children of the top have controllers.
enable_controllers() {
  local process each
  mkdir -p "$groups/daemon"
  while read -r process; do
    # Some have ended meanwhile.
    printf '%s\n' "$process" 2>/dev/null >"$groups/daemon/cgroup.procs" || true
  done < <(cat "$groups/cgroup.procs")
  for each in "$groups" "$groups/users"; do
    printf '%s\n' '+cpu +memory +pids' >"$each/cgroup.subtree_control" || refuse "the controllers cpu, memory and pids are not available"
  done
}

# All users together leave sshd an eighth of the memory, at most 256 MiB. Otherwise the kernel could kill sshd, and with it all sessions.
reserve_memory() {
  local file=$groups/memory/memory.limit_in_bytes limit reserve
  if is_v2; then
    file=$groups/memory.max
  fi
  limit=$(cat "$file")
  # v1 has this number in place of `max`.
  if [ "$limit" = max ]; then
    limit=9223372036854771712
  fi
  reserve=$((limit / 8))
  if [ "$reserve" -gt 268435456 ]; then
    reserve=268435456
  fi
  set_limit users memory $((limit - reserve)) || refuse "cannot limit the memory of users"
}

# Otherwise nobody would be limited.
grep '/limit-user\.sh$' "$pam" >/dev/null || refuse "$pam does not call limit-user.sh: the login image is older than the spec's userLimits"
for tree in $(trees); do
  [ -e "$tree/cgroup.procs" ] || refuse "$tree has no control groups"
  unlock "$tree"
  mkdir -p "$tree/users"
done
if is_v2; then
  enable_controllers
fi
reserve_memory
exec "$@"
