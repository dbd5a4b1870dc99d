#!/usr/bin/env bash
# First process of the container beside sshd: sackd as the user that slurmctld runs as. slurmctld sends every new
# configuration in a message that only its own user can read (auth/slurm), so a sackd of root would keep the first one.
#   start-sackd.sh USER KEY SACKD-ARGUMENTS...      KEY: a file slurm.key or slurm.jwks
# A Secret's file is root's, and fsGroup would open the host keys and change the owner of the users' storage: sackd gets a copy in memory,
# and starts again in place when there is another one.
#   start-sackd.sh --copy USER KEY                  that copy alone
set -euo pipefail
only=
if [ "$1" = --copy ]; then
  only=yes
  shift
fi
user=$1
key=$2
shift 2
copy=/tmp/$(basename "$key")
here=$(dirname "$0")

# Root has no right over another user's files here: mode first, owner last, and what is left of before is taken away.
rm -f "$copy.new"
(umask 0377 && cat "$key" >"$copy.new")
chown "$user:$user" "$copy.new"
mv -f "$copy.new" "$copy"
[ -z "$only" ] || exit 0
if [ "$(stat -c %u /run/slurm)" != "$user" ]; then
  chmod 0755 /run/slurm
  chown "$user:$user" /run/slurm
fi
case $key in
  *.jwks) export SLURM_SACK_JWKS=$copy ;;
  *) export SLURM_SACK_KEY=$copy ;;
esac
"$here/on-change.sh" "$key" "$0" --copy "$user" "$key" &
# The user first: root could not signal a child of another user. By its full path: sackd starts itself again for each
# new configuration.
exec setpriv --reuid "$user" --regid "$user" --clear-groups --inh-caps=-all \
  "$here/run-child.sh" --on-change "$copy" HUP "$(command -v sackd)" "$@"
