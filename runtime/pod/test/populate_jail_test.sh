#!/usr/bin/env bash
# Tests populate-jail.sh and wait-for-jail.sh: the copy is complete before the marker exists, resumes after an interruption, and changes
# files that it did not write only with the policy Overwrite.
set -euo pipefail
if [ "$(id -u)" -ne 0 ]; then
  echo 'SKIP: populate-jail: needs root, to mount and to copy files of other users'
  exit 77
fi
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
jail=$lab/jail
marker=$jail/etc/skiff-jail

# The root of a small image: a symbolic and a hard link, another owner, a setuid program, and files that only a container has.
image=$lab/image
mkdir -p "$image"/{usr/bin,usr/lib,etc,proc,sys,dev,tmp,home/alice}
ln -s usr/lib "$image/lib"
echo 'root:x:0:0::/root:/bin/bash' >"$image/etc/passwd"
echo program >"$image/usr/bin/tool"
chmod 4755 "$image/usr/bin/tool"
chmod 1777 "$image/tmp"
ln "$image/usr/bin/tool" "$image/usr/bin/same"
chown 1000:1000 "$image/home/alice"
echo container >"$image/etc/resolv.conf"
echo made >"$image/proc/version"

# Runs populate-jail.sh on the mounted volume: populate VERSION IMAGE POLICY DIRECTORY...
populate() {
  "$pod/populate-jail.sh" "$image/" "$jail" "$@" >"$lab/out" 2>&1
}

# Mounts an empty volume.
new_volume() {
  if mountpoint -q "$jail"; then
    umount "$jail"
  fi
  rm -rf "$jail"
  mkdir "$jail"
  mount -t tmpfs volume "$jail"
}

