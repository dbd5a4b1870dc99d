#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): slurmdbd of a release with a real MariaDB that is reached through TLS and asks for a certificate.
# Servers that do not prove that they are the database are refused. Prints one line per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a
# check failed. /w/out is the output, /w/release its Slurm release, /w/lab has these scripts.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh
. $here/certificates.sh
. $here/database_tls_parts.sh

begin
LAB_NODES=1 name_pods
make_secrets
if [ "$release" = 22.05 ]; then
  start_munge
fi
make_authority /w/database
certificate /w/database 30 db.example.com
certificate_for other /w/database 30 other.example.com
certificate_for client /w/database 30 slurmdbd.example.com
install -D /w/database/ca.crt /w/config_maps/database-ca/ca.crt
give_to_server
# shellcheck disable=SC2034 # services.sh
database_args=(--ssl-cert=/w/database/server.crt --ssl-key=/w/database/server.key --ssl-ca=/w/database/ca.crt)
# shellcheck disable=SC2034 # services.sh
database_requires="REQUIRE SUBJECT '/CN=slurmdbd.example.com'"
overlay_cgroup /w/lab-out/slurm "$release"
overlay_hardware /w/lab-out/slurm
output=/w/lab-out
start_accounting
remember_server
start_slurmctld "slurmctld starts"

step 20 "records are stored through TLS, with the client's certificate" makes first
step 60 "many connections work at once" at_once
restart_server
step 60 "slurmdbd connects again to a server that was restarted" makes again

note_log
restart_server --ssl-cert=/w/database/other.crt --ssl-key=/w/database/other.key
step 60 "a certificate of another host is refused" refused_because 'hostname mismatch'
note_log
restart_server --skip-ssl
step 60 "a server without TLS is refused" refused_because 'the server does not offer TLS'
restart_server
step 60 "the right server is accepted again" makes later

# Another authority.
make_authority /w/elsewhere
lab_in "$dbd" cp /w/elsewhere/ca.crt /etc/skiff/database/ca.crt
note_log
restart_server
step 60 "a certificate of another authority is refused" refused_because 'self-signed certificate in certificate chain'
lab_in "$dbd" cp /w/database/ca.crt /etc/skiff/database/ca.crt
step 60 "new certificates need no restart" makes last
verdict "no daemon logs another error" "$(log_errors | grep -vE "$(expected_errors)" || true)"
exit "$failed"
