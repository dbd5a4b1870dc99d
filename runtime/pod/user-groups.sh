#!/usr/bin/env bash
# Sourced by start-user-limits.sh and limit-user.sh: the control groups of a login pod with limits for users. `users` has a group for each
# user, named after the user's number. With cgroup v2 there is one tree of groups, with v1 one for each controller.
# The caller sets `groups`, where the control groups are mounted.
# shellcheck disable=SC2154 # groups

is_v2() {
  [ -e "$groups/cgroup.controllers" ]
}

# Prints the top of each tree, one per line.
trees() {
  if is_v2; then
    printf '%s\n' "$groups"
  else
    printf '%s\n' "$groups/cpu" "$groups/memory" "$groups/pids"
  fi
}

# Limits a group: set_limit GROUP LIMIT VALUE
#   GROUP   relative to the trees
#   LIMIT   cpu, in thousandths of a CPU; memory, in bytes; processes
#   VALUE   a number, or max for no limit
set_limit() {
  local file value=$3
  # CPU time in microseconds for each period of 100 ms.
  if [ "$2" = cpu ] && [ "$value" != max ]; then
    value=$((value * 100))
  fi
  if is_v2; then
    case $2 in
      cpu) file=$groups/$1/cpu.max value="$value 100000" ;;
      memory) file=$groups/$1/memory.max ;;
      processes) file=$groups/$1/pids.max ;;
    esac
  else
    case $2 in
      cpu) file=$groups/cpu/$1/cpu.cfs_quota_us ;;
      memory) file=$groups/memory/$1/memory.limit_in_bytes ;;
      processes) file=$groups/pids/$1/pids.max ;;
    esac
    if [ "$value" = max ] && [ "$2" != processes ]; then
      value=-1
    fi
  fi
  printf '%s\n' "$value" 2>/dev/null >"$file"
}
