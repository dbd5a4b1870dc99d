#!/usr/bin/env bash
# Sourced: extracts the field tables from the modules that tests/kubernetes/versions pins, and prints their record.
schema_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../../tests/kubernetes/module.sh
. "$schema_dir/../../tests/kubernetes/module.sh"

# The kinds of Prometheus' operator that the compiler may emit, as the names of the files that define them.
custom_kinds=(podmonitors prometheusrules servicemonitors)

# Prints one version's field table, as JSON, or with FILES that of the kinds that they define: extract_table MINOR [FILES...]
extract_table() {
  local version dir
  version=$(pinned "$1")
  shift
  dir=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/kubernetes/schema/$version
  mkdir -p "$dir"
  (
    flock 9
    if [ ! -e "$dir/go.mod" ]; then
      write_module "$dir" "$version"
    fi
    install -m 644 "$schema_dir"/extract/*.go "$dir/"
    cd "$dir" || exit
    # Only this main package is compiled: Go's build cache has the API types, which the tests compile with the same flags.
    CGO_ENABLED=0 nice "$kubernetes_tests/go.sh" run "${compile_flags[@]}" . "$@"
  ) 9>"$dir.lock"
}

# Writes the field table of each version to FOLDER/MINOR.json: extract_tables FOLDER MINOR...
extract_tables() {
  local folder=$1 minor
  shift
  for minor in "$@"; do
    extract_table "$minor" >"$folder/$minor.json" || return
  done
}

# Prints the table of the kinds of Prometheus' operator. It uses the newest Kubernetes only to read the files.
custom_table() {
  local work version files
  version=$(pinned prometheus-operator)
  work=$(mktemp)
  mapfile -t files < <(crd_files "${custom_kinds[@]}")
  extract_table "$(minors cluster)" "${files[@]}" >"$work" &&
    "$kubernetes_tests/go.sh" run "$schema_dir/merge/main.go" "$version=$work" || return
  rm "$work"
}

# Prints the merged table of all versions, from the files that extract_tables has written: merged_table FOLDER
merged_table() {
  local folder=$1 minor arguments=()
  for minor in $(minors schema admit cluster); do
    arguments+=("$minor=$folder/$minor.json")
  done
  "$kubernetes_tests/go.sh" run "$schema_dir/merge/main.go" "${arguments[@]}"
}

# Prints the checksum of standard input.
checksum() {
  sha256sum | cut -d ' ' -f 1
}

# Prints the checksums of the programs that make the tables and of the tables themselves, and the pin of each version.
inputs() {
  local minor
  printf 'programs %s\n' "$(cat "$schema_dir"/extract/*.go "$schema_dir/merge/main.go" | checksum)"
  printf 'fields.json %s\n' "$(checksum <"$schema_dir/fields.json")"
  printf 'crds.json %s\n' "$(checksum <"$schema_dir/crds.json")"
  for minor in $(minors schema admit cluster) prometheus-operator; do
    printf '%s %s\n' "$minor" "$(pinned "$minor")"
  done
}

# Prints the record: the inputs, and the checksum of FOLDER/MINOR.json for each version that the tests run: record FOLDER
record() {
  local folder=$1 minor
  echo "# What fields.json and crds.json were made from, and the tables of the versions that the tests run. Written by update.sh, held by check.sh."
  inputs
  for minor in $(minors admit cluster); do
    printf 'table %s %s\n' "$minor" "$(checksum <"$folder/$minor.json")"
  done
}
