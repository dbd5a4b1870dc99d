#!/usr/bin/env bash
# Sourced: takes the field tables out of the Kubernetes modules that tests/kubernetes/versions pins.
schema_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../../tests/kubernetes/module.sh
. "$schema_dir/../../tests/kubernetes/module.sh"

# Prints one version's field table, as JSON.
extract_table() {
  local version dir
  version=$(pinned "$1")
  dir=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/kubernetes/schema/$version
  mkdir -p "$dir"
  (
    flock 9
    if [ ! -e "$dir/go.mod" ]; then
      write_module "$dir" "$version"
    fi
    install -m 644 "$schema_dir"/extract/*.go "$dir/"
    cd "$dir" || exit
    # The path of its own main package is all that changes, so Go's build cache serves the API types.
    CGO_ENABLED=0 nice "$kubernetes_tests/go.sh" run "${compile_flags[@]}" .
  ) 9>"$dir.lock"
}

# Prints the joined table of the versions named.
merged_table() (
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  arguments=()
  for minor in "$@"; do
    extract_table "$minor" >"$work/$minor.json" || exit
    arguments+=("$minor=$work/$minor.json")
  done
  "$kubernetes_tests/go.sh" run "$schema_dir/merge/main.go" "${arguments[@]}"
)
