#!/usr/bin/env bash
# Populates the jail, the shared root filesystem that users see. Runs in the jail's image: copies the image's root filesystem to the shared
# volume, once, and creates there what the nodes need for their mounts. The marker file etc/skiff-jail is written last: if it exists, the
# root is complete.
#   populate-jail.sh SOURCE ROOT VERSION IMAGE POLICY DIRECTORY...
#     SOURCE      the image's root, with a trailing slash: /
#     ROOT        where the volume is mounted
#     VERSION     first line of the marker: the nodes accept only the version that they expect
#     IMAGE       second line of the marker: the image that the root was copied from
#     POLICY      IfEmpty: nothing is copied over an existing root; only what the nodes need is added if it is missing. If the existing root
#                 is of another version, this is an error.
#                 Overwrite: if the version or the image differs, the image is copied over the root. Changes that users made to files of the
#                 image are lost. Files that users added stay.
#     DIRECTORY   a mount point in the root, which is created if it is missing
#   ADMINS, a variable: who may use sudo in the root, as sudo names them: `alice %operators`
# An interrupted run resumes when the script is started again. The script deletes nothing in the root except its own temporary files.
set -euo pipefail
source=$1
root=$2
version=$3
image=$4
policy=$5
shift 5
marker=$root/etc/skiff-jail
state=$root/.skiff
# The mount point of sssd's sockets: a DIRECTORY if users are in a directory.
sockets=/var/lib/sss/pipes
sssd_packages="Debian: libnss-sss, Red Hat: sssd-client"

# Prints one line for the Job's log.
say() {
  printf 'populate-jail: %s\n' "$*" >&2
}

# Prints a message and fails the Job's pod. Kubernetes then tries again, a limited number of times.
fail() {
  say "$*"
  exit 1
}

# Prints one file of the volume that this script did not write, if there is one. Directories do not count, because the kubelet creates those
# that pods mount.
anything() {
  find "$root" -xdev -mindepth 1 \( -path "$state" -o -path "$root/lost+found" \) -prune -o ! -type d -print -quit
}

# Copies the image. rsync renames each file to its final name when it is complete, so an interrupted copy leaves no partial file.
copy() {
  rm -rf "$state/temporary"
  mkdir -m 0700 "$state/temporary"
  # Excluded: files that belong to this container only, mounts of the container runtime, and SELinux labels, which the volume sets itself.
  rsync --archive --hard-links --xattrs --numeric-ids --one-file-system --temp-dir="$state/temporary" --filter='-x security.selinux' \
    --exclude='/proc/*' --exclude='/sys/*' --exclude='/dev/*' --exclude='/run/*' --exclude='/tmp/*' --exclude=/etc/resolv.conf \
    --exclude=/etc/hosts --exclude=/etc/hostname --exclude=/etc/mtab --exclude=/etc/skiff --exclude=/etc/skiff-jail --exclude=/.dockerenv \
    --exclude="$root" --exclude=/.skiff "$source" "$root/" || return 1
  rmdir "$state/temporary"
  # Each job and each login mounts its own /tmp here. On the nodes, where the volume is mounted, users' files must not collect in this one,
  # for example by sbcast, whose files Slurm writes outside the jail.
  [ -L "$root/tmp" ] || [ ! -d "$root/tmp" ] || chmod 0755 "$root/tmp"
}

# Prints the path of a program of Slurm in a root, if that has a Slurm of its own: own_slurm ROOT
own_slurm() {
  local file=$1/usr/bin/srun
  if [ -f "$file" ] && [ ! -L "$file" ] && [ "$(head -c 4 "$file" | tail -c 3)" = ELF ]; then
    echo /usr/bin/srun
  fi
}

# Creates a mount point and its parent directories, owned by root: make_folder PATH
# None of them may be a symbolic link, because the nodes follow no links when they mount.
make_folder() {
  local path=$root part
  # The path contains no spaces, because the mounts file allows none.
  for part in $(tr / ' ' <<<"$1"); do
    path+=/$part
    [ ! -L "$path" ] || fail "$path is a symbolic link: nodes mount $1 there and do not follow links"
    [ -d "$path" ] || mkdir -m 0755 "$path" || fail "cannot create $path"
  done
}

