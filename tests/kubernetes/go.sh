#!/usr/bin/env bash
# Runs the go command: the one on PATH if it is new enough, otherwise the one of Debian sid, unpacked into the cache.
#   go.sh ARGUMENT...
#   SKIFF_GO=debian go.sh ARGUMENT...   always uses the one of Debian sid
# Modules and build results are also kept in the cache.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The `go` directive in go.mod of the newest Kubernetes in `versions`.
oldest_go=1.26
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/go
unpacked=$cache/debian-sid
export GOMODCACHE=${GOMODCACHE:-$cache/mod}
export GOCACHE=${GOCACHE:-$cache/build}
# Never download another toolchain. Only the one of this machine or of Debian runs.
export GOTOOLCHAIN=local
export GOFLAGS="${GOFLAGS:-} -modcacherw"
# Let the compiler collect garbage rarely, up to this memory limit.
export GOGC=${GOGC:-800} GOMEMLIMIT=${GOMEMLIMIT:-1500MiB}

# Succeeds if the go on PATH can read every go.mod that the tests use.
path_go_is_new_enough() {
  local version
  version=$(go env GOVERSION 2>/dev/null | sed 's/^go//') || return 1
  [ -n "$version" ] && [ "$(printf '%s\n%s\n' "$oldest_go" "$version" | sort -V | head -n 1)" = "$oldest_go" ]
}

# Unpacks golang-go of Debian sid. Its programs are static, so they run on any release.
unpack_debian_go() {
  local tmp mirror
  # shellcheck source-path=SCRIPTDIR source=../lib/need.sh
  . "$here/../lib/need.sh"
  need mmdebstrap debian-archive-keyring ca-certificates
  # shellcheck disable=SC2016 # apt's own fields
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(COMPONENT)' 'Created-By: Packages' |
    awk '$1 !~ /security/ && $2 == "Debian" && $NF == "main" { print $1; exit }')
  tmp=$(mktemp -d "$unpacked.new.XXXXXX")
  # Close the lock (9>&-): otherwise mmdebstrap's own file descriptors get two digits, and the dash that it calls cannot read those.
  # If apt knows no Debian mirror, as on Ubuntu, mmdebstrap uses its default. The mirror may be a snapshot whose lists have expired.
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
