#!/usr/bin/env bash
# Sourced by active_directory.sh: the domain, sssd, and what it says about users.
sssd=

# Prints information about a failed step.
shown() {
  cat /w/said
  grep -v CAP_ /w/sssd.log | tail -n 5
}

# Makes the domain, its users and groups, and starts the domain controller.
make_domain() {
  rm -f /etc/samba/smb.conf
  samba-tool domain provision --realm=EXAMPLE.COM --domain=EXAMPLE --server-role=dc --dns-backend=SAMBA_INTERNAL --use-rfc2307 \
    --host-name=dc1 --host-ip=10.77.0.1 --adminpass="$(password)" >/w/provision.log 2>&1 || { tail -n 20 /w/provision.log && exit 1; }
  samba --foreground --no-process-group </dev/null >/w/samba.log 2>&1 &
  local name
  for name in reader alice bob carol dave; do
    samba-tool user create "$name" "$(cat /w/password)"
  done
  samba-tool user addunixattrs bob 20001 --gid-number=20000
  for name in hpc physics; do
    samba-tool group add "$name"
  done
  samba-tool group addunixattrs hpc 20000
  samba-tool group addmembers hpc physics,bob
  samba-tool group addmembers physics alice,carol
} >/w/made 2>&1

# Prints a password that Active Directory accepts, and keeps it.
password() {
  [ -e /w/password ] || printf 'Aa1-%s' "$(head -c 12 /dev/urandom | basenc --base64url)" >/w/password
  cat /w/password
}

# Starts sssd with an empty cache, as in a new pod: start_sssd OUTPUT
start_sssd() {
  if [ -n "$sssd" ]; then
    kill "$sssd"
    wait "$sssd" || true
  fi
  rm -rf /var/lib/sss /run/sssd /run/sssd.pid
  mkdir -p /var/lib/sss /etc/skiff/sssd
  cp "/w/$1/users/sssd.conf" /w/password /etc/skiff/sssd/
  cp /var/lib/samba/private/tls/ca.pem /etc/skiff/sssd/ca.crt
  /w/scripts/start-sssd.sh >>/w/sssd.log 2>&1 &
  sssd=$!
}
answers() {
  SKIFF_LOG=/w/check.log timeout 20 /w/scripts/check-directory.sh >/w/said 2>&1 && test -S /var/lib/sss/pipes/pam
}

# Succeeds if the user has this number and is in this group: is_user NAME NUMBER GROUP
is_user() {
  id "$1" >/w/said 2>&1 && grep -q "^uid=$2($1) " /w/said && grep -q "($3)" /w/said
}
is_nobody() {
  ! getent passwd "$1" >/w/said
}

# Succeeds if PAM lets the user in after sshd has accepted a key, or refuses with this text: may_log_in NAME, may_not_log_in NAME TEXT
may_log_in() {
  pamtester skiff "$1" acct_mgmt >/w/said 2>&1
}
may_not_log_in() {
  ! may_log_in "$1" && grep -q "$2" /w/said
}
# Succeeds if the password is the user's: password_of NAME PASSWORD
password_of() {
  pamtester skiff "$1" authenticate <<<"$2" >/w/said 2>&1
}
not_password_of() {
  ! password_of "$@" && grep -q 'Authentication failure' /w/said
}
