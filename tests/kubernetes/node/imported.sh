#!/usr/bin/env bash
# The images of a release as a node's containerd has them when it has imported them: a root of containerd's, made once, in the cache.
#   imported.sh RELEASE      prints its folder; alice's private key is FOLDER/key
# Nodes link to what lies there and write nothing to it. Who calls this holds the lock on roots.lock beside it, and takes one on the folder,
# shared, before that one is given back: a folder that is locked is in use, and of those that are not only the last is kept.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../../images/store.sh
. "$here/../../images/store.sh"
# shellcheck source-path=SCRIPTDIR source=programs.sh
. "$here/programs.sh"
release=$1
roots=$(dirname "$store")/roots
node_programs

# Prints a mark of all that the imported images are made of.
mark() {
  {
    images_made_of
    mariadb_made_of
    containerd --version
    cat "$here"/images.sh "$here"/import.sh "$here"/imported.sh
    cat "$store/key.pub" 2>/dev/null || true
  } | sha256sum | cut -c1-16
}

# Removes what earlier marks left and nobody uses, and what a run that was cut short left.
prune() {
  local old
  rm -rf "$roots"/new.*
  for old in "$roots/$release-"*; do
    if [ -d "$old" ] && [ "$old" != "$1" ]; then
      flock --exclusive --nonblock "$old" rm -rf "$old" || true
    fi
  done
}

mkdir -p "$roots" "$store"
root=$roots/$release-$(mark)
if [ ! -d "$root" ]; then
  prune "$root"
  work=$(mktemp -d "$roots/new.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  "$here/images.sh" "$release" "$work/images" >&2
  # The first time, the key is part of the mark only now.
  root=$roots/$release-$(mark)
  unshare --mount --pid --fork --kill-child --propagation private "$here/import.sh" "$work/root" "$work/images" >&2
  install -m 0600 "$store/key" "$work/root/key"
  mv "$work/root" "$root"
fi
printf '%s\n' "$root"
