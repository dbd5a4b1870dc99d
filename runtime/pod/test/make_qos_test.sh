#!/usr/bin/env bash
# Tests make-qos.sh: with auth/slurm, sackd runs while the QOS are created, and not afterwards. A failure is passed on.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
mkdir "$lab/conf" "$lab/run" "$lab/programs"

cat >"$lab/programs/sackd" <<'PROGRAM'
#!/usr/bin/env bash
echo "sackd $* ${SLURM_SACK_JWKS-} $RUNTIME_DIRECTORY"
exec perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => "$ENV{RUNTIME_DIRECTORY}/sack.socket", Listen => 1) or die; sleep 60'
PROGRAM
cat >"$lab/programs/make" <<'PROGRAM'
#!/usr/bin/env bash
[ ! -S "$1/sack.socket" ] || echo "with a socket"
exit "$2"
PROGRAM
chmod 755 "$lab/programs"/*

# Runs make-qos.sh with a command that exits with CODE: make_qos AUTH-TYPE CODE
make_qos() {
  printf 'ClusterName=a\nAuthType=auth/%s\n' "$1" >"$lab/conf/slurm.conf"
  PATH=$lab/programs:$PATH "$pod/make-qos.sh" "$lab/conf" "$lab/run" "$lab/programs/make" "$lab/run" "$2" >"$lab/out" 2>&1
}

new_case "with auth/slurm, sackd runs while the QOS are created, and not afterwards"
make_qos slurm 0 || bad "exit code $?"
says "sackd -D -f $lab/conf/slurm.conf  $lab/run"
says 'with a socket'
[ ! -e "$lab/run/sack.socket" ] || bad "the socket is left over"
! pgrep -x perl >/dev/null || bad "sackd still runs"

new_case "with slurm.jwks, sackd gets the set of keys"
touch "$lab/conf/slurm.jwks"
make_qos slurm 0 || bad "exit code $?"
says "sackd -D -f $lab/conf/slurm.conf $lab/conf/slurm.jwks $lab/run"

new_case "with munge, no sackd is started"
make_qos munge 0 || bad "exit code $?"
[ ! -s "$lab/out" ] || bad "sackd was started: $(cat "$lab/out")"

new_case "a failure is passed on"
status=0
make_qos slurm 3 || status=$?
[ "$status" -eq 3 ] || bad "exit code $status"
[ ! -e "$lab/run/sack.socket" ] || bad "the socket is left over"
finish