# Creates an empty file as a mount point, unless there is a file: make_file PATH
make_file() {
  [ ! -L "$root$1" ] || fail "$root$1 is a symbolic link: nodes mount their own file there and do not follow links"
  [ -e "$root$1" ] || : >"$root$1"
}

# Writes standard input to a file, unless that file exists already: give PATH
give() {
  if [ ! -e "$root$1" ] && [ ! -L "$root$1" ]; then
    mkdir -p "$(dirname "$root$1")"
    cat >"$root$1"
  fi
}

# Creates links in /usr/bin to commands in a directory below /usr/libexec/skiff, which each node mounts: link_to DIRECTORY COMMAND...
# A file that exists already stays.
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

# Each node brings Slurm's commands and enroot, each in one directory. Links make them available under their usual names.
link_commands() {
  link_to slurm sacct sacctmgr salloc sattach sbatch sbcast scancel scontrol scrontab scrun sdiag sinfo sprio squeue sreport srun sshare \
    sstat strigger swait
  link_to enroot/bin enroot enroot-aufs2ovlfs enroot-mksquashovlfs enroot-mount enroot-nsenter enroot-switchroot
  give /etc/bash_completion.d/slurm <<'END'
# Slurm's shell completions, of the release that the node runs.
if [ -r /usr/libexec/skiff/slurm/completions/slurm-wlm ]; then
  . /usr/libexec/skiff/slurm/completions/slurm-wlm
fi
END
  [ ! -d "$root/etc/apt" ] || give /etc/apt/preferences.d/slurm <<'END'
# Slurm's commands come from the nodes: a package would replace them with those of another release.
Package: slurm-client slurm-wlm-basic-plugins slurmd slurmctld
Pin: version *
Pin-Priority: -1
END
}

# Adds the user slurm, with the ID that it has in all of skiff's images. In the jail, Slurm's commands read slurm.conf, which names this
# user as SlurmUser.
name_slurm() {
  grep -qs '^slurm:' "$root/etc/group" || echo 'slurm:x:64030:' >>"$root/etc/group"
  grep -qs '^slurm:' "$root/etc/passwd" || echo 'slurm:x:64030:64030:Slurm:/nonexistent:/usr/sbin/nologin' >>"$root/etc/passwd"
}

# Lets the administrators use sudo without a password, because users log in with keys. Without $ADMINS, removes the rules of an earlier run.
# sudo ignores files whose names contain a dot.
appoint() {
  local rules=$root/etc/sudoers.d/skiff-admins admin
  if ! [ -v ADMINS ]; then
    rm -f "$rules"
    return 0
  fi
  has_sudo "$root" || fail "$root has no sudo, which jail.admins needs: install it in the jail, or populate the jail from an image that has it"
  make_folder /etc/sudoers.d
  rm -f "$rules.new"
  {
    echo '# Written by skiff from jail.admins. Edit the spec, not this file.'
    for admin in $ADMINS; do
      echo "$admin ALL=(ALL:ALL) NOPASSWD: ALL"
    done
  } >"$rules.new"
  chmod 0440 "$rules.new"
  mv "$rules.new" "$rules"
}

# In the jail, users of a directory are found only through sssd, whose sockets the nodes mount. So the root needs sssd's library, and its
# nsswitch.conf must name it.
ask_sssd() {
  knows_sssd "$root" || fail "$root has no libnss_sss, which spec.users.directory needs: install it in the jail ($sssd_packages)"
  if [ "$(grep -cE '^(passwd|group):.*[[:blank:]]sss([[:blank:]]|$)' "$root/etc/nsswitch.conf" 2>/dev/null)" != 2 ]; then
    say "adding sss to $root/etc/nsswitch.conf"
    rm -f "$root/etc/nsswitch.conf.new"
    {
      sed -E -e '/^(passwd|group):/{/[[:blank:]]sss([[:blank:]]|$)/!s/$/ sss/}' "$root/etc/nsswitch.conf" 2>/dev/null ||
        printf '%s\n' 'passwd: files sss' 'group: files sss'
    } >"$root/etc/nsswitch.conf.new"
    mv "$root/etc/nsswitch.conf.new" "$root/etc/nsswitch.conf"
  fi
}