inside() {
  new_case "an empty volume is populated completely"
  new_volume
  # The kubelet creates it like this for a pod that mounts this directory of the volume.
  mkdir -m 0750 "$jail/etc"
  populate 1 registry/jail:1 IfEmpty /datasets /var/spool/slurmd || bad "exit code $?"
  [ "$(cat "$marker")" = $'1\nregistry/jail:1' ] || bad "the marker"
  [ "$(stat -c '%u %a' "$marker" "$jail/etc" | paste -sd' ')" = '0 644 0 755' ] || bad "modes of the marker and its directory"
  [ "$(stat -c '%a %h' "$jail/usr/bin/tool")" = '4755 2' ] || bad "a setuid program, a hard link"
  [ "$(stat -c %u "$jail/home/alice")" = 1000 ] || bad "an owner"
  [ "$(readlink "$jail/lib")" = usr/lib ] || bad "a symbolic link"
  { [ ! -s "$jail/etc/resolv.conf" ] && [ -e "$jail/etc/resolv.conf" ]; } || bad "the container's resolv.conf was copied"
  [ ! -e "$jail/proc/version" ] || bad "/proc was copied"
  { [ -d "$jail/datasets" ] && [ -d "$jail/var/spool/slurmd" ] && [ -d "$jail/etc/slurm" ]; } || bad "mount points"
  [ "$(readlink "$jail/usr/bin/srun")" = ../libexec/skiff/slurm/srun ] || bad "srun is a link to $(readlink "$jail/usr/bin/srun")"
  [ "$(stat -c %a "$jail/.skiff")" = 700 ] || bad "users can enter .skiff"
  [ "$(stat -c %a "$jail/tmp")" = 755 ] || bad "users can write to the root's own /tmp, outside of their jobs"

  new_case "a second run undoes no change of users, and adds new mount points"
  echo changed >"$jail/etc/passwd"
  rm "$jail/usr/bin/same"
  populate 1 registry/jail:1 IfEmpty /datasets /more || bad "exit code $?"
  { [ "$(head -n 1 "$jail/etc/passwd")" = changed ] && [ ! -e "$jail/usr/bin/same" ]; } || bad "a change was undone"
  [ "$(grep -c '^slurm:x:64030:64030:' "$jail/etc/passwd") $(grep -c '^slurm:' "$jail/etc/group")" = '1 1' ] || bad "the user slurm is missing or defined twice"
  [ -d "$jail/more" ] || bad "a new mount has no mount point"

  new_case "IfEmpty keeps the root of another image, and rejects another version"
  populate 1 registry/jail:2 IfEmpty || bad "exit code $?"
  says 'IfEmpty leaves it as it is'
  [ "$(tail -n 1 "$marker")" = registry/jail:1 ] || bad "the marker was changed"
  if populate 2 registry/jail:2 IfEmpty; then bad "another version is accepted"; fi
  says 'was populated as version 1, not 2'

  new_case "Overwrite restores the image's files, and keeps files that users added"
  echo added >"$jail/usr/bin/mine"
  populate 2 registry/jail:2 Overwrite || bad "exit code $?"
  [ "$(cat "$marker")" = $'2\nregistry/jail:2' ] || bad "the marker"
  { [ "$(head -n 1 "$jail/etc/passwd")" = 'root:x:0:0::/root:/bin/bash' ] && [ -e "$jail/usr/bin/mine" ]; } || bad "a file was not restored, or an added file is gone"
  echo changed >"$jail/etc/passwd"
  populate 2 registry/jail:2 Overwrite || bad "exit code $?"
  [ "$(head -n 1 "$jail/etc/passwd")" = changed ] || bad "the same image was copied again"

  new_case "an interrupted copy has no marker, and the next run resumes it"
  new_volume
  fake rsync <<'SH'
PATH=${PATH#*:} rsync "$@" --exclude=/home && exit 23
SH
  if populate 1 registry/jail:1 IfEmpty; then bad "an incomplete copy succeeds"; fi
  says 'the copy is incomplete'
  { [ ! -e "$marker" ] && [ -e "$jail/usr/bin/tool" ]; } || bad "there is a marker, or no file was copied"
  if "$pod/wait-for-jail.sh" "$jail" 1 0 2>"$lab/out"; then bad "wait-for-jail.sh succeeds"; fi
  says 'is not populated'
  rm "$lab/bin/rsync"
  populate 1 registry/jail:1 IfEmpty || bad "exit code $?"
  { [ -e "$marker" ] && [ -d "$jail/home/alice" ] && [ ! -e "$jail/.skiff/populating" ]; } || bad "the copy was not completed"

  new_case "a volume with other files is populated only with Overwrite, which keeps them"
  new_volume
  echo theirs >"$jail/data"
  if populate 1 registry/jail:1 IfEmpty; then bad "succeeds"; fi
  says "contains $jail/data but no"
  [ "$(find "$jail" -type f ! -path '*/.skiff/*')" = "$jail/data" ] || bad "something was written"
  populate 1 registry/jail:1 Overwrite || bad "exit code $?"
  [ "$(cat "$jail/data")" = theirs ] || bad "the existing file is gone"

  new_case "a mount point that is a symbolic link is rejected"
  ln -s /home "$jail/datasets"
  if populate 1 registry/jail:1 Overwrite /datasets; then bad "a link is accepted"; fi
  says 'is a symbolic link'

  new_case "an image with a Slurm of its own is rejected before anything is copied, and an existing root only causes a message"
  cp "$(type -P true)" "$image/usr/bin/srun"
  new_volume
  if populate 1 registry/jail:1 Overwrite; then bad "a Slurm of the image is accepted"; fi
  says 'the image registry/jail:1 has a Slurm of its own (/usr/bin/srun)'
  [ ! -e "$jail/usr" ] || bad "something was copied"
  rm "$image/usr/bin/srun"
  populate 1 registry/jail:1 IfEmpty || bad "exit code $?"
  rm "$jail/usr/bin/srun"
  cp "$(type -P true)" "$jail/usr/bin/srun"
  populate 1 registry/jail:1 IfEmpty || bad "exit code $?"
  says 'remove its packages'
  rm "$jail/usr/bin/srun"
  # A script of the site is not a Slurm.
  printf '#!/bin/sh\nexec /usr/libexec/skiff/slurm/srun "$@"\n' >"$jail/usr/bin/srun"
  populate 1 registry/jail:1 IfEmpty || bad "exit code $?"
  ! grep -q 'of its own' "$lab/out" || bad "a script is taken for a Slurm: $(cat "$lab/out")"

  new_case "with a directory, the root asks sssd"
  new_volume
  if populate 1 registry/jail:1 IfEmpty /var/lib/sss/pipes; then bad "an image without libnss_sss is accepted"; fi
  says 'the image registry/jail:1 has no libnss_sss'
  [ ! -e "$marker" ] || bad "the root of an image without libnss_sss is complete"
  mkdir "$image/usr/lib/here"
  touch "$image/usr/lib/here/libnss_sss.so.2"
  printf '%s\n' 'passwd: files' 'group:  files sss' 'hosts: files dns' >"$image/etc/nsswitch.conf"
  populate 1 registry/jail:1 IfEmpty /var/lib/sss/pipes || bad "exit code $?"
  [ "$(cat "$jail/etc/nsswitch.conf")" = $'passwd: files sss\ngroup:  files sss\nhosts: files dns' ] || bad "nsswitch.conf"
  says 'adding sss'
  populate 1 registry/jail:1 IfEmpty /var/lib/sss/pipes || bad "exit code $?"
  if grep -q 'adding sss' "$lab/out"; then bad "adds it twice"; fi
  rm "$jail/etc/nsswitch.conf"
  populate 1 registry/jail:1 IfEmpty /var/lib/sss/pipes || bad "exit code $?"
  [ "$(cat "$jail/etc/nsswitch.conf")" = $'passwd: files sss\ngroup: files sss' ] || bad "a new nsswitch.conf"
  rm -r "$jail/usr/lib/here"
  if populate 1 registry/jail:1 IfEmpty /var/lib/sss/pipes; then bad "a root without libnss_sss is accepted"; fi
  says "$jail has no libnss_sss"
  rm -r "$image/usr/lib/here" "$image/etc/nsswitch.conf"

  new_case "the administrators may use sudo, and no longer when they are removed"
  new_volume
  if ADMINS=alice populate 1 registry/jail:1 IfEmpty; then bad "an image without sudo is accepted"; fi
  says 'the image registry/jail:1 has no sudo'
  [ ! -e "$marker" ] || bad "the root of an image without sudo is complete"
  ln -s /etc/alternatives/sudo "$image/usr/bin/sudo"
  ADMINS='alice %operators' populate 1 registry/jail:1 IfEmpty || bad "exit code $?"
  rules=$jail/etc/sudoers.d/skiff-admins
  [ "$(tail -n +2 "$rules")" = $'alice ALL=(ALL:ALL) NOPASSWD: ALL\n%operators ALL=(ALL:ALL) NOPASSWD: ALL' ] || bad "the rules: $(cat "$rules")"
  [ "$(stat -c '%u %a' "$rules")" = '0 440' ] || bad "mode of the rules"
  ADMINS=bob populate 1 registry/jail:1 IfEmpty || bad "exit code $?"
  [ "$(tail -n +2 "$rules")" = 'bob ALL=(ALL:ALL) NOPASSWD: ALL' ] || bad "the changed rules: $(cat "$rules")"
  populate 1 registry/jail:1 IfEmpty || bad "exit code $?"
  [ ! -e "$rules" ] || bad "the rules stay without administrators"
  rm "$image/usr/bin/sudo" "$jail/usr/bin/sudo"
  if ADMINS=alice populate 1 registry/jail:1 IfEmpty; then bad "a root without sudo is accepted"; fi
  says "$jail has no sudo"

  new_case "two runs at the same time are prevented by a lock"
  (
    flock 9
    if populate 1 registry/jail:1 Overwrite; then bad "ran without the lock"; fi
  ) 9>"$jail/.skiff/lock"
  says 'it holds the lock'

  new_case "without a mounted volume, nothing is written"
  umount "$jail"
  if populate 1 registry/jail:1 IfEmpty; then bad "succeeds without a volume"; fi
  says 'is not a mount point'
  [ -z "$(ls "$jail")" ] || bad "something was written"

  new_case "wait-for-jail.sh accepts a root only with all mount points and the right version"
  new_volume
  populate 1 registry/jail:1 IfEmpty /datasets || bad "exit code $?"
  "$pod/wait-for-jail.sh" "$jail" 1 0 /datasets 2>"$lab/out" || bad "exit code $?"
  if "$pod/wait-for-jail.sh" "$jail" 1 0 /datasets /more 2>"$lab/out"; then bad "a missing mount point is accepted"; fi
  says 'has no directory /more'
  if "$pod/wait-for-jail.sh" "$jail" 2 0 2>"$lab/out"; then bad "another version is accepted"; fi
  says 'has version 1, not 2'
  umount "$jail"
  finish
}

# The mounts disappear with the test, because fake.sh runs it in its own namespaces.
inside
