#!/usr/bin/env bash
# Tests users of a directory with the real Slurm, sssd and slapd of several releases at once; see directory.sh.
#   directory_test.sh SKIFF RELEASE...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
skiff=$1
shift

# Starts the test of one release, in its own directory: begin_release RELEASE
begin_release() {
  local release=$1 dir method=slurm
  [ "$release" != 22.05 ] || method=munge
  lab_ask "$here/roots.sh" --for "$release"
  dir=$(lab_folder "$release")
  printf '%s\n' "$release" >"$dir/release"
  sed "s/RELEASE/$release/; s/METHOD/$method/" "$here/directory.yaml" >"$dir/cluster.yaml"
  "$skiff" build "$dir/cluster.yaml" -o "$dir/out"
  lab_begin 600 "$dir" "$here/in_root.sh" "${said##* }" "$dir" /w/lab/directory.sh
}

lab_releases directory "$@"
