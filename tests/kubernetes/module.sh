#!/usr/bin/env bash
# Sourced: pins Kubernetes (and what else is published as a Go module) at the versions that the file `versions` names.
kubernetes_tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# How all of it is compiled. Go takes a package from its cache only where it was compiled with the same flags. Debug information is not made:
# the linker would throw it away. Nor are the cloud providers of old versions, by Kubernetes' own tag: they drive a cloud and judge no object,
# and one brings 29 MB of generated source.
# shellcheck disable=SC2034 # for who sources this
compile_flags=(-p 2 -mod=mod -trimpath -buildvcs=false -gcflags=all=-dwarf=false -tags=providerless)

# The module version pinned for a minor version, or for a name such as coredns.
pinned() {
  local version
  version=$(awk -v want="$1" '$1 == want { print $2 }' "$kubernetes_tests/versions")
  if [ -z "$version" ]; then
    echo "tests/kubernetes/versions has no $1" >&2
    return 1
  fi
  printf '%s\n' "$version"
}

# The minor versions whose use, the third column, is one of those named; all of them without any.
minors() {
  awk -v uses=" $* " '/^[0-9]/ && (uses == "  " || index(uses, " " $3 " ")) { print $1 }' "$kubernetes_tests/versions"
}

# Fetches a module, MODULE@VERSION, and prints the folder of its source.
source_of() {
  "$kubernetes_tests/go.sh" mod download -json "$1" | sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p'
}

# Writes go.mod and go.sum, into DIR, of a module that can build the programs of a version of Kubernetes, and packages of other
# modules with them: write_module DIR VERSION [MODULE@VERSION...]
write_module() {
  local dir=$1 version=$2 each source
  shift 2
  mkdir -p "$dir"
  source=$(source_of "k8s.io/kubernetes@$version")
  # Kubernetes requires its staging modules at v0.0.0 and replaces them by folders that only its own
  # repository has; published, they carry the same minor and patch version.
  sed -E -e '/^replace \(/,/^\)/d' -e '/^replace /d' -e 's|^module .*|module skiff.build/program|' \
    -e "s|^(\tk8s\.io/[a-z-]+) v0\.0\.0( //.*)?\$|\1 v0${version#v1}|" "$source/go.mod" >"$dir/go.mod.new"
  # The modules' own checksums pin all that they require.
  cat "$source/go.sum" >"$dir/go.sum"
  for each in "k8s.io/kubernetes@$version" "$@"; do
    printf '\nrequire %s %s\n' "${each%@*}" "${each#*@}" >>"$dir/go.mod.new"
    cat "$(source_of "$each")/go.sum" >>"$dir/go.sum"
  done
  mv "$dir/go.mod.new" "$dir/go.mod"
}
