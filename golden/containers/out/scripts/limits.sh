#!/usr/bin/env bash
# Sourced by start-slurmd.sh: sets the limits that jobs inherit from slurmd. Container runtimes often allow a process 64 KiB or 8 MiB of locked
# memory, too little for the buffers of RDMA devices, and 1024 open files.
# Reads two variables, lists of words such as memlock=unlimited (or KiB) and nofile=131072:
#   LIMITS               the limits of the spec; each of them must be set
#   LIMITS_IF_POSSIBLE   defaults; if one cannot be set, the soft limit becomes the hard limit

# Sets a soft and hard limit. Fails if the process may not raise its hard limit.   set_limit NAME VALUE
set_limit() {
  case $1 in
    memlock) ulimit -l "$2" ;;
    nofile) ulimit -n "$2" ;;
    *) return 1 ;;
  esac 2>/dev/null
}

# Raises a soft limit to the hard limit, and prints the hard limit.   use_hard_limit NAME
use_hard_limit() {
  case $1 in
    memlock) ulimit -S -l hard && ulimit -H -l ;;
    nofile) ulimit -S -n hard && ulimit -H -n ;;
  esac
}

# Prints the words of a variable, one per line: words_of VARIABLE
words_of() {
  { printenv "$1" || true; } | tr ' ' '\n'
}

# Sets all limits. The caller defines `say`. Fails if a limit of LIMITS cannot be set.
set_limits() {
  local name value
  while IFS='=' read -r name value; do
    set_limit "$name" "$value" && continue
    use_hard_limit "$name" >/dev/null
    say "limit $name of jobs is $(use_hard_limit "$name"), because the pod may not set it to $value"
  done < <(words_of LIMITS_IF_POSSIBLE)
  while IFS='=' read -r name value; do
    set_limit "$name" "$value" && continue
    say "cannot set limit $name of jobs to $value: its hard limit in this pod is $(use_hard_limit "$name")"
    return 1
  done < <(words_of LIMITS)
}
