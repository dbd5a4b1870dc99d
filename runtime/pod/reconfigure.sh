#!/usr/bin/env bash
# Sidecar of slurmctld: when the mounted configuration changes, checks that it parses and has slurmctld read it.
#   reconfigure.sh CONFIG-FOLDER STATUS-FILE
# While a change has not been taken up STATUS-FILE exists and says why; the sidecar's readiness probe looks for it.
# A slurmctld in the foreground answers "done" to a reconfigure and only then ends on a bad file: so a file that does
# not parse is never offered to it, and afterwards it must still answer. Slurm ends the jobs of a node that it no longer knows: nodes that
# leave are drained first, and the change waits for what runs there.
set -uo pipefail
folder=$1
status=$2
interval=5
max_tries=5
leaving_reason='skiff: node leaves the cluster'
export SLURM_CONF=$folder/slurm.conf

# Prints one line for the container's log.
say() {
  printf 'reconfigure: %s\n' "$*" >&2
}

# Notes in the log, once for each reason, and for the readiness probe, why the mounted configuration is not in use.
fail() {
  [ "$(cat "$status" 2>/dev/null)" = "$1" ] || say "$1"
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

# Prints the nodes of the mounted files, one a line.
named_nodes() {
  local list
  sed -n 's/^NodeName=\([^ ]*\).*/\1/p' "$folder/slurm.conf" | while read -r list; do
    timeout 20 scontrol show hostnames "$list" || return 1
  done
}

# Prints lines NAME<tab>STATE<tab>REASON of the nodes that slurmctld has from its files.
present_nodes() {
  timeout 60 scontrol --all --oneliner show nodes | awk -f "$(dirname "$0")/slurm-nodes.awk" | awk -F '\t' '$2 !~ /DYNAMIC/'
}

# Prints names from standard input, one a line, as one hostlist; nothing where there is none.
hostlist() {
  local names
  names=$(paste -sd,)
  [ -z "$names" ] || timeout 20 scontrol show hostlistsorted "$names"
}

# Drains the nodes that the mounted files no longer have, and takes back such a drain of those that they do have. Prints jobs that still
# run on the former; fails when slurmctld does not say all of this.
empty_leaving_nodes() {
  local present named leaving list jobs
  named=$(named_nodes) || return 1
  # slurmctld refuses files without a node by itself.
  [ -n "$named" ] || return 0
  present=$(present_nodes) && [ -n "$present" ] || return 1
  list=$(awk -F '\t' -v reason="$leaving_reason" 'NR == FNR { stays[$1]; next } $1 in stays && index($3, reason) == 1 { print $1 }' \
    <(printf '%s\n' "$named") <(printf '%s\n' "$present") | hostlist) || return 1
  [ -z "$list" ] || timeout 20 scontrol update nodename="$list" state=undrain || return 1
  leaving=$(awk -F '\t' 'NR == FNR { stays[$1]; next } !($1 in stays)' <(printf '%s\n' "$named") <(printf '%s\n' "$present"))
  [ -n "$leaving" ] || return 0
  list=$(printf '%s\n' "$leaving" | awk -F '\t' '$2 !~ /DRAIN/ { print $1 }' | hostlist) || return 1
  [ -z "$list" ] || timeout 20 scontrol update nodename="$list" state=drain reason="$leaving_reason" || return 1
  list=$(printf '%s\n' "$leaving" | cut -f 1 | hostlist) || return 1
  jobs=$(timeout 20 squeue --noheader --nodelist="$list" --format=%A) || return 1
  [ -z "$jobs" ] || printf '%s, which leave: %s' "$list" "$(printf '%s\n' "$jobs" | sort -u | head -n 10 | paste -sd' ')"
}

# Has slurmctld take up the content, or says why not.
apply() {
  local tries error jobs
  waiting=
  if ! error=$(timeout 20 scontrol show hostnames x 2>&1 >/dev/null); then
    fail "refused, the new files do not parse: $(printf '%s' "$error" | tr '\n' ' ')"
    return 1
  fi
  for ((tries = 1; tries <= max_tries; tries++)); do
    if ! jobs=$(empty_leaving_nodes 2>&1); then
      error="slurmctld does not say what runs on the nodes that leave: $jobs"
    elif [ -n "$jobs" ]; then
      waiting=yes
      fail "waits for jobs on $jobs"
      return 1
    elif error=$(timeout 60 scontrol reconfigure 2>&1); then
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
waiting=
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
    tick=$((tick + 1))
    [ "$((tick % 6))" -eq 0 ] || continue
    # A slurmctld that was started again since then has read the files by itself.
    if in_use; then
      rm -f "$status"
      waiting=
      say "slurmctld started again and uses the files"
    elif [ -n "$waiting" ]; then
      apply
    fi
  fi
done
