#!/usr/bin/env bash
# First process of a login pod: sshd in the foreground, logging to stderr.
#   start-sshd.sh SSHD-CONFIG
# sshd requires that /run/sshd belongs to root and that others cannot write to it. A new emptyDir does not meet this.
set -euo pipefail
install -d -m 0755 /run/sshd
/usr/sbin/sshd -t -f "$1"
# Use the full path: sshd executes itself again for every connection.
exec /usr/sbin/sshd -D -e -f "$1"
