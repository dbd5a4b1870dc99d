#!/usr/bin/env bash
# Tests check-directory.sh: it asks each server of sssd.conf as sssd would, and logs each new answer once.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
mkdir "$lab/run"
export SKIFF_LOG=$lab/log

# A server that answers has a file $lab/answer.HOST.
fake ldapsearch <<'SH'
for word; do
  [ "$previous" != -H ] || host=${word#*://}
  previous=$word
done
printf 'CA %s %s\n' "$LDAPTLS_CACERT" "$LDAPTLS_REQCERT" >>"$lab/calls"
[ ! -e "$lab/answer.$host" ] || exit 0
[ "$host" != slow.example.com ] || exec /usr/bin/sleep 30
[ "$host" != odd.example.com ] || exit 9
printf '%s\n' 'ldap_new_connection 1 1 0' "TLS: hostname ($host) does not match" "TLS: can't connect: (unknown error code)." \
  "ldap_sasl_bind(SIMPLE): Can't contact LDAP server (-1)" $'\tadditional info: of the server' 'ldap_free_connection: actually freed' >&2
exit 1
SH

# Writes sssd.conf: conf URIS
conf() {
  printf '%s\n' '[domain/directory]' "ldap_uri = $1" 'ldap_tls_cacert = /etc/skiff/sssd/ca.crt' 'ldap_search_base = ou=a b,dc=example,dc=com' \
    'ldap_default_bind_dn = cn=reader,dc=example,dc=com' >"$lab/run/sssd.conf"
}

# Prints what it says of a server that does not answer: broken URI
broken() {
  echo "$1: TLS: hostname (${1#*://}) does not match ldap_sasl_bind(SIMPLE): Can't contact LDAP server (-1) additional info: of the server"
}

# Runs the program under test.
check() {
  "$pod/check-directory.sh" "$lab/run" >"$lab/out" 2>&1
}

# Checks the number of lines in the log, and its last line: logged COUNT TEXT
logged() {
  [ "$(wc --lines <"$SKIFF_LOG")" -eq "$1" ] || bad "the log has $(wc --lines <"$SKIFF_LOG") lines, not $1"
  [ "$(tail -n 1 "$SKIFF_LOG")" = "check-directory: $2" ] || bad "the log says: $(tail -n 1 "$SKIFF_LOG")"
}

new_case "a server answers"
conf ldaps://one.example.com
touch "$lab/answer.one.example.com"
check || bad "exit code $?"
called '^ldapsearch -d 1 -x -LLL -s base -b ou=a b,dc=example,dc=com -H ldaps://one.example.com 1.1$'
called '^CA /etc/skiff/sssd/ca.crt demand$'
logged 1 'ldaps://one.example.com answers'

new_case "an answer like the last one is not logged"
touch "$lab/answer.one.example.com"
check || bad "exit code $?"
logged 1 'ldaps://one.example.com answers'

new_case "no server answers"
conf ldaps://one.example.com,ldap://two.example.com:1389
if check; then
  bad "succeeds"
fi
reason="$(broken ldaps://one.example.com); $(broken ldap://two.example.com:1389)"
logged 2 "$reason"
says "^$reason$"
called '^ldapsearch .* -ZZ -H ldap://two.example.com:1389 1.1$'
called not 'ZZ -H ldaps'

new_case "the second server answers"
touch "$lab/answer.two.example.com:1389"
check || bad "exit code $?"
logged 3 "ldap://two.example.com:1389 answers; $(broken ldaps://one.example.com)"

new_case "a failure without a reason"
conf ldaps://odd.example.com
if check; then
  bad "succeeds"
fi
logged 4 'ldaps://odd.example.com: status 9 of ldapsearch'

new_case "a server that does not answer in time"
conf ldaps://slow.example.com,ldaps://one.example.com
touch "$lab/answer.one.example.com"
check || bad "exit code $?"
logged 5 'ldaps://one.example.com answers; ldaps://slow.example.com: no answer within 5 seconds'

new_case "many servers that do not answer: it ends before the probe's time is over"
conf ldaps://slow.example.com,ldaps://slow.example.com,ldaps://slow.example.com,ldaps://one.example.com
if timeout 19 "$pod/check-directory.sh" "$lab/run" >"$lab/out" 2>&1; then
  bad "succeeds"
fi
says 'ldaps://one.example.com: not tried, for lack of time'

conf ldaps://one.example.com
new_case "with a password, the bind is that of sssd"
printf 'pass word' >"$lab/run/password"
touch "$lab/answer.one.example.com"
check || bad "exit code $?"
called "^ldapsearch .* -D cn=reader,dc=example,dc=com -y $lab/run/password -H ldaps://one.example.com 1.1$"
called not 'pass word'
finish
