#!/usr/bin/env bash
# Tests start-user-limits.sh and limit-user.sh with directories in place of control groups.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
groups=$lab/cgroup
export SKIFF_LOG=$lab/out
export SKIFF_PAM=$lab/pam
echo 'session required pam_exec.so quiet /etc/skiff/scripts/limit-user.sh' >"$lab/pam"
fake mount <<'SH'
[ ! -e "$lab/answer.locked" ]
SH
fake id <<'SH'
case $3 in
  root) echo 0 ;;
  bob) echo 2002 ;;
  carol) echo 2003 ;;
esac
SH
fake sshd <<'SH'
SH

# Makes the control groups of a pod that may use 1 GiB: node_with VERSION
node_with() {
  local tree
  rm -rf "$groups"
  mkdir -p "$groups"
  if [ "$1" = v2 ]; then
    touch "$groups/cgroup.controllers"
    printf '%s\n' 1 17 23 >"$groups/cgroup.procs"
    echo 1073741824 >"$groups/memory.max"
  else
    # The tree of CPU time also has another name.
    mkdir "$groups/cpu,cpuacct" "$groups/memory" "$groups/pids"
    ln -s cpu,cpuacct "$groups/cpu"
    for tree in cpu memory pids; do
      echo 1 >"$groups/$tree/cgroup.procs"
    done
    echo 1073741824 >"$groups/memory/memory.limit_in_bytes"
  fi
}
start() {
  "$pod/start-user-limits.sh" sshd -D >"$lab/out" 2>&1
}
# Runs the PAM hook as sshd would: login USER [TYPE]
login() {
  PAM_TYPE=${2:-open_session} PAM_USER=$1 "$pod/limit-user.sh" "$groups" "$lab/limits" >>"$lab/out" 2>&1
}
# Checks the content of a file: holds FILE TEXT
holds() {
  [ "$(cat "$groups/$1" 2>&1)" = "$2" ] || bad "$1 holds $(cat "$groups/$1" 2>&1)"
}

new_case "with cgroup v2, processes leave the top, and its children get controllers"
node_with v2
# Directories have one file for all that is written to it, so that the last line counts.
start || bad "exit code $?"
called "^mount -o remount,bind,rw,nosuid,nodev,noexec $groups$"
called '^sshd -D$'
holds daemon/cgroup.procs 23
holds cgroup.subtree_control '+cpu +memory +pids'
holds users/cgroup.subtree_control '+cpu +memory +pids'
holds users/memory.max 939524096

new_case "the reserve is at most 256 MiB"
node_with v2
echo 17179869184 >"$groups/memory.max"
start || bad "exit code $?"
holds users/memory.max $((17179869184 - 268435456))

new_case "a pod without a limit of memory has no reserve that matters"
node_with v2
echo max >"$groups/memory.max"
start || bad "exit code $?"
holds users/memory.max $((9223372036854771712 - 268435456))

new_case "a pod whose limit cannot be read does not start"
rm "$groups/memory.max"
! start || bad "claims success"
called not '^sshd'

new_case "a pod in which users cannot be limited does not start"
node_with v2
mkdir -p "$groups/users/memory.max"
! start || bad "claims success"
says 'cannot limit the memory of users'
called not '^sshd'
node_with v2
start || bad "exit code $?"

new_case "a login moves sshd's process, and sets the limits"
printf '%s\n' '# Made by skiff.' 'cpu 1500' 'memory 4294967296' 'processes 500' >"$lab/limits"
login bob || bad "exit code $?"
holds users/2002/cgroup.procs $$
holds users/2002/cpu.max '150000 100000'
holds users/2002/memory.max 4294967296
holds users/2002/pids.max 500

new_case "limits that the spec no longer has are lifted"
echo 'cpu 500' >"$lab/limits"
login bob || bad "exit code $?"
holds users/2002/cpu.max '50000 100000'
holds users/2002/memory.max max
rm "$lab/limits"
login bob || bad "exit code $?"
holds users/2002/cpu.max 'max 100000'
holds users/2002/pids.max max

new_case "a login removes groups without processes, and no others"
mkdir "$groups/users/2004"
login carol || bad "exit code $?"
[ ! -e "$groups/users/2004" ] || bad "an empty group exists"
[ -d "$groups/users/2002" ] || bad "a group with processes is gone"
holds users/2003/cgroup.procs $$

new_case "the end of a session changes nothing, and root has no limits"
rm -r "$groups/users/2002"
login bob close_session || bad "exit code $?"
login root || bad "exit code $?"
[ "$(ls "$groups/users")" = "$(printf '%s\n' 2003 cgroup.subtree_control memory.max)" ] || bad "made $(ls "$groups/users")"

new_case "a user who cannot be limited does not log in"
rm -r "$groups/users/2003"
touch "$groups/users/2003"
! login carol || bad "claims success"
rm "$groups/users/2003"
mkdir -p "$groups/users/2003/cgroup.procs"
! login carol || bad "claims success"
says "limit-user: cannot move a process to $groups/users/2003"

new_case "in a pod that started without limits, logins work"
node_with v2
login bob || bad "exit code $?"
[ ! -e "$groups/users" ] || bad "made a group"

new_case "with cgroup v1, each controller has its groups"
node_with v1
printf '%s\n' 'cpu 1500' 'memory 4294967296' 'processes 500' >"$lab/limits"
start || bad "exit code $?"
called "^mount -o remount,bind,rw,nosuid,nodev,noexec $groups/cpu,cpuacct$"
called "^mount -o remount,bind,rw,nosuid,nodev,noexec $groups/pids$"
called '^sshd -D$'
holds memory/users/memory.limit_in_bytes 939524096
login bob || bad "exit code $?"
holds cpu/users/2002/cpu.cfs_quota_us 150000
holds memory/users/2002/memory.limit_in_bytes 4294967296
holds pids/users/2002/pids.max 500
holds pids/users/2002/cgroup.procs $$
holds memory/users/2002/cgroup.procs $$
rm "$lab/limits"
login bob || bad "exit code $?"
holds cpu/users/2002/cpu.cfs_quota_us -1
holds memory/users/2002/memory.limit_in_bytes -1
holds pids/users/2002/pids.max max

new_case "without the right to mount, the container ends"
touch "$lab/answer.locked"
! start || bad "claims success"
says 'cannot make .* writable'
called not '^sshd'

new_case "with a login image that limits nobody, the container ends"
echo 'session required pam_unix.so' >"$lab/pam"
! start || bad "claims success"
says 'does not call limit-user.sh'
called not '^sshd'
echo 'session required pam_exec.so quiet /etc/skiff/scripts/limit-user.sh' >"$lab/pam"

new_case "without control groups, the container ends"
rm -r "$groups"
mkdir "$groups"
! start || bad "claims success"
says 'no control groups'
called not '^sshd'
finish
