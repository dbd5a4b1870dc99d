#!/usr/bin/env bash
# Makes the trees with the real Slurm daemons that the engine tests run: one per Debian suite.
#   roots.sh            all of them
#   roots.sh SUITE...   these
#   roots.sh --for 24.11   the one that carries this Slurm release
# Prints one line per tree: SUITE SLURM-VERSION PATH. A tree that is complete is used again.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"

suites=(bookworm trixie sid)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/slurm-roots

# Packages of a suite's tree, comma separated.
packages_of() {
  local list=slurmctld,slurmd,slurmdbd,slurm-client,slurmrestd,slurm-wlm-basic-plugins
  list=$list,slurm-wlm-jwt-plugin,slurm-wlm-mysql-plugin,munge,mariadb-server
  list=$list,openssh-server,openssh-client,procps,iproute2,jq,passwd,util-linux
  # What the SPANK plugin and the PAM module are built and run with, in each tree by itself: the older C library of one would not load the other's.
  list=$list,libslurm-dev,g++,cmake,make,libyaml-dev,libpmix-dev,libpam0g-dev,libpam-slurm-adopt
  # bookworm's Slurm is older than sackd.
  if [ "$1" != bookworm ]; then
    list=$list,sackd
  fi
  printf '%s\n' "$list"
}

# Makes the tree of one suite where it is missing and prints its line.
make_root() {
  local suite=$1 pkgs tag dir tmp
  pkgs=$(packages_of "$suite")
  tag=$(printf '%s' "$pkgs" | sha256sum | cut -c1-8)
  dir=$cache/$suite-$tag
  mkdir -p "$cache"
  exec 9>"$cache/$suite.lock"
  flock 9
  if [ ! -e "$dir/.complete" ]; then
    need mmdebstrap debian-archive-keyring
    tmp=$(mktemp -d "$cache/$suite.new.XXXXXX")
    # A mirror may be a snapshot older than the clock. dpkg without fsync: the tree is thrown away if it is cut short.
    nice mmdebstrap --quiet --variant=minbase \
      --aptopt='Acquire::Check-Valid-Until "false"' \
      --dpkgopt='force-unsafe-io' \
      --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
      --include="$pkgs" --skip=output/dev \
      "$suite" "$tmp/root" "$("$here/../../tools/debian-mirror")" >&2
    # Logins that no package makes; the same numbers in each tree so that tests need not look them up.
    chroot "$tmp/root" useradd --uid 1000 --create-home --shell /bin/bash alice
    # shellcheck disable=SC2016 # dpkg's own field
    chroot "$tmp/root" dpkg-query -W -f '${Version}' slurmctld |
      sed -E 's/^([0-9]+:)?([0-9]+\.[0-9]+\.[0-9]+).*/\2/' >"$tmp/root/.complete"
    rm -rf "$dir"
    mv "$tmp/root" "$dir"
    rmdir "$tmp"
  fi
  exec 9>&-
  printf '%s %s %s\n' "$suite" "$(cat "$dir/.complete")" "$dir"
}

# Prints the line of the tree whose Slurm is of the release (major.minor) named.
root_for() {
  local want=$1 suite line version
  for suite in "${suites[@]}"; do
    line=$(make_root "$suite")
    version=$(printf '%s' "$line" | cut -d' ' -f2)
    case $version in
      "$want" | "$want".*)
        printf '%s\n' "$line"
        return 0
        ;;
    esac
  done
  echo "roots: no Debian suite carries Slurm $want" >&2
  return 1
}

if [ "$(id -u)" -ne 0 ]; then
  echo "SKIP: slurm roots: making a tree takes root" >&2
  exit 77
fi
if [ "${1:-}" = --for ]; then
  root_for "$2"
  exit
fi
if [ "$#" -gt 0 ]; then
  suites=("$@")
fi
for suite in "${suites[@]}"; do
  make_root "$suite"
done
