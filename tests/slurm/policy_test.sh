#!/usr/bin/env bash
# Tests the accounting records of a spec with the real Slurm of several releases at once; see policy.sh.
#   policy_test.sh SKIFF RELEASE...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
skiff=$1
shift

# Prints the changed spec: one QOS removed, and a new one, which a new partition uses; three users, an option of a QOS, and a user's default
# account removed.
next_spec() {
  sed -e '/name: urgent/d; /name: idl/d; /name: bob/d; /name: carol/d; /name: dave/d' -e 's/\[{name: optics, qos: \[normal, urgent\]}, {name: physics, fair/[{name: physics, fair/' -e 's/priority: 5, config: {MaxWall.*$/}/; s/two weeks, }/two weeks}/' \
    -e 's/percentAllowed: 40/percentAllowed: 60/' -e 's/^    accounts:$/      - {name: brief, priority: 3}\n    accounts:/' \
    -e 's/accounts: \[optics\], users: \[alice\]/accounts: [optics]/' -e 's/^  reservations:$/    - {name: quick, nodeSets: [one], qos: brief}\n&/' "$1"
}

# Starts the test of one release, in its own directory: begin_release RELEASE
begin_release() {
  local release=$1 dir part=''
  lab_ask "$here/roots.sh" --for "$release"
  dir=$(lab_folder "$release")
  printf '%s\n' "$release" >"$dir/release"
  [ "$release" = 22.05 ] || part=', perNode: {cores: 1, gpus: 1}'
  [ "$release" != 26.05 ] || part+=', qos: [normal, long]'
  lab_spec "$release" "$here/policy.yaml" | sed "s/PART/$part/" >"$dir/cluster.yaml"
  next_spec "$dir/cluster.yaml" >"$dir/next.yaml"
  cp "$skiff" "$dir/bin/"
  "$skiff" policy script >"$dir/dump.sh"
  "$skiff" build "$dir/cluster.yaml" -o "$dir/out"
  "$skiff" build "$dir/next.yaml" -o "$dir/next-out"
  mkdir "$dir/next"
  cp "$dir/next-out/slurm/"{policy,slurm}.conf "$dir/next/"
  lab_begin 600 "$dir" "$here/in_root.sh" "${said##* }" "$dir" /w/lab/policy.sh
}

lab_releases policy "$@"