# Succeeds if a root has the library that asks sssd: knows_sssd ROOT
knows_sssd() {
  [ -n "$(find "$1/usr" -path '*/lib*' -name 'libnss_sss.so*' -print -quit)" ]
}

# Succeeds if a root has sudo. It may be a link that leads nowhere from here.
has_sudo() {
  [ -e "$1/usr/bin/sudo" ] || [ -L "$1/usr/bin/sudo" ]
}

# Adds what the nodes' mounts and users' commands need, also to a root that this script did not copy: furnish DIRECTORY...
furnish() {
  local folder
  for folder in /proc /sys /dev /run /tmp /etc/slurm "$@"; do
    make_folder "$folder"
    [ "$folder" != "$sockets" ] || ask_sssd
  done
  make_file /etc/resolv.conf
  make_file /etc/hosts
  # So that the dynamic loader finds the driver's libraries without LD_LIBRARY_PATH too.
  give /etc/ld.so.conf.d/nvidia-of-the-node.conf <<<'/usr/local/nvidia/lib64'
  name_slurm
  link_commands
  appoint
}

mountpoint -q "$root" || fail "$root is not a mount point: the volume is not mounted"
umask 022
[ -d "$state" ] || mkdir -m 0700 "$state"
exec 9>"$state/lock"
flock --nonblock 9 || fail "another pod is populating $root: it holds the lock"

found='' found_image=''
if [ -e "$marker" ]; then
  found=$(sed -n 1p "$marker")
  found_image=$(sed -n 2p "$marker")
fi
if [ -n "$found" ] && { [ "$policy" = IfEmpty ] || { [ "$found" = "$version" ] && [ "$found_image" = "$image" ]; }; }; then
  if [ "$found" != "$version" ]; then
    fail "$root was populated as version $found, not $version: IfEmpty does not change an existing root (set populate.policy: Overwrite, or use another volume)"
  fi
  slurm=$(own_slurm "$root")
  [ -z "$slurm" ] || say "$root has a Slurm of its own ($slurm), which does not work with the nodes' plugins: remove its packages"
  [ "$found_image" = "$image" ] || say "$root was populated from '$found_image': IfEmpty leaves it as it is"
  furnish "$@"
  say "$root is populated, version $version"
  exit 0
fi
if [ "$policy" = IfEmpty ] && [ ! -e "$state/populating" ]; then
  foreign=$(anything)
  [ -z "$foreign" ] || fail "$root contains $foreign but no $marker: only populate.policy: Overwrite copies over existing files"
fi
command -v rsync >/dev/null || fail "the image $image has no rsync, which is needed to copy it"
! [ -v ADMINS ] || has_sudo "$source" || fail "the image $image has no sudo, which jail.admins needs: install it in the image"
for folder in "$@"; do
  [ "$folder" != "$sockets" ] || knows_sssd "$source" ||
    fail "the image $image has no libnss_sss, which spec.users.directory needs: install it in the image ($sssd_packages)"
done
slurm=$(own_slurm "$source")
[ -z "$slurm" ] ||
  fail "the image $image has a Slurm of its own ($slurm), which would not work with the plugins that the nodes mount: remove its packages from the image"
: >"$state/populating"
say "copying $image to $root"
copy || fail "the copy is incomplete; it resumes when this Job is retried"
furnish "$@"
sync --file-system "$root"
printf '%s\n' "$version" "$image" >"$marker.new"
mv "$marker.new" "$marker"
rm -f "$state/populating"
say "$root is populated, version $version"
