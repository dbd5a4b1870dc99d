#!/usr/bin/env bash
# A real slurmctld makes changes of Slurm's files, and must do with each what `skiff diff` says; see changes.sh and changes.tsv.
#   changes_test.sh SKIFF RELEASE...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
skiff=$1
shift

# Compiles each change, and writes what `skiff diff` says about slurm.conf to DIR/cases: NUMBER, CLASS, and SHOW, TEXT and WHAT of changes.tsv.
compile() {
  local dir=$1 number=0 what program show text class
  while IFS=$'\t' read -r what program show text; do
    number=$((number + 1))
    sed "$program" "$dir/cluster.yaml" >"$dir/changed.yaml"
    if cmp -s "$dir/cluster.yaml" "$dir/changed.yaml"; then
      echo "FAIL: the program does not change the spec: $program"
      return 1
    fi
    "$skiff" build -q "$dir/changed.yaml" -o "$dir/changed/$number"
    "$skiff" diff -q "$dir/cluster.yaml" "$dir/changed.yaml" --output json >"$dir/diff.json" || [ $? -eq 1 ]
    class=$(jq -r '[.changes[] | select(.object == "slurm/slurm.conf") | .class] | first' "$dir/diff.json")
    printf '%s\t%s\t%s\t%s\t%s\n' "$number" "$class" "$show" "$text" "$what"
  done < <(grep -v '^#' "$here/changes.tsv") >"$dir/cases"
}

# Starts the test of one release, in its own directory: begin_release RELEASE
begin_release() {
  local release=$1 dir keys=
  lab_ask "$here/roots.sh" --for "$release"
  dir=$(lab_folder "$release")
  printf '%s\n' "$release" >"$dir/release"
  if [ "$release" != 24.11 ]; then
    keys=', file: slurm.jwks'
  fi
  sed -e "s/RELEASE/$release/; s/KEYS/$keys/" "$here/changes.yaml" >"$dir/cluster.yaml"
  "$skiff" build -q "$dir/cluster.yaml" -o "$dir/out"
  compile "$dir"
  lab_begin 600 "$dir" "$here/in_root.sh" "${said##* }" "$dir" /w/lab/changes.sh
}

need jq
lab_releases changes "$@"
