#!/usr/bin/env bash
# Sourced: the store of images that the tests share, in the cache, and the project's images in it.
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$top/tests/lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=../lib/end_tree.sh
. "$top/tests/lib/end_tree.sh"
# shellcheck source-path=SCRIPTDIR source=../../images/lib.sh
. "$top/images/lib.sh"
store=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/images

# Uses a folder as the store, without the cgroups and namespaces that a build does not need: use_store FOLDER
use_store() {
  mkdir -p "$1"
  printf '[storage]\ndriver = "overlay"\ngraphroot = "%s/store"\nrunroot = "%s/run"\n' "$1" "$1" >"$1/storage.conf"
  export CONTAINERS_STORAGE_CONF=$1/storage.conf BUILDAH_ISOLATION=chroot
  # The same name for the same files on every day.
  export SOURCE_DATE_EPOCH=0
}

# Runs a command that may take long. In the background, as a shell sees to no signal while it waits for the foreground.
run_long() {
  local status=0
  "$@" &
  long=$!
  wait "$long" || status=$?
  long=
  return "$status"
}

# Ends what runs by run_long, with all that it started.
end_long() {
  if [ -n "${long:-}" ]; then
    end_tree "$long"
    wait "$long" || true
  fi
}

# Keeps what tells why a test failed in the folder that $SKIFF_LOGS names, if it does: keep NAME FILE
keep() {
  [ -z "${SKIFF_LOGS:-}" ] || cp "$2" "$SKIFF_LOGS/$1"
}

# Removes from the store what no image needs, or it would fill the disk. By whoever has it locked: the containers that are there are those
# of a run that was cut short, and while one is there nothing is removed at all.
prune_store() {
  buildah rm --all >/dev/null
  buildah rmi --prune >/dev/null
}

# Prints a mark of what the tests' MariaDB is made of.
mariadb_made_of() {
  cat "$top/images/install" "$top/images/slurm/names" "$top"/tests/images/mariadb/* | sha256sum | cut -c1-16
}

# Builds the tests' MariaDB as localhost/built/mariadb:RELEASE, on the Debian of that release: build_mariadb RELEASE
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

# Sets `sources`: options of images/build for what is given in by path. SKIFF_PYXIS and SKIFF_ENROOT, folders, go together, as do SKIFF_CUDA
# and SKIFF_NCCL_TESTS; SKIFF_SLURM is an archive.
source_options() {
  sources=()
  [ -z "${SKIFF_PYXIS:-}" ] || sources+=(--pyxis "$SKIFF_PYXIS" --enroot "$SKIFF_ENROOT")
  [ -z "${SKIFF_CUDA:-}" ] || sources+=(--cuda "$SKIFF_CUDA" --nccl-tests "$SKIFF_NCCL_TESTS")
  [ -z "${SKIFF_SLURM:-}" ] || sources+=(--source "$SKIFF_SLURM" --checksum "$(sha256sum "$SKIFF_SLURM" | cut -d ' ' -f 1)")
}

# Prints a mark of what the project's images are made of: the repository's files, and what is given in by path.
images_made_of() {
  local sources mark
  source_options
  mark=$(made_of "$top")
  [ "${#sources[@]}" -eq 0 ] || mark=$mark-$(sha256sum <<<"${sources[*]}" | cut -c1-8)
  printf '%s\n' "$mark"
}

# Builds what is missing of the project's images, as localhost/built/KIND:RELEASE: build_images RELEASE KIND...
# The same again needs no build: each has a mark for what it was made of.
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
