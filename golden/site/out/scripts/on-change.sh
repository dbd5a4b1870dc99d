#!/usr/bin/env bash
# Runs a command each time a file, or the files of a folder, have another content, as keys that kubelet took from a changed Secret, until
# somebody ends it.
#   on-change.sh FILE-OR-FOLDER COMMAND...
# A command that fails is said, and tried again.
set -uo pipefail
file=$1
shift
interval=10

# Prints a checksum; fails while something is being exchanged.
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
    printf 'on-change: %s has another content: %s\n' "$file" "$*" >&2
    seen=$now
  else
    printf 'on-change: %s has another content, and this fails: %s\n' "$file" "$*" >&2
  fi
done
