#!/usr/bin/env bash
# First process of the container sackd, beside sshd in a login pod: runs sackd as the user that slurmctld runs as. slurmctld sends each new
# configuration in a message that only its own user can read (auth/slurm). If sackd ran as root, it would keep its first configuration.
#   start-sackd.sh USER KEY SACKD-ARGUMENTS...      KEY: the mounted file slurm.key or slurm.jwks
#   start-sackd.sh --copy USER KEY                  only makes the copy of the key
# The files of a Secret belong to root. fsGroup cannot be used to change that: it would also make the SSH host keys readable to a group and
# change the ownership of the users' storage. So sackd gets a copy of the key in memory. When the key changes, it is copied again and sackd
# restarts in place.
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

# Without capabilities for it, root cannot change a file of another user here. So set the mode first and the owner last, and delete a
# leftover copy instead of overwriting it.
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
# Change the user before run-child.sh starts: as root, it could not signal a child of another user here. Use sackd's full path, because
# sackd executes itself again for each new configuration.
exec setpriv --reuid "$user" --regid "$user" --clear-groups --inh-caps=-all \
  "$here/run-child.sh" --on-change "$copy" HUP "$(command -v sackd)" "$@"
