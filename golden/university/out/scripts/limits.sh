#!/usr/bin/env bash
# Sourced by start-slurmd.sh: sets the limits that jobs inherit from slurmd. Container runtimes often allow a process 64 KiB or 8 MiB of locked
# memory, too little for the buffers of RDMA devices, and 1024 open files.
# Reads two variables, lists of words such as memlock=unlimited (or KiB) and nofile=131072:
#   LIMITS               the limits of the spec; each of them must be set
#   LIMITS_IF_POSSIBLE   defaults; if one cannot be set, the soft limit becomes the hard limit

# Prints ulimit's letter of a limit: letter_of NAME
letter_of() {
  case $1 in
    memlock) echo l ;;
    nofile) echo n ;;
  esac
}

# Prints the words of a variable, one per line: words_of VARIABLE
words_of() {
  { printenv "$1" || true; } | tr ' ' '\n'
}

# Sets all limits, each soft and hard. The caller defines `say`. Fails if a limit of LIMITS cannot be set: the process may not raise its hard
# limit.
set_limits() {
  local name value letter
  while IFS='=' read -r name value; do
    letter=$(letter_of "$name")
    ulimit "-$letter" "$value" 2>/dev/null && continue
    ulimit -S "-$letter" hard
    say "limit $name of jobs is $(ulimit -H "-$letter"), because the pod may not set it to $value"
  done < <(words_of LIMITS_IF_POSSIBLE)
  while IFS='=' read -r name value; do
    letter=$(letter_of "$name")
    ulimit "-$letter" "$value" 2>/dev/null && continue
    say "cannot set limit $name of jobs to $value: its hard limit in this pod is $(ulimit -H "-$letter")"
    return 1
  done < <(words_of LIMITS)
}
