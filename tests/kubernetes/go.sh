#!/usr/bin/env bash
# Runs the go command: the one on PATH when it is new enough, else Debian sid's, in a root of its own.
#   go.sh ARGUMENTS OF go...
#   SKIFF_GO=debian go.sh ...   takes Debian's in any case
# Modules and build results live below the cache, so that one folder holds all that a later run can use again.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The go line of the newest Kubernetes in `versions`.
oldest_go=1.26
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff
root=$cache/go/debian-sid
export GOMODCACHE=${GOMODCACHE:-$cache/go/mod}
export GOCACHE=${GOCACHE:-$cache/go/build}
# Never fetch another toolchain: what runs is what this machine or Debian has.
export GOTOOLCHAIN=local
export GOFLAGS="${GOFLAGS:-} -modcacherw"

# Says whether the go on PATH reads every go.mod that the tests use.
path_go_is_new_enough() {
  local version
  version=$(go env GOVERSION 2>/dev/null | sed 's/^go//') || return 1
  [ -n "$version" ] && [ "$(printf '%s\n%s\n' "$oldest_go" "$version" | sort -V | head -n 1)" = "$oldest_go" ]
}

# Makes the Debian sid root that holds golang-go, once.
make_root() {
  local tmp mirror
  if [ -e "$root/.complete" ]; then
    return 0
  fi
  if [ "$(id -u)" -ne 0 ]; then
    echo "go: needs Go $oldest_go on PATH, or root to make a Debian root that has it" >&2
    return 1
  fi
  # shellcheck source-path=SCRIPTDIR source=../slurm/need.sh
  . "$here/../slurm/need.sh"
  need mmdebstrap debian-archive-keyring
  # shellcheck disable=SC2016 # apt's own fields
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(COMPONENT)' 'Created-By: Packages' |
    awk '$1 !~ /security/ && $2 == "Debian" && $NF == "main" { print $1; exit }')
  if [ -z "$mirror" ]; then
    echo "go: apt knows no Debian mirror" >&2
    return 1
  fi
  tmp=$(mktemp -d "$root.new.XXXXXX")
  # A mirror may be a snapshot older than the clock.
  mmdebstrap --quiet --variant=minbase --include=golang-go,ca-certificates \
    --aptopt='Acquire::Check-Valid-Until "false"' --dpkgopt='force-unsafe-io' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --skip=output/dev sid "$tmp/root" "$mirror" >&2
  touch "$tmp/root/.complete"
  rm -rf "$root"
  mv "$tmp/root" "$root"
  rmdir "$tmp"
}

# Runs Debian's go with the caches and the current folder at the paths that they have outside.
run_in_root() {
  local top
  top=$(cd "$here/../.." && pwd)
  # The namespace takes the mounts away when the command ends, however it ends.
  # shellcheck disable=SC2016 # expanded by the inner shell
  exec unshare --mount --propagation private bash -c '
    set -eu
    root=$1 cache=$2 top=$3
    shift 3
    for dir in /dev /proc /tmp "$cache" "$GOMODCACHE" "$GOCACHE" "$top" "$PWD"; do
      mkdir -p "$root$dir"
      mount --rbind "$dir" "$root$dir"
    done
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    exec chroot "$root" /usr/bin/env -C "$PWD" PATH=/usr/bin:/bin go "$@"
  ' bash "$root" "$cache" "$top" "$@"
}

mkdir -p "$GOMODCACHE" "$GOCACHE" "$cache/go"
if [ "${SKIFF_GO:-path}" != debian ] && path_go_is_new_enough; then
  exec go "$@"
fi
exec 9>"$root.lock"
flock 9
make_root
exec 9>&-
run_in_root "$@"
