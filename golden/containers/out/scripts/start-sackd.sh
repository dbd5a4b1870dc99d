#!/usr/bin/env bash
# First process of the container beside sshd: sackd as the user that slurmctld runs as. slurmctld sends every new
# configuration in a message that only its own user can read (auth/slurm), so a sackd of root would keep the first one.
#   start-sackd.sh USER KEY SACKD-ARGUMENTS...
# A Secret's file is root's, and fsGroup would open the host keys and change the owner of the users' storage: sackd gets a copy in memory.
set -euo pipefail
user=$1
key=$2
shift 2
copy=/tmp/slurm.key

# Root has no right over another user's files here: mode first, owner last, and a copy of before is taken away.
if [ "$(stat -c %u /run/slurm)" != "$user" ]; then
  chmod 0755 /run/slurm
  chown "$user:$user" /run/slurm
fi
rm -f "$copy"
(umask 0377 && cat "$key" >"$copy")
chown "$user:$user" "$copy"
export SLURM_SACK_KEY=$copy
# The user first: root could not signal a child of another user. By its full path: sackd starts itself again for each
# new configuration.
exec setpriv --reuid "$user" --regid "$user" --clear-groups --inh-caps=-all \
  "$(dirname "$0")/run-child.sh" "$(command -v sackd)" "$@"
