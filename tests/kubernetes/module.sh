#!/usr/bin/env bash
# Sourced: pins Kubernetes (and what else is published as a Go module) at the versions that the file `versions` names.
kubernetes_tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

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

# Writes go.mod and go.sum, into DIR, of a module that can build MODULE's programs at VERSION.
write_module() {
  local module=$1 version=$2 dir=$3 source
  mkdir -p "$dir"
  source=$(cd "$dir" && "$kubernetes_tests/go.sh" mod download -json "$module@$version" |
    sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p')
  # Kubernetes requires its staging modules at v0.0.0 and replaces them by folders that only its own
  # repository has; published, they carry the same minor and patch version.
  sed -E -e '/^replace \(/,/^\)/d' -e '/^replace /d' -e 's|^module .*|module skiff.build/program|' \
    -e "s|^(\tk8s\.io/[a-z-]+) v0\.0\.0( //.*)?\$|\1 v0${version#v1}|" "$source/go.mod" >"$dir/go.mod.new"
  printf '\nrequire %s %s\n' "$module" "$version" >>"$dir/go.mod.new"
  # The module's own checksums pin all that it requires.
  install -m 644 "$source/go.sum" "$dir/go.sum"
  mv "$dir/go.mod.new" "$dir/go.mod"
}
