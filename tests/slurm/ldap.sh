#!/usr/bin/env bash
# Sourced by tests of users in a directory: settings, certificates and entries of Debian's slapd. FOLDER has a directory `db`.

# shellcheck source-path=SCRIPTDIR source=certificates.sh
. "$(dirname "${BASH_SOURCE[0]}")/certificates.sh"

# Prints slapd.conf: slapd_conf FOLDER BASE BIND-DN PASSWORD
# FOLDER is where slapd finds the directory. The user BIND-DN may read and write everything.
# Groups name their members by entry (rfc2307bis). Debian's slapd only has the schema of rfc2307, in which a group cannot also be a
# groupOfNames.
slapd_conf() {
  cat <<CONF
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
attributetype ( 1.3.6.1.1.1.1.2 NAME 'gecos' EQUALITY caseIgnoreIA5Match SYNTAX 1.3.6.1.4.1.1466.115.121.1.26 SINGLE-VALUE )
attributetype ( 1.3.6.1.1.1.1.3 NAME 'homeDirectory' EQUALITY caseExactIA5Match SYNTAX 1.3.6.1.4.1.1466.115.121.1.26 SINGLE-VALUE )
attributetype ( 1.3.6.1.1.1.1.4 NAME 'loginShell' EQUALITY caseExactIA5Match SYNTAX 1.3.6.1.4.1.1466.115.121.1.26 SINGLE-VALUE )
attributetype ( 1.3.6.1.1.1.1.10 NAME 'shadowExpire' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.24552.500.1.1.1.13 NAME 'sshPublicKey' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 )
objectclass ( 1.3.6.1.1.1.2.0 NAME 'posixAccount' SUP top AUXILIARY MUST ( cn \$ uid \$ uidNumber \$ gidNumber \$ homeDirectory )
  MAY ( userPassword \$ loginShell \$ gecos ) )
objectclass ( 1.3.6.1.1.1.2.1 NAME 'shadowAccount' SUP top AUXILIARY MUST uid MAY shadowExpire )
objectclass ( 1.3.6.1.1.1.2.2 NAME 'posixGroup' SUP top AUXILIARY MUST gidNumber )
objectclass ( 1.3.6.1.4.1.24552.500.1.1.2.0 NAME 'ldapPublicKey' SUP top AUXILIARY MAY ( sshPublicKey \$ uid ) )
moduleload back_mdb
moduleload memberof
pidfile $1/pid
TLSCACertificateFile $1/ca.crt
TLSCertificateFile $1/server.crt
TLSCertificateKeyFile $1/server.key
# Nobody reads anything without TLS.
security tls=1
database mdb
suffix "$2"
directory $1/db
rootdn "$3"
rootpw "$4"
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
