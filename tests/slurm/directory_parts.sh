#!/usr/bin/env bash
# Sourced inside a root filesystem (in_root.sh): a directory of users, which is Debian's slapd with TLS, for the sssd of compiled pods.
# shellcheck source-path=SCRIPTDIR
# shellcheck disable=SC2154 # slurm, lab_log: prelude.sh, lab.sh
. "$here"/ldap.sh

# Prints a value of the compiled sssd.conf: sssd_value KEY
sssd_value() {
  sed -n "s/^$1 = //p" /w/out/users/sssd.conf
}

# Makes the directory that the compiled sssd.conf names, with entries from stdin. The lab finds its CA as a ConfigMap. Its pod has the names of
# all servers. The user that sssd binds as may also write.
make_directory() {
  local base bind name hosts=()
  base=$(sssd_value ldap_search_base)
  bind=$(sssd_value ldap_default_bind_dn)
  mapfile -t hosts < <(sssd_value ldap_uri | tr , '\n' | sed -E 's|^ldaps?://||; s|:[0-9]+$||')
  make_authority /w/ldap
  mkdir /w/ldap/db
  name=$(awk -f /w/lab/flatten.awk /w/out/plan.yaml | sed -n 's/^directory\.ldap\.ca\.configMap\t//p')
  install -D /w/ldap/ca.crt "/w/config_maps/$name/ca.crt"
  certificate /w/ldap 30 "${hosts[@]}"
  slapd_conf /w/ldap "$base" "${bind:-cn=root,$base}" "$(cat /w/password)" >/w/ldap/slapd.conf
  # The commands of ldap-utils regard a newline as a part of the password.
  tr -d '\n' </w/password >/w/ldap/password
  chmod 600 /w/ldap/password
  cat >/w/ldap/entries.ldif
  slapadd -f /w/ldap/slapd.conf -l /w/ldap/entries.ldif >"$lab_log/slapadd.out" 2>&1 || cat "$lab_log/slapadd.out"
  lab_name lab-directory "${hosts[@]}"
  # Users are looked up as in the images.
  sed -i -E '/^(passwd|group):/s/$/ sss/' /etc/nsswitch.conf
}

# Starts the directory.
start_directory() {
  if ip netns list | grep '^lab-directory' >/dev/null; then
    lab_again lab-directory slapd -d 0 -f /w/ldap/slapd.conf -h 'ldap:/// ldaps:///'
  else
    lab_pod lab-directory slapd -d 0 -f /w/ldap/slapd.conf -h 'ldap:/// ldaps:///'
  fi
  lab_wait lab-directory 10 lab_answers lab-directory 636 || give_up "slapd starts" lab-directory
}

# Stops slapd without closing anything, and continues it.
hang_directory() {
  pkill -STOP -x slapd
}
wake_directory() {
  pkill -CONT -x slapd
}

# Changes entries, with LDIF from stdin: directory_change COMMAND...
directory_change() {
  LDAPTLS_CACERT=/w/ldap/ca.crt lab_in lab-directory "$@" -x -H "$(sssd_value ldap_uri | sed 's/.*,//')" \
    -D "$(sssd_value ldap_default_bind_dn)" -y /w/ldap/password >/dev/null
}
