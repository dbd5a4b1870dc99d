#!/usr/bin/env bash
# First process of a login pod: sshd in the foreground, logging to stderr.
#   start-sshd.sh SSHD-CONFIG
# sshd requires that /run/sshd belongs to root and that others cannot write to it. A new emptyDir does not meet this.
set -euo pipefail
install -d -m 0755 /run/sshd
# The kubelet lets everybody write to an emptyDir, but does not set the sticky bit (empty_dir.go): users could delete each other's files.
if [ -v SHARED_FOLDERS ]; then
  # shellcheck disable=SC2086 # several paths without blanks
  chmod 1777 $SHARED_FOLDERS
fi
/usr/sbin/sshd -t -f "$1"
# Use the full path: sshd executes itself again for every connection.
exec /usr/sbin/sshd -D -e -f "$1"
