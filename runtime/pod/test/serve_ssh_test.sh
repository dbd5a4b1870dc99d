#!/usr/bin/env bash
# Tests serve-ssh.sh: it starts sshd again, lets it read a changed configuration without ending it, and keeps it if the new one is wrong.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
mount -t tmpfs run /run
export SKIFF_SSHD=$lab/bin/sshd SKIFF_HOST_KEYS=$lab/keys
mkdir "$lab/keys" "$lab/etc"
printf one >"$lab/etc/sshd_config"
printf one >"$lab/keys/ssh_host_ed25519_key"
# `answer.old` stands for a release that does not know the keyword, `answer.bad` for a configuration that sshd rejects.
fake sshd <<'SH'
case "$*" in
  *-D*) ;;
  *)
    [ ! -e "$lab/answer.bad" ] || exit 255
    case "$*" in *PerSourcePenalties*) [ ! -e "$lab/answer.old" ] || exit 255 ;; esac
    exit 0
    ;;
esac
trap 'echo "sshd reads again" >>"$lab/out"' HUP
trap 'exit 9' USR2
echo $BASHPID >"$lab/answer.pid"
while :; do /usr/bin/sleep 0.1 & wait $!; done
SH
start() {
  "$pod/serve-ssh.sh" "$lab/etc/sshd_config" >>"$lab/out" 2>&1 &
  pid=$!
}
stop() {
  kill -TERM "$pid"
  wait "$pid" || true
}
has_ended() {
  ! kill -0 "$1" 2>/dev/null
}

new_case "sshd starts without penalties for the address of a login pod"
start
soon test -e "$lab/answer.pid"
called "^sshd -t -e -f $lab/etc/sshd_config$"
called "^sshd -D -e -f $lab/etc/sshd_config -o PerSourcePenalties=no$"
[ "$(stat --format=%a /run/sshd)" = 755 ] || bad "others may write to /run/sshd"

for changed in etc/sshd_config keys/ssh_host_ed25519_key; do
  case_name="sshd reads a changed file again: $changed"
  : >"$lab/out"
  # Wait until both on-change.sh have seen the first content.
  naps 4 10
  before=$(cat "$lab/answer.pid")
  exchange "$lab/$changed" two
  soon grep -q 'sshd reads again' "$lab/out"
  kill -0 "$before" || bad "sshd ended"
done

case_name="sshd keeps running with a configuration that it rejects"
: >"$lab/out"
touch "$lab/answer.bad"
exchange "$lab/etc/sshd_config" three
soon grep -q 'sshd rejects them: it keeps what it has' "$lab/out"
! grep -q 'sshd reads again' "$lab/out" || bad "sshd got a signal"
kill -0 "$(cat "$lab/answer.pid")" || bad "sshd ended"

case_name="sshd starts again if it ends, and not before its configuration is right"
kill -USR2 "$(cat "$lab/answer.pid")"
soon grep -q 'sshd exited with code 9; starting it again' "$lab/out"
soon grep -q 'trying again in ten seconds' "$lab/out"
rm "$lab/answer.bad" "$lab/answer.pid"
soon test -e "$lab/answer.pid"

case_name="sshd ends with the script"
last=$(cat "$lab/answer.pid")
stop
soon has_ended "$last"

new_case "an older sshd starts without the keyword"
touch "$lab/answer.old"
start
soon test -e "$lab/answer.pid"
called "^sshd -D -e -f $lab/etc/sshd_config$"
stop
finish
