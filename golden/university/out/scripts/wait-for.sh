#!/usr/bin/env bash
# Waits until HOST accepts connections on PORT, SECONDS at most.
#   wait-for.sh HOST PORT SECONDS
set -uo pipefail
host=$1
port=$2
limit=$3

# Succeeds when the port accepts a connection within two seconds.
open() {
  # shellcheck disable=SC2016 # expanded by the inner shell
  timeout 2 bash -c '</dev/tcp/"$1"/"$2"' wait-for "$host" "$port" 2>/dev/null
}

until open; do
  if [ "$SECONDS" -ge "$limit" ]; then
    printf 'wait-for: nothing listens on %s port %s after %s s\n' "$host" "$port" "$SECONDS" >&2
    exit 1
  fi
  sleep 1
done
printf 'wait-for: %s port %s answers after %s s\n' "$host" "$port" "$SECONDS" >&2
