#!/usr/bin/env bash
# Tests make-home.sh: who gets a home directory, and when.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"

fake mkhomedir_helper <<'SH'
SH
fake getent <<'SH'
[ "$2" = bob ] && echo "bob:*:2002:2002::$lab/home/bob:/bin/bash"
SH

# Runs the script with its own / mounts: login TYPE USER [JAIL]
login() {
  # shellcheck disable=SC2016 # expanded by the inner shell
  unshare --mount bash -c '
    set -e
    mount --make-rprivate /
    mount -t tmpfs lib /var/lib
    if [ -e "$lab/users" ]; then
      mkdir /var/lib/extrausers
      touch /var/lib/extrausers/passwd
    fi
    [ ! -e "$lab/directory" ] || mkdir -p /var/lib/sss/pipes
    mount -t tmpfs mnt /mnt
    [ -z "$4" ] || mkdir /mnt/jail
    PAM_TYPE=$2 PAM_USER=$3 exec "$1/make-home.sh"' login "$pod" "$1" "$2" "${3:-}" >"$lab/out" 2>&1
}

new_case "a user of the spec without a home gets one"
touch "$lab/users"
login open_session bob || bad "exit code $?"
called '^mkhomedir_helper bob 0077$'

new_case "a user of the directory without a home gets one"
rm "$lab/users"
touch "$lab/directory"
login open_session bob || bad "exit code $?"
called '^mkhomedir_helper bob 0077$'
rm "$lab/directory"

new_case "the end of a session makes nothing"
touch "$lab/users"
login close_session bob || bad "exit code $?"
called not mkhomedir_helper

new_case "a home that exists stays"
touch "$lab/users"
mkdir -p "$lab/home/bob"
login open_session bob || bad "exit code $?"
called not mkhomedir_helper

new_case "without users of the spec, nothing is made"
rm -rf "$lab/home/bob" "$lab/users"
login open_session bob || bad "exit code $?"
called not mkhomedir_helper

new_case "with a jail, nothing is made"
touch "$lab/users"
login open_session bob jail || bad "exit code $?"
called not mkhomedir_helper

new_case "a user who does not exist is an error"
touch "$lab/users"
if login open_session carol; then bad "no error"; fi
called not mkhomedir_helper

finish
