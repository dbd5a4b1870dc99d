#!/usr/bin/env bash
# Sourced: pins Kubernetes, and other Go modules, at the versions in the file `versions`.
kubernetes_tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# All builds use the same flags, because Go reuses a cached package only if it was compiled with the same flags. Debug information is left
# out, because the linker would discard it. Kubernetes' tag `providerless` leaves out the cloud providers of old versions: they do not
# validate objects, and one has 29 MB of generated source.
# shellcheck disable=SC2034 # for who sources this
compile_flags=(-p 2 -mod=mod -trimpath -buildvcs=false -gcflags=all=-dwarf=false -tags=providerless)

# Prints the module version pinned for a minor version, or for a name such as coredns.
pinned() {
  local version
  version=$(awk -v want="$1" '$1 == want { print $2 }' "$kubernetes_tests/versions")
  if [ -z "$version" ]; then
    echo "tests/kubernetes/versions has no $1" >&2
    return 1
  fi
  printf '%s\n' "$version"
}

# Prints the minor versions whose third column is one of the given uses, or all minor versions: minors [USE...]
minors() {
  awk -v uses=" $* " '/^[0-9]/ && (uses == "  " || index(uses, " " $3 " ")) { print $1 }' "$kubernetes_tests/versions"
}

# Downloads a module and prints the directory of its source: source_of MODULE@VERSION
source_of() {
  "$kubernetes_tests/go.sh" mod download -json "$1" | sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p'
}

# Prints the files that define kinds of Prometheus' operator: crd_files PLURAL...
crd_files() {
  local source kind
  source=$(source_of "github.com/prometheus-operator/prometheus-operator@$(pinned prometheus-operator)")
  for kind in "$@"; do
    printf '%s\n' "$source/example/prometheus-operator-crd/monitoring.coreos.com_$kind.yaml"
  done
}

# Writes into DIR the go.mod and go.sum of a module that can build the programs of a Kubernetes version, and packages of other modules:
# write_module DIR VERSION [MODULE@VERSION...]
write_module() {
  local dir=$1 version=$2 each source
  shift 2
  mkdir -p "$dir"
  source=$(source_of "k8s.io/kubernetes@$version")
  # Kubernetes requires its staging modules at v0.0.0 and replaces them by directories of its own repository. The published modules
  # have the same minor and patch version.
  sed -E -e '/^replace \(/,/^\)/d' -e '/^replace /d' -e 's|^module .*|module skiff.build/program|' \
    -e "s|^(\tk8s\.io/[a-z-]+) v0\.0\.0( //.*)?\$|\1 v0${version#v1}|" "$source/go.mod" >"$dir/go.mod.new"
  # The go.sum files of the modules pin all their requirements.
  cat "$source/go.sum" >"$dir/go.sum"
  for each in "k8s.io/kubernetes@$version" "$@"; do
    printf '\nrequire %s %s\n' "${each%@*}" "${each#*@}" >>"$dir/go.mod.new"
    cat "$(source_of "$each")/go.sum" >>"$dir/go.sum"
  done
  mv "$dir/go.mod.new" "$dir/go.mod"
}
