#!/usr/bin/env bash
# Program of the container `sssd`: makes the directories of sssd, writes sssd.conf with the password from a mounted Secret, and becomes sssd.
# sssd requires that it owns sssd.conf and that no other user can read it.
#   start-sssd.sh [SOURCE TARGET ROOT COMMAND...]
#     SOURCE    directory with sssd.conf, and with `password` if sssd.conf names a user of the directory
#     TARGET    where the complete sssd.conf is written
#     ROOT      the volume with the cache and the sockets
#     COMMAND   runs instead of sssd
# Never prints the password, not even in part.
set -euo pipefail
export LC_ALL=C
source=/etc/skiff/sssd
target=/run/sssd
root=/var/lib/sss
if [ "$#" -gt 0 ]; then
  source=$1
  target=$2
  root=$3
  shift 3
else
  # Level 2 logs what keeps sssd from answering.
  set -- sssd --interactive --logger=stderr --debug-level=2 --config="$target/sssd.conf"
fi

# Prints why sssd does not start, and exits with an error.
refuse() {
  printf 'start-sssd: %s\n' "$*" >&2
  exit 1
}

[ -r "$source/sssd.conf" ] || refuse "cannot read $source/sssd.conf"
# Makes directories that belong to group root, whatever group (fsGroup) their volume has: own DIRECTORY...
# sssd accepts only such settings, and programs only such sockets.
own() {
  mkdir -p "$@"
  chgrp 0 "$@"
  chmod g-s,u=rwx,go=rx "$@"
}

# The directories of sssd's package, and an empty one for the jail.
own "$root"
for folder in db deskprofile gpo_cache keytabs mc none pipes pipes/private pubconf pubconf/krb5.include.d secrets; do
  own "$root/$folder"
done
chmod go= "$root/db" "$root/keytabs" "$root/secrets"
chmod g=rx,o= "$root/pipes/private"

umask 077
own "$target"
rm -f "$target/sssd.conf" "$target/password" "$target/told"
# Not a copy: root without capabilities cannot write to a file with the mode of a Secret.
cat "$source/sssd.conf" >"$target/sssd.conf"
if grep -q '^ldap_default_authtok_type = password$' "$source/sssd.conf" && [ -e "$source/password" ]; then
  # Bash drops zero bytes, so sssd would get a different password.
  if [ "$(tr -d '\0' <"$source/password" | wc --bytes)" -ne "$(wc --bytes <"$source/password")" ]; then
    refuse "the password of the directory contains a zero byte"
  fi
  # $(...) removes the newline that editors and `echo` add at the end. sssd removes blanks around a value.
  password=$(cat "$source/password")
  case $password in
    '') refuse "the password of the directory is empty" ;;
    ' '* | *' ') refuse "the password of the directory begins or ends with a blank, which sssd.conf cannot express" ;;
    *[[:cntrl:]]*) refuse "the password of the directory contains a newline or another control character" ;;
  esac
  # The section of the domain is the last one.
  printf '# From the Secret.\nldap_default_authtok = %s\n' "$password" >>"$target/sssd.conf"
  # For check-directory.sh.
  printf '%s' "$password" >"$target/password"
fi
exec "$@"
