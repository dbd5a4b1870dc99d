#!/usr/bin/env bash
# Sourced by tests of logins, with cluster.sh: a login set with `privateTmp: true`, into which two users and root can log in.
# shellcheck disable=SC2016 # expanded in the session

# Checks the directories of sessions: check_private_tmp USER OTHER
check_private_tmp() {
  local user
  as "$1" 'umask 022; echo mine >/tmp/note; cp /tmp/note /dev/shm/' || fail "$1 cannot write to /tmp and /dev/shm"
  prints "all sessions of a user have the same /tmp and /dev/shm" $'mine\nmine' "$1" 'cat /tmp/note /dev/shm/note'
  prints "another user has others" '0 1777 1777' "$2" 'echo $(find /tmp /dev/shm -name note | wc -l) $(stat -c %a /tmp /dev/shm)'
  prints "root sees those of all users" "/dev/shm/.users/$1/note"$'\n'"/tmp/.users/$1/note" root 'ls /tmp/.users/*/note /dev/shm/.users/*/note'
  for user in "$1" root; do
    # CAP_SYS_ADMIN is bit 21.
    prints "a session of $user cannot mount" 0 "$user" 'echo $((0x$(sed -n "s/^CapBnd:[[:blank:]]*//p" /proc/self/status) >> 21 & 1))'
  done
}
