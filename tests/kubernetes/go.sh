#!/usr/bin/env bash
# Runs the go command: the one on PATH when it is new enough, else Debian sid's, unpacked into the cache.
#   go.sh ARGUMENTS OF go...
#   SKIFF_GO=debian go.sh ...   takes Debian's in any case
# Modules and build results live below the cache, so that one folder holds all that a later run can use again.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The go line of the newest Kubernetes in `versions`.
oldest_go=1.26
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/go
unpacked=$cache/debian-sid
export GOMODCACHE=${GOMODCACHE:-$cache/mod}
export GOCACHE=${GOCACHE:-$cache/build}
# Never fetch another toolchain: what runs is what this machine or Debian has.
export GOTOOLCHAIN=local
export GOFLAGS="${GOFLAGS:-} -modcacherw"
# The compiler has memory enough to collect garbage rarely; from the limit on it collects as much as it must.
export GOGC=${GOGC:-800} GOMEMLIMIT=${GOMEMLIMIT:-1500MiB}

# Says whether the go on PATH reads every go.mod that the tests use.
path_go_is_new_enough() {
  local version
  version=$(go env GOVERSION 2>/dev/null | sed 's/^go//') || return 1
  [ -n "$version" ] && [ "$(printf '%s\n%s\n' "$oldest_go" "$version" | sort -V | head -n 1)" = "$oldest_go" ]
}

# Unpacks Debian sid's golang-go, once. Its programs are static, so they run on any release.
unpack_debian_go() {
  local tmp mirror
  # shellcheck source-path=SCRIPTDIR source=../lib/need.sh
  . "$here/../lib/need.sh"
  need mmdebstrap debian-archive-keyring ca-certificates
  # shellcheck disable=SC2016 # apt's own fields
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(COMPONENT)' 'Created-By: Packages' |
    awk '$1 !~ /security/ && $2 == "Debian" && $NF == "main" { print $1; exit }')
  tmp=$(mktemp -d "$unpacked.new.XXXXXX")
  # The lock is not handed on: mmdebstrap's own descriptors would get two digits, which the dash that it calls can't read.
  # Where apt knows no Debian mirror, on Ubuntu say, mmdebstrap has one. It may be a snapshot older than the clock.
  if ! mmdebstrap --variant=extract --include=golang-go \
    --aptopt='Acquire::Check-Valid-Until "false"' sid "$tmp/root" ${mirror:+"$mirror"} >"$tmp/log" 2>&1 9>&-; then
    tail -n 20 "$tmp/log" >&2
    rm -rf "$tmp"
    return 1
  fi
  touch "$tmp/root/.complete"
  rm -rf "$unpacked"
  mv "$tmp/root" "$unpacked"
  rm -r "$tmp"
}

mkdir -p "$GOMODCACHE" "$GOCACHE"
if [ "${SKIFF_GO:-path}" != debian ] && path_go_is_new_enough; then
  exec go "$@"
fi
if [ ! -e "$unpacked/.complete" ]; then
  (
    flock 9
    if [ ! -e "$unpacked/.complete" ]; then
      unpack_debian_go
    fi
  ) 9>"$unpacked.lock"
fi
GOROOT=$(readlink -f "$unpacked/usr/lib/go")
export GOROOT
exec "$GOROOT/bin/go" "$@"
