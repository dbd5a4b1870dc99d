#!/usr/bin/env bash
# Runs a command each time the content of a file, or of the files in a directory, changes. An example is a key that the kubelet updates from
# a changed Secret. Runs until it is killed.
#   on-change.sh FILE-OR-DIRECTORY COMMAND...
# If the command fails, this is logged, and the command is tried again after ten seconds.
set -uo pipefail
file=$1
shift
interval=10

# Prints a checksum of the content; fails while the kubelet is replacing a file.
content() {
  if [ -d "$file" ]; then
    cat "$file"/*
  else
    cat "$file"
  fi 2>/dev/null | sha256sum
}

seen=$(content)
while :; do
  sleep "$interval"
  now=$(content) || continue
  [ "$now" != "$seen" ] || continue
  if "$@"; then
    printf 'on-change: %s has changed, ran: %s\n' "$file" "$*" >&2
    seen=$now
  else
    printf 'on-change: %s has changed, but this command failed: %s\n' "$file" "$*" >&2
  fi
done
