#!/usr/bin/env bash
# The metrics of a cluster, with the real Slurm of several releases at once; see metrics.sh.
#   metrics_test.sh SKIFF RELEASE...
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
  local release=$1 dir
  lab_ask "$here/roots.sh" --for "$release"
  dir=$(lab_folder "$release")
  printf '%s\n' "$release" >"$dir/release"
  lab_spec "$release" "$here/metrics.yaml" >"$dir/cluster.yaml"
  "$skiff" build -q "$dir/cluster.yaml" -o "$dir/out"
  lab_begin 600 "$dir" "$here/in_root.sh" "${said##* }" "$dir" /w/lab/metrics.sh
}

lab_releases metrics "$@"
