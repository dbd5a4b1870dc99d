#!/usr/bin/env bash
# Tests start-sackd.sh: with only the three capabilities of its container, it runs sackd as the given user with a private copy of the key.
# This also works when the container restarts in the same pod.
set -euo pipefail
if [ "$(id -u)" -ne 0 ]; then
  echo 'SKIP: start-sackd: needs root, to run as another user'
  exit 77
fi
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"

fake sackd <<'SH'
echo "user $(id -u):$(id -g) groups $(id -G)"
echo "folder $(stat -c '%u %a' /run/slurm)"
key=${SLURM_SACK_JWKS:-$SLURM_SACK_KEY}
echo "variable ${!SLURM_SACK_*}"
echo "key $(stat -c '%n %u %a' "$key"): $(cat "$key")"
sed -n 's/^CapEff:[[:space:]]*/capabilities /p' /proc/self/status
if [ -e "$lab/answer.next" ]; then
  trap 'echo "new key $(stat -c "%n %u %a" "$key"): $(cat "$key")"; exit 0' HUP
  echo waits
  for i in {1..600}; do /usr/bin/sleep 0.1; done
fi
SH
chmod 755 "$lab"
printf secret >"$lab/slurm.key"
chmod 400 "$lab/slurm.key"

# Starts the script twice, as in its container, with its own /tmp and /run/slurm and three capabilities: start_twice FILE
# FILE is a key in $lab.
start_twice() {
  chmod 666 "$lab/calls"
  # shellcheck disable=SC2016 # expanded by the inner shell
  unshare --mount bash -c '
    set -e
    mount --make-rprivate /
    mount -t tmpfs run /run
    mkdir /run/slurm /run/tmp
    mount -t tmpfs -o mode=777 slurm /run/slurm
    # The scripts are below /tmp, which is replaced as in the container.
    mount -t tmpfs -o mode=777 tmp /run/tmp
    mkdir /run/tmp/lab /run/tmp/pod
    mount --bind "$lab" /run/tmp/lab
    mount --bind "$1" /run/tmp/pod
    mount --move /run/tmp /tmp
    export lab=/tmp/lab PATH=/tmp/lab/bin:$PATH
    for start in 1 2; do
      setpriv --bounding-set=-all,+chown,+setgid,+setuid --inh-caps=-all --no-new-privs \
        /tmp/pod/start-sackd.sh 64030 "/tmp/lab/$2" -D --conf-server ctl:6817
    done' start "$pod" "$1" >"$lab/out" 2>&1
}

new_case "sackd runs as the user with a private copy of the key, also after a restart"
start_twice slurm.key || bad "exit code $?"
called '^sackd -D --conf-server ctl:6817$'
[ "$(grep -c '^user 64030:64030 groups 64030$' "$lab/out")" -eq 2 ] || bad "did not run as the user twice"
[ "$(grep -c '^folder 64030 755$' "$lab/out")" -eq 2 ] || bad "the directory of the socket"
[ "$(grep -c '^key /tmp/slurm.key 64030 400: secret$' "$lab/out")" -eq 2 ] || bad "the key"
[ "$(grep -c '^variable SLURM_SACK_KEY$' "$lab/out")" -eq 2 ] || bad "SLURM_SACK_KEY is not set"
[ "$(grep -c '^capabilities 0*$' "$lab/out")" -eq 2 ] || bad "sackd has capabilities"
[ "$(stat -c '%u %a' "$lab/slurm.key")" = '0 400' ] || bad "the Secret's file was changed"

new_case "a new key is copied, and sackd gets SIGHUP"
printf first >"$lab/slurm.jwks"
chmod 400 "$lab/slurm.jwks"
touch "$lab/answer.next"
start_twice slurm.jwks &
pid=$!
waits() {
  [ "$(grep -c '^waits$' "$lab/out")" -eq "$1" ]
}
for start in 1 2; do
  soon waits "$start"
  # Wait until on-change.sh has seen the first content.
  naps 1 10
  exchange "$lab/slurm.jwks" "next $start"
  soon grep -q "^new key /tmp/slurm.jwks 64030 400: next $start$" "$lab/out"
done
wait "$pid" || bad "exit code $?"
[ "$(grep -c '^variable SLURM_SACK_JWKS$' "$lab/out")" -eq 2 ] || bad "SLURM_SACK_JWKS is not set"

new_case "without a key, sackd is not started"
if start_twice no.key; then
  bad "succeeds"
fi
called not sackd
finish
