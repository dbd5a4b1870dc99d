#!/usr/bin/env bash
# Tests a spec with many users with the real Slurm of several releases at once; see many_users.sh.
#   many_users_test.sh SKIFF RELEASE...
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
  local release=$1 dir accounts
  lab_ask "$here/roots.sh" --for "$release"
  dir=$(lab_folder "$release")
  printf '%s\n' "$release" >"$dir/release"
  accounts=$(seq -f '{name: group%.0f, fairshare: 10}' 0 49 | paste -sd, | sed 's/,{/, {/g')
  {
    lab_spec "$release" "$here/many_users.yaml" | sed "s/ACCOUNTS/$accounts/"
    seq 5000 | awk '{ printf "      - {name: user%d, accounts: [{name: group%d, config: {MaxJobs: 10}}]}\n", $1, $1 % 50 }'
  } >"$dir/cluster.yaml"
  "$skiff" build "$dir/cluster.yaml" -o "$dir/out"
  lab_begin 900 "$dir" "$here/in_root.sh" "${said##* }" "$dir" /w/lab/many_users.sh
}

lab_releases many-users "$@"
