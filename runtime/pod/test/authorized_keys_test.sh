#!/usr/bin/env bash
# Tests authorized-keys of the login image: the file of users decides for those who are in it, and the directory for all others.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"

fake sss_ssh_authorizedkeys <<'SH'
echo "ssh-ed25519 key-of-the-directory-for-$1"
SH
mkdir "$lab/users"
printf '%s\n' 'alice:*:2001:2001::/home/alice:/bin/bash' 'carol:*:2003:2003::/home/carol:/bin/bash' '1e1:*:2004:2004::/home/1e1:/bin/bash' \
  >"$lab/users/passwd"
printf '%s\n' 'alice ssh-ed25519 first alice@laptop' 'alice from="192.0.2.1" ssh-rsa second' '1e1 ssh-ed25519 number' >"$lab/users/authorized_keys"

# Runs the program under test and compares what it prints: prints USER TEXT [FILES]
prints() {
  new_case "the keys of $1"
  "$pod/../../images/login/authorized-keys" "$1" "${3:-$lab/users}" >"$lab/out" 2>&1 || bad "exit code $?"
  [ "$(cat "$lab/out")" = "$2" ] || bad "not: $2"
}

prints alice $'ssh-ed25519 first alice@laptop\nfrom="192.0.2.1" ssh-rsa second'
called not sss_ssh_authorizedkeys
prints carol ''
called not sss_ssh_authorizedkeys
prints 1e1 'ssh-ed25519 number'
prints 10 'ssh-ed25519 key-of-the-directory-for-10'
prints bob 'ssh-ed25519 key-of-the-directory-for-bob'
prints alice 'ssh-ed25519 key-of-the-directory-for-alice' "$lab/nowhere"
rm "$lab/users/authorized_keys"
prints alice ''
called not sss_ssh_authorizedkeys
finish
