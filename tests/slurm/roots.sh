#!/usr/bin/env bash
# Makes the root filesystems with the real Slurm daemons for the engine tests, one per Debian suite.
#   roots.sh               makes all of them
#   roots.sh SUITE...      makes these; fails if a suite has another Slurm release than skiff expects
#   roots.sh --for 24.11   makes only the one that has this Slurm release
# SUITE-samba is a root filesystem of the suite with Samba, which is an Active Directory, and without Slurm.
# Prints one line per root filesystem: SUITE VERSION PATH, with the version of Slurm or Samba. A complete one is used again.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=../lib/end_tree.sh
. "$here/../lib/end_tree.sh"
# shellcheck source-path=SCRIPTDIR source=../../images/lib.sh
. "$here/../../images/lib.sh"

suites=(bookworm trixie sid)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/slurm-roots

# Prints the packages of a suite's root filesystem, separated by commas.
packages_of() {
  if [[ $1 == *-samba ]]; then
    echo samba-ad-dc,samba-ad-provision,samba-dsdb-modules,samba-vfs-modules,winbind,sssd-ldap,libnss-sss,libpam-sss,pamtester,ldap-utils,passwd,procps,iproute2
    return
  fi
  local list=slurmctld,slurmd,slurmdbd,slurm-client,slurmrestd,slurm-wlm-basic-plugins
  list=$list,slurm-wlm-jwt-plugin,slurm-wlm-mysql-plugin,munge,mariadb-server
  list=$list,openssh-server,openssh-client,procps,iproute2,jq,passwd,util-linux
  # To build and run the SPANK plugin and the PAM module. They are built in each root filesystem,
  # because an older C library cannot load what was built with a newer one.
  list=$list,libslurm-dev,g++,cmake,make,libyaml-dev,libpmix-dev,libpam0g-dev,libpam-slurm-adopt
  # For tests of a root volume that stops answering, and of steps with a display.
  list=$list,bindfs,xauth
  # For steps in OCI bundles.
  list=$list,crun,busybox-static
  # For Slurm's commands in a jail of another distribution.
  list=$list,patchelf,bash-completion,rsync
  # For users of a directory, and for the directory itself.
  list=$list,sssd-ldap,libnss-sss,slapd,ldap-utils,openssl
  # bookworm's Slurm is older than sackd.
  if [ "$1" != bookworm ]; then
    list=$list,sackd
  fi
  printf '%s\n' "$list"
}

# Prints why mmdebstrap failed: explain SUITE LOG
# sid changes every day, and can be impossible to install for a while.
explain() {
  cat "$2"
  if [ "$1" = sid ] && grep -qiE 'unmet dependencies|unable to locate package|no installation candidate|held broken packages|unable to correct problems|dpkg: error processing' "$2"; then
    echo "FAIL: Debian sid cannot be installed at the moment: a package of sid is broken, not skiff"
  fi
} >&2

# Fails if a suite's Slurm does not have the release that the tests expect: expect_release SUITE VERSION
expect_release() {
  local release expected=
  [[ $1 != *-samba ]] || return 0
  for release in 22.05 24.11 26.05; do
    [ "$(suite_of "$release")" != "$1" ] || expected=$release
  done
  if [[ $2 != "$expected".* ]]; then
    echo "FAIL: Debian $1 has Slurm $2, and skiff expects $expected: $1 has moved on to a release that skiff does not support yet" >&2
    return 1
  fi
}

# Prints the directory of a suite's root filesystem, which may not exist yet: folder_of SUITE
folder_of() {
  printf '%s/%s-%s\n' "$cache" "$1" "$(packages_of "$1" | tr -d '\n' | sha256sum | cut -c1-8)"
}

# Removes an unfinished root filesystem. A killed mmdebstrap leaves directories of this machine mounted there: discard FOLDER
discard() {
  local place
  awk -v below="$1/" 'index($5, below) == 1 { print $5 }' /proc/self/mountinfo | tac | while read -r place; do
    umount -l "$place"
  done
  rm -rf --one-file-system "$1"
}

