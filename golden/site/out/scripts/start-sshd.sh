#!/usr/bin/env bash
# First process of a login pod: sshd in the foreground, logging to stderr.
#   start-sshd.sh SSHD-CONFIG
# sshd wants /run/sshd to be root's own and closed to others, which no emptyDir is by itself.
set -euo pipefail
install -d -m 0755 /run/sshd
/usr/sbin/sshd -t -f "$1"
# By its full path: sshd starts itself again for every connection.
exec /usr/sbin/sshd -D -e -f "$1"
