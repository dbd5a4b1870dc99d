#!/usr/bin/env bash
# Runs in the jail's image: copies that image's root to the shared volume that users will see as theirs, once, and makes what the nodes'
# mounts need there. The marker comes last: whoever sees it sees a whole root.
#   populate-jail.sh SOURCE ROOT VERSION IMAGE POLICY FOLDER...
#     SOURCE    the image's root, with a slash at its end: /
#     ROOT      where the volume is mounted
#     VERSION   the marker's first line, which the nodes require; IMAGE, its second, says what the root was copied from
#     POLICY    IfEmpty: a root that is there stays as it is. Overwrite: another version or image is copied over it: what people changed
#               of the image's own files is lost, what they added stays
#     FOLDER    a place of a mount inside, which is made where it is missing
# Begun anew after it was ended in the middle, it goes on. Nothing is ever removed.
set -euo pipefail
source=$1
root=$2
version=$3
image=$4
policy=$5
shift 5
marker=$root/etc/skiff-jail
state=$root/.skiff

# Prints one line for the Job's log.
say() {
  printf 'populate-jail: %s\n' "$*" >&2
}

# What ends the Job's pod; Kubernetes tries it again, a bounded number of times.
fail() {
  say "$*"
  exit 1
}

# A file of the volume that is not ours. Folders count for nothing: the kubelet makes those that pods mount.
anything() {
  find "$root" -xdev -mindepth 1 \( -path "$state" -o -path "$root/lost+found" \) -prune -o ! -type d -print -quit
}

# Copies the image. Each file comes under its name when it is whole, so that an end in the middle leaves no half of one.
copy() {
  rm -rf "$state/temporary"
  mkdir -m 0700 "$state/temporary"
  # Left out: what the container has of its own, the mounts of its runtime, and the labels of a security module, which are the volume's.
  rsync --archive --hard-links --xattrs --numeric-ids --one-file-system --temp-dir="$state/temporary" --filter='-x security.selinux' \
    --exclude='/proc/*' --exclude='/sys/*' --exclude='/dev/*' --exclude='/run/*' --exclude='/tmp/*' --exclude=/etc/resolv.conf \
    --exclude=/etc/hosts --exclude=/etc/hostname --exclude=/etc/mtab --exclude=/etc/skiff --exclude=/etc/skiff-jail --exclude=/.dockerenv \
    --exclude="$root" --exclude=/.skiff "$source" "$root/" || return 1
  rmdir "$state/temporary"
}

# A folder on the way to a mount, root's own: its parts may be no links, which the nodes would not follow.
make_folder() {
  local path=$root part
  # No blank is in it: the mounts file has none.
  for part in $(tr / ' ' <<<"$1"); do
    path+=/$part
    [ ! -L "$path" ] || fail "$path is a symbolic link: the nodes mount $1 there and follow none"
    [ -d "$path" ] || mkdir -m 0755 "$path" || fail "$path can't be made"
  done
}

make_file() {
  [ ! -L "$root$1" ] || fail "$root$1 is a symbolic link: the nodes mount their own there and follow none"
  [ -e "$root$1" ] || : >"$root$1"
}

# A file of a few lines, unless somebody has one there: give PATH, from standard input.
give() {
  if [ ! -e "$root$1" ] && [ ! -L "$root$1" ]; then
    mkdir -p "$(dirname "$root$1")"
    cat >"$root$1"
  fi
}

# Names in /usr/bin that lead to a folder of each node's own: link_to FOLDER COMMAND...
link_to() {
  local folder=$1 command
  shift
  mkdir -p "$root/usr/bin"
  for command in "$@"; do
    if [ ! -e "$root/usr/bin/$command" ] && [ ! -L "$root/usr/bin/$command" ]; then
      ln -s "../libexec/skiff/$folder/$command" "$root/usr/bin/$command"
    fi
  done
}

# Slurm's own commands and enroot come with each node, each in one folder; the names that people know lead there.
link_commands() {
  link_to slurm sacct sacctmgr salloc sattach sbatch sbcast scancel scontrol scrontab scrun sdiag sinfo sprio squeue sreport srun sshare \
    sstat strigger swait
  link_to enroot/bin enroot enroot-aufs2ovlfs enroot-mksquashovlfs enroot-mount enroot-nsenter enroot-switchroot
  give /etc/bash_completion.d/slurm <<'END'
# Slurm's completions, of the release that the node runs.
if [ -r /usr/libexec/skiff/slurm/completions/slurm-wlm ]; then
  . /usr/libexec/skiff/slurm/completions/slurm-wlm
fi
END
  give /etc/apt/preferences.d/slurm <<'END'
# Slurm's commands are those of the nodes: a package's would lie in their place and be of another release.
Package: slurm-client slurm-wlm-basic-plugins slurmd slurmctld
Pin: version *
Pin-Priority: -1
END
}

# The user that the daemons run as, in all of skiff's images: Slurm's commands read slurm.conf in the jail, and it names SlurmUser.
name_slurm() {
  grep -qs '^slurm:' "$root/etc/group" || echo 'slurm:x:64030:' >>"$root/etc/group"
  grep -qs '^slurm:' "$root/etc/passwd" || echo 'slurm:x:64030:64030:Slurm:/nonexistent:/usr/sbin/nologin' >>"$root/etc/passwd"
}

# What the nodes' mounts and people's commands need, whoever made the root.
furnish() {
  local folder
  for folder in /proc /sys /dev /run /tmp /etc/slurm "$@"; do
    make_folder "$folder"
  done
  make_file /etc/resolv.conf
  make_file /etc/hosts
  # Where a loader looks that LD_LIBRARY_PATH does not reach.
  give /etc/ld.so.conf.d/nvidia-of-the-node.conf <<<'/usr/local/nvidia/lib64'
  name_slurm
  link_commands
}

mountpoint -q "$root" || fail "$root is no mount: the volume is not there"
umask 022
[ -d "$state" ] || mkdir -m 0700 "$state"
exec 9>"$state/lock"
flock --nonblock 9 || fail "another pod populates $root: its lock is held"

found='' found_image=''
if [ -e "$marker" ]; then
  found=$(sed -n 1p "$marker")
  found_image=$(sed -n 2p "$marker")
fi
if [ -n "$found" ] && { [ "$policy" = IfEmpty ] || { [ "$found" = "$version" ] && [ "$found_image" = "$image" ]; }; }; then
  if [ "$found" != "$version" ]; then
    fail "$root was populated as version $found, not $version: IfEmpty changes no root that is there (populate.policy: Overwrite does, or take another volume)"
  fi
  [ "$found_image" = "$image" ] || say "$root was populated from '$found_image': IfEmpty leaves it as it is"
  furnish "$@"
  say "$root is populated, version $version"
  exit 0
fi
if [ "$policy" = IfEmpty ] && [ ! -e "$state/populating" ]; then
  foreign=$(anything)
  [ -z "$foreign" ] || fail "$root holds $foreign and has no $marker: nothing is copied over what others wrote (populate.policy: Overwrite does)"
fi
command -v rsync >/dev/null || fail "the image $image has no rsync, which copies it"
: >"$state/populating"
say "copying $image to $root"
copy || fail "the copy is not whole; it goes on when this Job is tried again"
furnish "$@"
sync --file-system "$root"
printf '%s\n' "$version" "$image" >"$marker.new"
mv "$marker.new" "$marker"
rm -f "$state/populating"
say "$root is populated, version $version"
