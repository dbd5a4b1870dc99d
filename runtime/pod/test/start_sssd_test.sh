#!/usr/bin/env bash
# Tests start-sssd.sh: it writes a private sssd.conf with exactly the Secret's password, and never prints the password.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
# Volumes with the group of slurmctld's pod (fsGroup), which new files inherit.
mkdir "$lab/conf" "$lab/sss" "$lab/volume"
for folder in sss volume; do
  [ "$(id -u)" -ne 0 ] || chgrp 64030 "$lab/$folder"
  chmod 2777 "$lab/$folder"
done
run=$lab/volume/sssd
conf=$run/sssd.conf

# Writes the mounted sssd.conf. With `bind`, a user of the directory looks up the others: mounted [bind]
mounted() {
  printf '[domain/directory]\nid_provider = ldap\n' >"$lab/conf/sssd.conf"
  if [ "$#" -gt 0 ]; then
    printf 'ldap_default_bind_dn = cn=reader,dc=example,dc=com\nldap_default_authtok_type = password\n' >>"$lab/conf/sssd.conf"
  fi
}

# Runs the program under test as root without capabilities, with a command instead of sssd: start
start() {
  chmod 0400 "$lab/conf"/* 2>/dev/null || true
  setpriv --bounding-set=-all "$pod/start-sssd.sh" "$lab/conf" "$run" "$lab/sss" echo started >"$lab/out" 2>&1
}

# Runs it with a password: with_password TEXT
with_password() {
  printf '%b' "$1" >"$lab/conf/password"
  rm -rf "$run"
  start
}

mounted bind
# shellcheck disable=SC2016 # as they are
for password in simple 'with blank and $HOME `id` $(id)' 'quote"quote' "quote'single" '#;=%*/+-' 'end\134' 'umlaut-\303\244'; do
  new_case "the password $password is accepted"
  with_password "$password\n" || bad "exit code $?"
  says '^started$'
  [ "$(stat --format='%a %u %g' "$conf")" = '600 0 0' ] || bad "it has mode, owner and group $(stat --format='%a %u %g' "$conf")"
  { cat "$lab/conf/sssd.conf" && printf '# From the Secret.\nldap_default_authtok = %b\n' "$password"; } >"$lab/want"
  cmp "$lab/want" "$conf" || bad "unexpected content"
  [ "$(stat --format=%a "$run/password")" = 600 ] || bad "other users may read the password"
  [ "$(cat "$run/password")" = "$(printf '%b' "$password")" ] || bad "unexpected password"
  if grep -qF -- "$(printf '%b' "$password")" "$lab/out"; then
    bad "prints the password"
  fi
done

for password in '' '\n' ' secret' 'secret ' 'secret\nldap_uri = ldap://evil' 'secret\rx' 'secret\000x' 'secret\tx'; do
  new_case "the password $password is rejected"
  if with_password "$password"; then
    bad "accepted"
  fi
  says 'start-sssd: the password of the directory'
  if grep -q secret "$lab/out"; then
    bad "prints the password"
  fi
done

new_case "a bind without a password is left to an sssd.conf of the site"
rm -r "$lab/conf/password" "$run"
start || bad "exit code $?"
cmp "$lab/conf/sssd.conf" "$conf" || bad "unexpected content"
[ ! -e "$run/password" ] || bad "wrote a password"

new_case "without a bind, a password of an earlier start is gone"
mounted
touch "$run/password"
start || bad "exit code $?"
cmp "$lab/conf/sssd.conf" "$conf" || bad "unexpected content"
[ ! -e "$run/password" ] || bad "kept the password"

new_case "the directories belong to root alone, and only the sockets can be reached"
chmod 2775 "$lab/sss" "$lab/sss/pipes" "$lab/sss/db"
touch "$lab/sss/db/cache.ldb"
start || bad "exit code $?"
for want in '. 755' 'pipes 755' 'mc 755' 'pipes/private 750' 'db 700' 'secrets 700' 'keytabs 700'; do
  got=$(stat --format='%a %u %g' "$lab/sss/${want% *}")
  [ "$got" = "${want#* } 0 0" ] || bad "mode, owner and group of ${want% *} are $got"
done
[ -e "$lab/sss/db/cache.ldb" ] || bad "the cache is gone"

new_case "a missing sssd.conf is an error"
rm "$lab/conf/sssd.conf"
if start; then
  bad "accepted"
fi
says "cannot read $lab/conf/sssd.conf"
finish
