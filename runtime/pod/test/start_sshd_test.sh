#!/usr/bin/env bash
# Tests start-sshd.sh: it checks sshd's configuration first, lets all users write to shared folders, and turns off penalties where clients share
# addresses and sshd knows them.
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

new_case "nobody is refused because of others with the same address"
SHARED_ADDRESSES=yes start || bad "exit code $?"
called '^sshd -D -e -f /etc/skiff/sshd/sshd_config -o PerSourcePenalties=no$'

new_case "an older sshd starts without the keyword"
touch "$lab/answer.old"
SHARED_ADDRESSES=yes start || bad "exit code $?"
called '^sshd -D -e -f /etc/skiff/sshd/sshd_config$'
[ ! -s "$lab/out" ] || bad "prints $(cat "$lab/out")"
finish
