#!/usr/bin/env bash
# Readiness probe of the container `sssd` in slurmctld's pod: reads the base of the directory, with the settings of sssd.conf. Fails if no
# server answers, and prints why, which sssd does not say. The container's log gets each new reason.
#   check-directory.sh [DIRECTORY]
#     DIRECTORY   where start-sssd.sh has written sssd.conf and the password
set -euo pipefail
run=/run/sssd
if [ "$#" -gt 0 ]; then
  run=$1
fi
log=$(printenv SKIFF_LOG) || log=/proc/1/fd/2

# Prints a value of sssd.conf: value KEY
value() {
  sed -n "s/^$1 = //p" "$run/sssd.conf" | tail -n 1
}

# Writes a line to the log, unless it is the one that was written last: tell LINE
tell() {
  if [ "$1" != "$(cat "$run/told" 2>/dev/null)" ]; then
    printf 'check-directory: %s\n' "$1" >>"$log"
    printf '%s\n' "$1" >"$run/told"
  fi
}

# Prints, as one line, why a connection failed, from what ldapsearch logs: reasons <LOG
# Without its log ldapsearch says of many failures only that it "can't contact" the server.
reasons() {
  grep -E -e 'getaddrinfo failed|errno: [0-9]+ [(]|^TLS: |^TLS certificate verification: Error|additional info' \
    -e '^(ldap_[A-Za-z_()]+: )?[A-Z][^:]* [(][-0-9]+[)]$' |
    grep -v "^TLS: can't connect: " | tr -s '\n\t ' ' ' | sed 's/ $//'
}

LDAPTLS_CACERT=$(value ldap_tls_cacert)
export LDAPTLS_CACERT LDAPTLS_REQCERT=demand
set -- -d 1 -x -LLL -s base -b "$(value ldap_search_base)"
if [ -e "$run/password" ]; then
  set -- "$@" -D "$(value ldap_default_bind_dn)" -y "$run/password"
fi
failed=
for server in $(value ldap_uri | tr , ' '); do
  encrypt=
  case $server in
    ldap://*) encrypt=-ZZ ;;
  esac
  # The probe's time is 20 seconds.
  if [ "$SECONDS" -ge 14 ]; then
    failed="$failed; $server: not tried, for lack of time"
    continue
  fi
  status=0
  # shellcheck disable=SC2086 # one option or none
  answer=$(timeout 5 ldapsearch "$@" $encrypt -H "$server" 1.1 2>&1 >/dev/null) || status=$?
  if [ "$status" -eq 0 ]; then
    tell "$server answers$failed"
    exit 0
  fi
  reason=$(printf '%s\n' "$answer" | reasons) || reason="status $status of ldapsearch"
  if [ "$status" -eq 124 ]; then
    reason="no answer within 5 seconds"
  fi
  failed="$failed; $server: $reason"
done
reason=$(printf '%s' "$failed" | cut -c 3-)
tell "$reason"
printf '%s\n' "$reason"
exit 1
