#!/usr/bin/env bash
# Runs sshd on a worker, for users who have a job there. start-slurmd.sh starts it beside slurmd: pam_slurm_adopt must be in the same control
# groups as slurmd, and see the same processes. Neither slurmd nor jobs end with it.
#   serve-ssh.sh SSHD-CONFIG
# Starts sshd again if it ends. If the configuration or the host keys change, sshd reads them again, and its sessions continue. Runs until it
# is killed.
set -uo pipefail
config=$1
# Use the full path: sshd executes itself again for every connection.
sshd=$(printenv SKIFF_SSHD) || sshd=/usr/sbin/sshd
keys=$(printenv SKIFF_HOST_KEYS) || keys=/etc/ssh/host-keys
child=
watches=
changed=

# Prints one line for the pod's log.
say() {
  printf 'serve-ssh: %s\n' "$*" >&2
}
# Ends sshd. Its sessions end with their jobs.
end() {
  # shellcheck disable=SC2086 # several numbers
  kill $child $watches 2>/dev/null
  exit 0
}
trap end TERM INT
trap 'changed=yes' USR1

# Waits for a process, or until something has changed, and sets $code.
await() {
  code=0
  wait "$1" || code=$?
}

# sshd requires that this directory belongs to root and that others cannot write to it.
install -d -m 0755 /run/sshd
for watched in "$(dirname "$config")" "$keys"; do
  "$(dirname "$0")/on-change.sh" "$watched" kill -USR1 "$$" &
  watches="$watches $!"
done

while :; do
  changed=
  set -- -e -f "$config"
  if "$sshd" -t "$@"; then
    # After a failed login, sshd refuses further connections from the same address for some seconds. All users of a login pod have its
    # address, so one of them could lock out the others. Releases before OpenSSH 9.8 have no such penalties, and do not know the keyword.
    if "$sshd" -t "$@" -o PerSourcePenalties=no 2>/dev/null; then
      set -- "$@" -o PerSourcePenalties=no
    fi
    "$sshd" -D "$@" &
    child=$!
    await "$child"
    while [ -n "$changed" ] && kill -0 "$child" 2>/dev/null; do
      changed=
      if "$sshd" -t "$@"; then
        say "the configuration or the host keys have changed: sshd reads them again"
        kill -HUP "$child"
      else
        say "the configuration or the host keys have changed, but sshd rejects them: it keeps what it has"
      fi
      await "$child"
    done
    child=
    say "sshd exited with code $code; starting it again"
  else
    say "sshd rejects its configuration or its host keys; trying again in ten seconds"
  fi
  sleep 10 &
  await "$!"
done
