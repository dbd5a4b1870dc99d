#!/usr/bin/env bash
# First process of a login pod: sshd in the foreground, logging to stderr.
#   start-sshd.sh SSHD-CONFIG      with the optional variables SHARED_FOLDERS, PRIVATE_FOLDERS and SHARED_ADDRESSES
# sshd requires that /run/sshd belongs to root and that others cannot write to it. A new emptyDir does not meet this.
set -euo pipefail
# Use the full path: sshd executes itself again for every connection.
sshd=$(printenv SKIFF_SSHD) || sshd=/usr/sbin/sshd
pam=$(printenv SKIFF_PAM) || pam=/etc/pam.d/sshd

refuse() {
  printf 'start-sshd: %s\n' "$*" >&2
  exit 1
}

# Makes the directory in which each user has another FOLDER, and prints the line for pam_namespace: private_folder FOLDER
private_folder() {
  local users=$1/.users
  # A container that starts again finds it.
  [ -d "$users" ] || mkdir -m 0700 "$users" || refuse "cannot make $users"
  [ "$(stat --format='%u %g %a %F' "$users")" = "0 0 700 directory" ] || refuse "$users must be a directory that only root can use: remove it"
  printf '%s %s/ user:noinit root\n' "$1" "$users"
}

install -d -m 0755 /run/sshd
# The kubelet lets everybody write to an emptyDir, but does not set the sticky bit (empty_dir.go): users could delete each other's files.
if [ -v SHARED_FOLDERS ]; then
  # shellcheck disable=SC2086 # several paths without blanks
  chmod 1777 $SHARED_FOLDERS
fi
# The image links /etc/security/namespace.conf to this file. Without it, all sessions have the same directories.
if [ -v PRIVATE_FOLDERS ]; then
  # Otherwise nobody would have a directory of their own.
  grep 'pam_namespace\.so' "$pam" >/dev/null || refuse "$pam does not call pam_namespace: the login image is older than the spec's privateTmp"
  for folder in $PRIVATE_FOLDERS; do
    private_folder "$folder"
  done >/run/sshd/namespace.conf
fi
set -- -e -f "$1"
"$sshd" -t "$@"
# After a failed login, sshd refuses further connections from the same address for some seconds. If clients arrive with the addresses of
# Kubernetes nodes, this would lock out everybody. Releases before OpenSSH 9.8 have no such penalties, and do not know the keyword.
if [ -v SHARED_ADDRESSES ] && "$sshd" -t "$@" -o PerSourcePenalties=no 2>/dev/null; then
  set -- "$@" -o PerSourcePenalties=no
fi
exec "$sshd" -D "$@"
