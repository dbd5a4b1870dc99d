#!/usr/bin/env bash
# Sourced: the image store that the tests share, in the cache, and the project's images in it.
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$top/tests/lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=../lib/end_tree.sh
. "$top/tests/lib/end_tree.sh"
# shellcheck source-path=SCRIPTDIR source=../../images/lib.sh
. "$top/images/lib.sh"
store=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/images

# Uses a directory as the store. Builds run without cgroups and namespaces, which they do not need: use_store FOLDER
use_store() {
  mkdir -p "$1"
  printf '[storage]\ndriver = "overlay"\ngraphroot = "%s/store"\nrunroot = "%s/run"\n' "$1" "$1" >"$1/storage.conf"
  export CONTAINERS_STORAGE_CONF=$1/storage.conf BUILDAH_ISOLATION=chroot
  # The same files give the same digest on any day.
  export SOURCE_DATE_EPOCH=0
}

# Runs a command that may take long, in the background, because a shell defers signals while it waits for a foreground command.
run_long() {
  local status=0
  "$@" &
  long=$!
  wait "$long" || status=$?
  long=
  return "$status"
}

# Kills the command of run_long with all its descendants.
end_long() {
  if [ -n "${long:-}" ]; then
    end_tree "$long"
    wait "$long" || true
  fi
}

# Copies a file that explains a failure into the directory $SKIFF_LOGS, if that is set: keep NAME FILE
keep() {
  [ -z "${SKIFF_LOGS:-}" ] || cp "$2" "$SKIFF_LOGS/$1"
}

# Removes layers that no image needs, or the store would fill the disk. The caller must hold the store's lock: then all containers in it are
# leftovers of interrupted runs. They are deleted first, because buildah removes nothing while a container exists.
prune_store() {
  buildah rm --all >/dev/null
  buildah rmi --prune >/dev/null
}

# Prints a hash of the sources of the tests' MariaDB image.
mariadb_made_of() {
  cat "$top/images/install" "$top/images/slurm/names" "$top"/tests/images/mariadb/* | sha256sum | cut -c1-16
}

# Builds the tests' MariaDB image as localhost/built/mariadb:RELEASE, on the Debian suite of that release: build_mariadb RELEASE
build_mariadb() {
  local base sum
  base=localhost/debian:$(base_suite_of "$1")
  sum=$(mariadb_made_of)
  if [ ! -e "$store/mariadb-$1-$sum" ]; then
    buildah build --pull-never --timestamp 0 --build-arg "BASE=$base" --build-arg "RELEASE=$1" --build-arg "SOURCES=$sum" \
      --file "$top/tests/images/mariadb/Containerfile" --tag "localhost/built/mariadb:$1" "$top" >"$store/log" 2>&1 ||
      { tail -n 20 "$store/log" >&2; return 1; }
    rm -f "$store/mariadb-$1-"*
    touch "$store/mariadb-$1-$sum"
  fi
}

# Succeeds if the sources of pyxis and enroot are in the cache, or can be downloaded.
can_add_containers() {
  "$top/images/fetch" "${XDG_CACHE_HOME:-$HOME/.cache}/skiff/sources" pyxis enroot >/dev/null 2>&1
}

# Sets `sources`, options of images/build: the jail's packages of docs/mpi.md, pyxis and enroot where that is possible, and what these
# variables add: SKIFF_WITH is a list for --with, and SKIFF_SLURM is the archive of a Slurm.
source_options() {
  local with=${SKIFF_WITH:-}
  sources=(--jail-packages 'build-essential git python3-minimal openmpi-bin libopenmpi-dev mpich libmpich-dev')
  ! can_add_containers || with=containers${with:+,$with}
  [ -z "$with" ] || sources+=(--with "$with")
  [ -z "${SKIFF_SLURM:-}" ] || sources+=(--source "$SKIFF_SLURM" --checksum "$(sha256sum "$SKIFF_SLURM" | cut -d ' ' -f 1)")
}

# Prints a hash of the sources of the project's images: files of the repository, and the options.
images_made_of() {
  local sources
  source_options
  printf '%s-%s\n' "$(made_of "$top")" "$(sha256sum <<<"${sources[*]}" | cut -c1-8)"
}

# Builds the project's images that are missing, as localhost/built/KIND:RELEASE: build_images RELEASE KIND...
# A marker file per image names the hash of its sources, so an image is only built again if they changed.
build_images() {
  local release=$1 base sources options mark kind missing=() log
  shift
  source_options
  mark=$(images_made_of)
  for kind in "$@"; do
    [ -e "$store/$kind-$release-$mark" ] || missing+=("$kind")
  done
  if [ "${#missing[@]}" -eq 0 ]; then
    return 0
  fi
  base=localhost/debian:$(base_suite_of "$release")
  options=(--base "$base")
  if ! buildah inspect --type image "$base" >/dev/null 2>&1; then
    options=(--bootstrap)
  fi
  log=$(mktemp)
  if ! run_long "$top/images/build" --tool buildah --slurm "$release" --registry localhost/built "${options[@]}" "${sources[@]}" "${missing[@]}" \
    >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    keep "images-$release.log" "$log"
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
  for kind in "${missing[@]}"; do
    rm -f "$store/$kind-$release-"*
    touch "$store/$kind-$release-$mark"
  done
}
