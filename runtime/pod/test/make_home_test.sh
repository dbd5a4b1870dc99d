#!/usr/bin/env bash
# Tests make-home.sh: who gets a home directory, and when.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"

fake mkhomedir_helper <<'SH'
SH
fake getent <<'SH'
[ "$2" = bob ] && echo "bob:*:$(id -u):$(id -g)::$lab/home/bob:/bin/bash"
SH

fake chown <<'SH'
SH
fake setpriv <<'SH'
shift 5
exec "$@"
SH

# Runs the script: login TYPE USER
login() {
  PAM_TYPE=$1 PAM_USER=$2 "$pod/make-home.sh" "$lab/users" "$lab/sockets" "$lab/jail" >"$lab/out" 2>&1
}

new_case "a user of the spec without a home gets one"
touch "$lab/users"
login open_session bob || bad "exit code $?"
called '^mkhomedir_helper bob 0077$'

new_case "a user of the directory without a home gets one"
rm "$lab/users"
mkdir "$lab/sockets"
login open_session bob || bad "exit code $?"
called '^mkhomedir_helper bob 0077$'
rm -r "$lab/sockets"

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

new_case "with a jail, its own users get nothing"
mkdir -p "$lab/jail$lab/home" "$lab/jail/etc/skel"
echo 'bob:*:2002:2002::/home/bob:/bin/bash' >"$lab/users"
login open_session bob || bad "exit code $?"
called not mkhomedir_helper
mkdir "$lab/sockets"
login open_session bob || bad "exit code $?"
[ ! -e "$lab/jail$lab/home/bob" ] || bad "made a home"
seq 200000 >>"$lab/users"
login open_session bob || bad "exit code $?"
[ ! -e "$lab/jail$lab/home/bob" ] || bad "made a home for one of very many users"

new_case "in a jail, a user of the directory gets one there"
echo 'bobby:*:2003:2003::/home/bobby:/bin/bash' >"$lab/users"
touch "$lab/jail/etc/skel/.profile"
login open_session bob || bad "exit code $?"
[ -e "$lab/jail$lab/home/bob/.profile" ] || bad "no home with the files of skel"
[ "$(stat --format=%a "$lab/jail$lab/home/bob")" = 700 ] || bad "others may read it"
called "^chown --no-dereference $(id -u):$(id -g) bob$"
called "^setpriv --reuid $(id -u) --regid $(id -g) --clear-groups cp"
called not mkhomedir_helper
[ ! -e "$lab/home/bob" ] || bad "made one outside the jail"

new_case "in a jail, a home that exists stays"
login open_session bob || bad "exit code $?"
called not chown

new_case "in a jail, no link is followed"
rm -r "$lab/jail$lab/home"
mkdir "$lab/outside"
ln -s "$lab/outside" "$lab/jail$lab/home"
login open_session bob || bad "exit code $?"
[ ! -e "$lab/outside/bob" ] || bad "made a home outside the jail"
rm "$lab/jail$lab/home"
mkdir "$lab/jail$lab/home"
ln -s "$lab/outside/bob" "$lab/jail$lab/home/bob"
login open_session bob || bad "exit code $?"
[ ! -e "$lab/outside/bob" ] || bad "made a home at the end of a link"
rm -r "$lab/jail" "$lab/sockets"

new_case "a user who does not exist is an error"
touch "$lab/users"
if login open_session carol; then bad "no error"; fi
called not mkhomedir_helper

finish
