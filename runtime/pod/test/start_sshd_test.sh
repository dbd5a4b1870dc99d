#!/usr/bin/env bash
# Tests start-sshd.sh: it checks sshd's configuration first, lets all users write to shared folders, prepares folders that each user has apart,
# and turns off penalties where clients share addresses and sshd knows them.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
mount -t tmpfs run /run
export SKIFF_SSHD=$lab/bin/sshd
# `answer.old` stands for a release that does not know the keyword.
fake sshd <<'SH'
case "$*" in
  *PerSourcePenalties*) [ ! -e "$lab/answer.old" ] || { echo "Bad configuration option" >&2; exit 255; } ;;
esac
[ ! -e "$lab/answer.bad" ] || exit 255
SH
start() {
  "$pod/start-sshd.sh" /etc/skiff/sshd/sshd_config >"$lab/out" 2>&1
}

new_case "sshd starts with its configuration"
start || bad "exit code $?"
called '^sshd -t -e -f /etc/skiff/sshd/sshd_config$'
called '^sshd -D -e -f /etc/skiff/sshd/sshd_config$'
[ "$(stat --format=%a /run/sshd)" = 755 ] || bad "others may write to /run/sshd"

new_case "a bad configuration ends the container"
touch "$lab/answer.bad"
! start || bad "claims success"
called not 'sshd -D'

new_case "all users write to shared folders"
mkdir -m 777 "$lab/shared"
SHARED_FOLDERS=$lab/shared start || bad "exit code $?"
[ "$(stat --format=%a "$lab/shared")" = 1777 ] || bad "users can delete each other's files"

new_case "PAM gives each user folders of their own"
echo 'session required pam_namespace.so' >"$lab/pam"
export SKIFF_PAM=$lab/pam
mkdir -m 1777 "$lab/tmp" "$lab/shm"
PRIVATE_FOLDERS="$lab/tmp $lab/shm" start || bad "exit code $?: $(cat "$lab/out")"
[ "$(stat --format='%a %u' "$lab/tmp/.users" "$lab/shm/.users" | uniq)" = '700 0' ] || bad "others than root can use .users"
printf '%s %s/ user:noinit root\n' "$lab/tmp" "$lab/tmp/.users" "$lab/shm" "$lab/shm/.users" | cmp - /run/sshd/namespace.conf || bad "other rules"
PRIVATE_FOLDERS=$lab/tmp start || bad "a container that starts again has exit code $?"

new_case "a folder that a user prepared is refused"
rm /run/sshd/namespace.conf
chmod 711 "$lab/shm/.users"
ln -s "$lab/tmp/.users" "$lab/.users"
for folder in "$lab/shm" "$lab"; do
  ! PRIVATE_FOLDERS=$folder start || bad "takes $folder/.users"
  grep "^start-sshd: $folder/.users must be a directory" "$lab/out" >/dev/null || bad "says $(cat "$lab/out")"
  called not 'sshd'
done

new_case "an image whose PAM shares all folders is refused"
: >"$lab/pam"
! PRIVATE_FOLDERS=$lab/tmp start || bad "claims success"
grep 'older than the spec' "$lab/out" >/dev/null || bad "says $(cat "$lab/out")"
called not 'sshd'

new_case "nobody is refused because of others with the same address"
SHARED_ADDRESSES=yes start || bad "exit code $?"
called '^sshd -D -e -f /etc/skiff/sshd/sshd_config -o PerSourcePenalties=no$'

new_case "an older sshd starts without the keyword"
touch "$lab/answer.old"
SHARED_ADDRESSES=yes start || bad "exit code $?"
called '^sshd -D -e -f /etc/skiff/sshd/sshd_config$'
[ ! -s "$lab/out" ] || bad "prints $(cat "$lab/out")"
finish
