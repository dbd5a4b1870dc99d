#!/usr/bin/env bash
# Tests populate-jail.sh and wait-for-jail.sh: the copy is complete before the marker exists, resumes after an interruption, and changes
# files that it did not write only with the policy Overwrite.
set -euo pipefail
if [ "$(id -u)" -ne 0 ]; then
  echo 'takes root: it mounts and copies what others own'
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
  new_case "an empty volume"
  new_volume
  # The kubelet creates it like this for a pod that mounts this directory of the volume.
  mkdir -m 0750 "$jail/etc"
  populate 1 registry/jail:1 IfEmpty /datasets /var/spool/slurmd || bad "exit code $?"
  [ "$(cat "$marker")" = $'1\nregistry/jail:1' ] || bad "the marker"
  [ "$(stat -c '%u %a' "$marker" "$jail/etc" | paste -sd' ')" = '0 644 0 755' ] || bad "modes of the marker and its folder"
  [ "$(stat -c '%a %h' "$jail/usr/bin/tool")" = '4755 2' ] || bad "a setuid program, a hard link"
  [ "$(stat -c %u "$jail/home/alice")" = 1000 ] || bad "an owner"
  [ "$(readlink "$jail/lib")" = usr/lib ] || bad "a symbolic link"
  { [ ! -s "$jail/etc/resolv.conf" ] && [ -e "$jail/etc/resolv.conf" ]; } || bad "the container's resolv.conf was copied"
  [ ! -e "$jail/proc/version" ] || bad "/proc was copied"
  { [ -d "$jail/datasets" ] && [ -d "$jail/var/spool/slurmd" ] && [ -d "$jail/etc/slurm" ]; } || bad "places of mounts"
  [ "$(readlink "$jail/usr/bin/srun")" = ../libexec/skiff/slurm/srun ] || bad "srun leads nowhere"
  [ "$(stat -c %a "$jail/.skiff")" = 700 ] || bad "our own folder is open"

  new_case "once more: nothing that people did is undone"
  echo changed >"$jail/etc/passwd"
  rm "$jail/usr/bin/same"
  populate 1 registry/jail:1 IfEmpty /datasets /more || bad "exit code $?"
  { [ "$(head -n 1 "$jail/etc/passwd")" = changed ] && [ ! -e "$jail/usr/bin/same" ]; } || bad "a change was undone"
  [ "$(grep -c '^slurm:x:64030:64030:' "$jail/etc/passwd") $(grep -c '^slurm:' "$jail/etc/group")" = '1 1' ] || bad "SlurmUser has no name"
  [ -d "$jail/more" ] || bad "a new mount has no place"

  new_case "another image: IfEmpty leaves the root as it is, another version is refused"
  populate 1 registry/jail:2 IfEmpty || bad "exit code $?"
  says 'IfEmpty leaves it as it is'
  [ "$(tail -n 1 "$marker")" = registry/jail:1 ] || bad "the marker was changed"
  if populate 2 registry/jail:2 IfEmpty; then bad "another version is taken"; fi
  says 'was populated as version 1, not 2'

  new_case "Overwrite: the image's files again, what people added stays"
  echo added >"$jail/usr/bin/mine"
  populate 2 registry/jail:2 Overwrite || bad "exit code $?"
  [ "$(cat "$marker")" = $'2\nregistry/jail:2' ] || bad "the marker"
  { [ "$(head -n 1 "$jail/etc/passwd")" = 'root:x:0:0::/root:/bin/bash' ] && [ -e "$jail/usr/bin/mine" ]; } || bad "not over it, or too much"
  echo changed >"$jail/etc/passwd"
  populate 2 registry/jail:2 Overwrite || bad "exit code $?"
  [ "$(head -n 1 "$jail/etc/passwd")" = changed ] || bad "the same image was copied again"

  new_case "ended in the middle: no marker, and it goes on"
  new_volume
  fake rsync <<'SH'
PATH=${PATH#*:} rsync "$@" --exclude=/home && exit 23
SH
  if populate 1 registry/jail:1 IfEmpty; then bad "a copy that is not whole succeeds"; fi
  says 'the copy is not whole'
  { [ ! -e "$marker" ] && [ -e "$jail/usr/bin/tool" ]; } || bad "a marker, or nothing"
  if "$pod/wait-for-jail.sh" "$jail" 1 0 2>"$lab/out"; then bad "others begin"; fi
  says 'is not populated'
  rm "$lab/bin/rsync"
  populate 1 registry/jail:1 IfEmpty || bad "exit code $?"
  { [ -e "$marker" ] && [ -d "$jail/home/alice" ] && [ ! -e "$jail/.skiff/populating" ]; } || bad "it did not go on"

  new_case "a volume with files of others"
  new_volume
  echo theirs >"$jail/data"
  if populate 1 registry/jail:1 IfEmpty; then bad "it is populated"; fi
  says "holds $jail/data and has no"
  [ "$(find "$jail" -type f ! -path '*/.skiff/*')" = "$jail/data" ] || bad "something was written"
  populate 1 registry/jail:1 Overwrite || bad "exit code $?"
  [ "$(cat "$jail/data")" = theirs ] || bad "their file is gone"

  new_case "a place of a mount that leads elsewhere"
  ln -s /home "$jail/datasets"
  if populate 1 registry/jail:1 Overwrite /datasets; then bad "a link is taken"; fi
  says 'is a symbolic link'

  new_case "two at once"
  (
    flock 9
    if populate 1 registry/jail:1 Overwrite; then bad "both write"; fi
  ) 9>"$jail/.skiff/lock"
  says 'its lock is held'

  new_case "no volume"
  umount "$jail"
  if populate 1 registry/jail:1 IfEmpty; then bad "it writes where nothing is mounted"; fi
  says 'is no mount'
  [ -z "$(ls "$jail")" ] || bad "something was written"

  new_case "waiting"
  new_volume
  populate 1 registry/jail:1 IfEmpty /datasets || bad "exit code $?"
  "$pod/wait-for-jail.sh" "$jail" 1 0 /datasets 2>"$lab/out" || bad "exit code $?"
  if "$pod/wait-for-jail.sh" "$jail" 1 0 /datasets /more 2>"$lab/out"; then bad "a place is missing"; fi
  says 'has no folder /more'
  if "$pod/wait-for-jail.sh" "$jail" 2 0 2>"$lab/out"; then bad "another version is taken"; fi
  says 'is of version 1, not 2'
  umount "$jail"
  finish
}

# The mounts disappear with the test, because fake.sh runs it in its own namespaces.
inside
