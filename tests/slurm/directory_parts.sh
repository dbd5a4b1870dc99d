#!/usr/bin/env bash
# Sourced inside a root filesystem (in_root.sh): a directory of users, which is Debian's slapd with TLS, for the sssd of compiled pods.
# shellcheck disable=SC2154 # slurm, lab_log: prelude.sh, lab.sh

# Prints a value of the compiled sssd.conf: sssd_value KEY
sssd_value() {
  sed -n "s/^$1 = //p" /w/out/users/sssd.conf
}

# Makes the authority, and puts its certificate where the lab looks for ConfigMaps of others.
make_authority() {
  local name
  name=$(awk -f /w/lab/flatten.awk /w/out/plan.yaml | sed -n 's/^directory\.ldap\.ca\.configMap\t//p')
  mkdir -p /w/ldap "/w/config_maps/$name"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj "/CN=authority of the lab" \
    -keyout /w/ldap/ca.key -out /w/ldap/ca.crt 2>/dev/null
  cp /w/ldap/ca.crt "/w/config_maps/$name/ca.crt"
}

# Makes the certificate of a server: certificate FILE DAYS HOST...
# With 0 days it has expired when it is made.
certificate() {
  local file=$1 days=$2 names
  shift 2
  names=$(printf ',DNS:%s' "$@")
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" -keyout "$file.key" -out "$file.csr" 2>/dev/null
  openssl x509 -req -in "$file.csr" -CA /w/ldap/ca.crt -CAkey /w/ldap/ca.key -set_serial "$RANDOM" -days "$days" \
    -extfile <(echo "subjectAltName=${names#,}") -out "$file.crt" 2>/dev/null
}

# Writes slapd.conf: slapd_conf BASE BIND-DN PASSWORD
# Groups name their members by entry (rfc2307bis). Debian's slapd only has the schema of rfc2307, in which a group cannot also be a
# groupOfNames.
slapd_conf() {
  cat <<CONF
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
attributetype ( 1.3.6.1.1.1.1.2 NAME 'gecos' EQUALITY caseIgnoreIA5Match SYNTAX 1.3.6.1.4.1.1466.115.121.1.26 SINGLE-VALUE )
attributetype ( 1.3.6.1.1.1.1.3 NAME 'homeDirectory' EQUALITY caseExactIA5Match SYNTAX 1.3.6.1.4.1.1466.115.121.1.26 SINGLE-VALUE )
attributetype ( 1.3.6.1.1.1.1.4 NAME 'loginShell' EQUALITY caseExactIA5Match SYNTAX 1.3.6.1.4.1.1466.115.121.1.26 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.24552.500.1.1.1.13 NAME 'sshPublicKey' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 )
objectclass ( 1.3.6.1.1.1.2.0 NAME 'posixAccount' SUP top AUXILIARY MUST ( cn \$ uid \$ uidNumber \$ gidNumber \$ homeDirectory )
  MAY ( userPassword \$ loginShell \$ gecos ) )
objectclass ( 1.3.6.1.1.1.2.2 NAME 'posixGroup' SUP top AUXILIARY MUST gidNumber )
objectclass ( 1.3.6.1.4.1.24552.500.1.1.2.0 NAME 'ldapPublicKey' SUP top AUXILIARY MAY ( sshPublicKey \$ uid ) )
moduleload back_mdb
moduleload memberof
pidfile /w/ldap/pid
TLSCACertificateFile /w/ldap/ca.crt
TLSCertificateFile /w/ldap/server.crt
TLSCertificateKeyFile /w/ldap/server.key
# Nobody reads anything without TLS.
security tls=1
database mdb
suffix "$1"
directory /w/ldap/db
rootdn "$2"
rootpw "$3"
overlay memberof
access to * by users read by * auth
CONF
}

# Prints a user's entry: user_entry BASE NAME NUMBER GROUP-NUMBER [KEY-FILE]
user_entry() {
  printf 'dn: uid=%s,ou=people,%s\nobjectClass: account\nobjectClass: posixAccount\nobjectClass: ldapPublicKey\n' "$2" "$1"
  printf 'uid: %s\ncn: %s\nuidNumber: %s\ngidNumber: %s\nhomeDirectory: /home/%s\n' "$2" "$2" "$3" "$4" "$2"
  [ "$#" -lt 5 ] || printf 'sshPublicKey: %s\n' "$(cat "$5")"
  echo
}

# Prints a group's entry: group_entry BASE NAME NUMBER MEMBER...
group_entry() {
  local base=$1
  printf 'dn: cn=%s,ou=groups,%s\nobjectClass: groupOfNames\nobjectClass: posixGroup\ncn: %s\ngidNumber: %s\n' "$2" "$base" "$2" "$3"
  shift 3
  printf "member: uid=%s,ou=people,$base\n" "$@"
  echo
}

# Prints the entries above users and groups: top_entries BASE
top_entries() {
  local name=${1%%,*}
  printf 'dn: %s\nobjectClass: dcObject\nobjectClass: organization\ndc: %s\no: lab\n\n' "$1" "${name#dc=}"
  for name in people groups; do
    printf 'dn: ou=%s,%s\nobjectClass: organizationalUnit\nou: %s\n\n' "$name" "$1" "$name"
  done
}

# Makes the directory that the compiled sssd.conf names, with entries from stdin. The lab finds its CA as a ConfigMap. Its pod has the names of
# all servers. The user that sssd binds as may also write.
make_directory() {
  local base bind hosts=()
  base=$(sssd_value ldap_search_base)
  bind=$(sssd_value ldap_default_bind_dn)
  mapfile -t hosts < <(sssd_value ldap_uri | tr , '\n' | sed -E 's|^ldaps?://||; s|:[0-9]+$||')
  make_authority
  certificate /w/ldap/server 30 "${hosts[@]}"
  mkdir -p /w/ldap/db
  slapd_conf "$base" "${bind:-cn=root,$base}" "$(cat /w/password)" >/w/ldap/slapd.conf
  # ldapsearch and its kin regard a newline as a part of the password.
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
  if ip netns list | grep -q '^lab-directory'; then
    lab_again lab-directory slapd -d 0 -f /w/ldap/slapd.conf -h 'ldap:/// ldaps:///'
  else
    lab_pod lab-directory slapd -d 0 -f /w/ldap/slapd.conf -h 'ldap:/// ldaps:///'
  fi
  lab_wait lab-directory 10 lab_answers lab-directory 636 || give_up "slapd starts" lab-directory
}

# Changes entries, with LDIF from stdin: directory_change COMMAND...
directory_change() {
  LDAPTLS_CACERT=/w/ldap/ca.crt lab_in lab-directory "$@" -x -H "$(sssd_value ldap_uri | sed 's/.*,//')" \
    -D "$(sssd_value ldap_default_bind_dn)" -y /w/ldap/password >/dev/null
}