# Makes the root filesystem of one suite if it is missing, and prints its line: make_root SUITE
make_root() {
  local suite=$1 package=slurmctld pkgs dir tmp
  [[ $suite != *-samba ]] || package=samba
  pkgs=$(packages_of "$suite")
  dir=$(folder_of "$suite")
  mkdir -p "$cache"
  exec 9>"$cache/$suite.lock"
  flock 9
  if [ ! -e "$dir/.complete" ]; then
    need mmdebstrap debian-archive-keyring
    # What a killed run has left.
    for tmp in "$cache/$suite.new."*; do
      [ ! -e "$tmp" ] || discard "$tmp"
    done
    tmp=$(mktemp -d "$cache/$suite.new.XXXXXX")
    # Run mmdebstrap in the background, because a shell defers signals while it waits for a foreground command. make_roots passes the signal
    # on, so it can come twice: the second one would end the trap at `wait`.
    trap 'trap "" TERM; end_tree "$!"; wait; discard "$tmp"; exit 143' TERM
    # A mirror may be a snapshot whose lists have expired. dpkg needs no fsync, because an interrupted root filesystem is discarded.
    nice mmdebstrap --quiet --variant=minbase \
      --aptopt='Acquire::Check-Valid-Until "false"' \
      --dpkgopt='force-unsafe-io' \
      --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
      --include="$pkgs" --skip=output/dev "${debian_keys[@]}" \
      "${suite%-samba}" "$tmp/root" "$("$here/../../tools/debian-mirror")" >"$tmp/log" 2>&1 9>&- &
    wait "$!" || { explain "$suite" "$tmp/log" && discard "$tmp" && return 1; }
    # A user that no package creates, with the same UID in each root filesystem.
    chroot "$tmp/root" useradd --uid 1000 --create-home --shell /bin/bash alice
    # shellcheck disable=SC2016 # dpkg's own field
    chroot "$tmp/root" dpkg-query -W -f '${Version}' "$package" |
      sed -E 's/^([0-9]+:)?([0-9]+\.[0-9]+\.[0-9]+).*/\2/' >"$tmp/root/.complete"
    rm -rf "$dir"
    mv "$tmp/root" "$dir"
    rm -r "$tmp"
  fi
  exec 9>&-
  printf '%s %s %s\n' "$suite" "$(cat "$dir/.complete")" "$dir"
}

# Makes root filesystems in parallel, because each uses mostly one processor, and prints their lines: make_roots SUITE...
make_roots() {
  local suite pids=() status=0
  for suite in "$@"; do
    make_root "$suite" >"$work/$suite" &
    pids+=("$!")
  done
  trap 'kill "${pids[@]}"; wait; exit 143' TERM
  for suite in "$@"; do
    wait "${pids[0]}" || status=$?
    pids=("${pids[@]:1}")
    cat "$work/$suite"
  done
  return "$status"
}

# Prints the version of a suite's Slurm: that of its root filesystem, otherwise that of the mirror's index: version_of SUITE
# The index need not be verified, because it only decides which root filesystem to make. The packages of that are verified.
version_of() {
  local complete dir options
  complete=$(folder_of "$1")/.complete
  if [ -e "$complete" ]; then
    cat "$complete"
    return
  fi
  dir=$work/$1.index
  mkdir "$dir"
  printf 'deb [trusted=yes target=Packages] %s %s main\n' "$("$here/../../tools/debian-mirror")" "$1" >"$dir/sources.list"
  options=(-o "Dir::Etc::SourceList=$dir/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State=$dir" -o Dir::State::status=/dev/null
    -o "Dir::Cache=$dir" -o APT::Sandbox::User=root -o Acquire::Check-Valid-Until=false -o Acquire::Languages=none)
  apt-get -qq "${options[@]}" update >&2 || return 1
  apt-cache "${options[@]}" madison slurmctld | sed -nE '1s/^[^|]*\| *([0-9]+:)?([0-9]+\.[0-9]+\.[0-9]+).*/\2/p'
}

# Prints the line of the root filesystem that has this Slurm release: root_for MAJOR.MINOR
# It first tries the suite that is expected to have it.
root_for() {
  local want=$1 suite version
  for suite in $(suite_of "$want") "${suites[@]}"; do
    [ ! -e "$work/$suite.index" ] || continue
    version=$(version_of "$suite") || return 1
    case $version in
      "$want" | "$want".*)
        make_roots "$suite"
        return
        ;;
    esac
  done
  echo "roots: no Debian suite has Slurm $want" >&2
  return 1
}

if [ "$(id -u)" -ne 0 ]; then
  echo "SKIP: slurm roots: building a root filesystem needs root" >&2
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "${1:-}" = --for ]; then
  root_for "$2"
  exit
fi
if [ "$#" -gt 0 ]; then
  suites=("$@")
fi
make_roots "${suites[@]}" | tee "$work/roots"
while read -r suite version _; do
  expect_release "$suite" "$version"
done <"$work/roots"
