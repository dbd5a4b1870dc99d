#!/usr/bin/env bash
# Sidecar of slurmctld: when the mounted configuration changes, checks that it parses and has slurmctld read it.
#   reconfigure.sh CONFIG-FOLDER STATUS-FILE
# While a change has not been taken up STATUS-FILE exists and says why; the sidecar's readiness probe looks for it.
# A slurmctld in the foreground answers "done" to a reconfigure and only then ends on a bad file: so a file that does
# not parse is never offered to it, and afterwards it must still answer.
set -uo pipefail
folder=$1
status=$2
interval=5
max_tries=5
export SLURM_CONF=$folder/slurm.conf

# Prints one line for the container's log.
say() {
  printf 'reconfigure: %s\n' "$*" >&2
}

# Notes in the log, and for the readiness probe, why the mounted configuration is not in use.
fail() {
  say "$1"
  printf '%s\n' "$1" >"$status"
}

# Prints a checksum of everything in the folder.
content() {
  cat "$folder"/* 2>/dev/null | sha256sum
}

# Prints when kubelet last exchanged the folder's content, in seconds.
mounted_at() {
  stat --format=%Y "$folder/..data" 2>/dev/null || stat --format=%Y "$folder/slurm.conf"
}

# Prints when slurmctld last read its files, in seconds: a reconfigure starts it anew (Slurm 23.11 and later).
read_at() {
  local boot
  boot=$(TZ=UTC timeout 20 scontrol show config 2>/dev/null | sed -n 's/^BOOT_TIME *= *//p')
  [ -n "$boot" ] && date -u -d "$boot" +%s
}

# Succeeds when slurmctld started after the content was mounted; in doubt, in the same second, it did not.
in_use() {
  local read
  read=$(read_at) && [ "$read" -gt "$(mounted_at)" ]
}

# Succeeds when slurmctld answers within 30 seconds.
answers() {
  local tries
  for ((tries = 0; tries < 15; tries++)); do
    sleep 2
    if timeout 10 scontrol ping >/dev/null 2>&1; then
      return 0
    fi
  done
  return 1
}

# Has slurmctld take up the content, or says why not.
apply() {
  local tries error
  if ! error=$(timeout 20 scontrol show hostnames x 2>&1 >/dev/null); then
    fail "refused, the new files do not parse: $(printf '%s' "$error" | tr '\n' ' ')"
    return 1
  fi
  for ((tries = 1; tries <= max_tries; tries++)); do
    if error=$(timeout 60 scontrol reconfigure 2>&1); then
      if answers; then
        rm -f "$status"
        say "slurmctld uses the new files"
        return 0
      fi
      fail "slurmctld took the new files and answers no more: see its log"
      return 1
    fi
    say "try $tries of $max_tries: $(printf '%s' "$error" | tr '\n' ' ')"
    sleep "$((tries * interval))"
  done
  fail "gave up after $max_tries tries: $(printf '%s' "$error" | tr '\n' ' ')"
  return 1
}

rm -f "$status"
trap 'exit 0' TERM INT
seen=$(content)
if answers && ! in_use; then
  say "the files changed before this sidecar started"
  apply
fi
say "watching $folder"
tick=0
while :; do
  # In the background, so that the end of the pod is not held up by it.
  sleep "$interval" &
  wait "$!"
  now=$(content)
  if [ "$now" != "$seen" ]; then
    seen=$now
    say "the files changed"
    apply
  elif [ -e "$status" ]; then
    # A slurmctld that was started again since then has read the files by itself.
    tick=$((tick + 1))
    if [ "$((tick % 6))" -eq 0 ] && in_use; then
      rm -f "$status"
      say "slurmctld started again and uses the files"
    fi
  fi
done
