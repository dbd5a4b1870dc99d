#!/usr/bin/env bash
# First process of a login pod: sshd in the foreground, logging to stderr.
#   start-sshd.sh SSHD-CONFIG
# sshd requires that /run/sshd belongs to root and that others cannot write to it. A new emptyDir does not meet this.
set -euo pipefail
# Use the full path: sshd executes itself again for every connection.
sshd=$(printenv SKIFF_SSHD) || sshd=/usr/sbin/sshd
install -d -m 0755 /run/sshd
# The kubelet lets everybody write to an emptyDir, but does not set the sticky bit (empty_dir.go): users could delete each other's files.
if [ -v SHARED_FOLDERS ]; then
  # shellcheck disable=SC2086 # several paths without blanks
  chmod 1777 $SHARED_FOLDERS
fi
set -- -e -f "$1"
"$sshd" -t "$@"
# After a failed login, sshd refuses further connections from the same address for some seconds. If clients arrive with the addresses of
# Kubernetes nodes, this would lock out everybody. Releases before OpenSSH 9.8 have no such penalties, and do not know the keyword.
if [ -v SHARED_ADDRESSES ] && "$sshd" -t "$@" -o PerSourcePenalties=no 2>/dev/null; then
  set -- "$@" -o PerSourcePenalties=no
fi
exec "$sshd" -D "$@"
