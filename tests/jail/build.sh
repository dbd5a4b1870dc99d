#!/usr/bin/env bash
# Builds the SPANK plugin and the other programs of the jail for each Slurm release in the root filesystem that has this release, with its headers and C library.
#   build.sh             builds it for all releases
#   build.sh RELEASE     builds it for this release (major.minor)
# Prints one line per release: RELEASE ROOT FOLDER. FOLDER has spank_chroot.so, the PAM modules, jail-login, skiff-gate and the programs of the attack tests.
# A result of the same sources and the same root filesystem is used again.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/jail

# Builds in one root filesystem and prints its line: build_in SUITE VERSION ROOT
build_in() {
  local version=$2 root=$3 sum folder work
  sum=$(cd "$repository" && find runtime/spank-chroot runtime/gate runtime/common/unix_socket.* tests/jail/programs -type f -not -name '*_test.cc' -print0 | LC_ALL=C sort -z |
    xargs -0 sha256sum | sha256sum | cut -c1-16)
  folder=$cache/$(basename "$root")-$sum
  mkdir -p "$cache"
  exec 9>"$cache/$1.lock"
  flock 9
  if [ ! -e "$folder/.complete" ]; then
    # Delete only results that are a day old: another checkout of the repository may be running its own.
    find "$cache" -maxdepth 1 -name "$(basename "$root")-*" -mtime +0 -exec rm -rf {} +
    rm -rf "$folder"
    work=$(mktemp -d)
    # Build in the background, because a shell defers signals while it waits for a foreground command.
    trap 'kill "$!"; wait; rm -rf "$work"; exit 143' TERM
    cp -r "$repository/runtime/spank-chroot" "$work/source"
    cp -r "$repository/runtime/gate" "$work/gate"
    install -D -t "$work/common" "$repository"/runtime/common/unix_socket.*
    cp -r "$here/programs" "$work/programs"
    cp "$here/build_inside.sh" "$work/"
    "$here/../slurm/in_root.sh" "$root" "$work" /w/build_inside.sh >"$work/log" 2>&1 9>&- &
    if ! wait "$!"; then
      tail -n 30 "$work/log" >&2
      rm -rf "$work"
      return 1
    fi
    mkdir -p "$folder"
    cp "$work"/out/* "$folder/"
    : >"$folder/.complete"
    rm -rf "$work"
  fi
  touch "$folder"
  exec 9>&-
  printf '%s %s %s\n' "${version%.*}" "$root" "$folder"
}

if [ "$(id -u)" -ne 0 ] || ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
  echo "SKIP: jail: this machine does not allow namespaces"
  exit 77
fi
arguments=()
if [ "$#" -gt 0 ]; then
  arguments=(--for "$1")
fi
trees=$("$here/../slurm/roots.sh" "${arguments[@]}")
while read -r suite version root; do
  build_in "$suite" "$version" "$root"
done <<<"$trees"
