#!/usr/bin/env bash
# Makes a root directory of containerd with the images of one or more releases imported,
# once, in the cache. Nodes link to its files and write nothing to it.
#   imported.sh RELEASE...   prints the directory; the file `key` in it is alice's private key
# The caller must hold the lock roots.lock beside it. Before releasing that, it must take a shared lock on the directory, which marks it as
# in use. Of the directories that are not in use, only the last is kept.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../../images/store.sh
. "$here/../../images/store.sh"
# shellcheck source-path=SCRIPTDIR source=programs.sh
. "$here/programs.sh"
releases=("$@")
name=$(IFS=+ && printf '%s' "$*")
roots=$(dirname "$store")/roots
node_programs

# Prints a hash of everything that the imported images are made from.
mark() {
  {
    images_made_of
    mariadb_made_of
    containerd --version
    cat "$here"/images.sh "$here"/import.sh "$here"/imported.sh
    cat "$store/key.pub" 2>/dev/null || true
  } | sha256sum | cut -c1-16
}

# Removes older directories that are not in use, and leftovers of interrupted runs: prune CURRENT
prune() {
  local old
  rm -rf "$roots"/new.*
  for old in "$roots/$name-"*; do
    if [ -d "$old" ] && [ "$old" != "$1" ]; then
      flock --exclusive --nonblock "$old" rm -rf "$old" || true
    fi
  done
}

mkdir -p "$roots" "$store"
root=$roots/$name-$(mark)
if [ ! -d "$root" ]; then
  prune "$root"
  work=$(mktemp -d "$roots/new.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  for release in "${releases[@]}"; do
    "$here/images.sh" "$release" "$work/images" >&2
  done
  # images.sh may just have created the key, which is part of the hash.
  root=$roots/$name-$(mark)
  unshare --mount --pid --fork --kill-child --propagation private "$here/import.sh" "$work/root" "$work/images" >&2
  install -m 0600 "$store/key" "$work/root/key"
  mv "$work/root" "$root"
fi
printf '%s\n' "$root"
