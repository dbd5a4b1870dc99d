#!/usr/bin/env bash
# Tests the reservations of a spec with the real Slurm of several releases at once; see reservations.sh.
#   reservations_test.sh SKIFF RELEASE...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
skiff=$1
shift

# Prints the changed spec: other users, nodes, times and flags of one reservation, flags that scontrol cannot change of two, another part of
# the nodes of one, and one removed.
next_spec() {
  sed -e '/name: licenses/d' \
    -e 's/nodeSets: \[one\], flags: \[FLEX, IGNORE_JOBS\], maxStartDelay: 30m, purgeComp: 10m/nodes: one-1, flags: [MAGNETIC]/' \
    -e 's/duration: 2h, users: \[bob\]/duration: 3h, users: [bob, root]/; s/nodeCount: 1/nodeCount: 2/; s/, OVERLAP\]/]/' \
    -e 's/nodeSets: \[two\], flags: \[OVERLAP\]/partition: slow, flags: [OVERLAP]/' \
    -e 's/\[-bob\], nodeCount: 2, perNode: {cores: 1}/[-root], nodeCount: 2, perNode: {cores: 2}/' "$1"
}

# Prints the time of a date as RFC 3339: at DATE
at() {
  date -u -d "$1" +%Y-%m-%dT%H:%M:%SZ
}

# Starts the test of one release, in its own directory: begin_release RELEASE
begin_release() {
  local release=$1 dir new=', USER_DELETE' allowed='' now
  lab_ask "$here/roots.sh" --for "$release"
  dir=$(lab_folder "$release")
  printf '%s\n' "$release" >"$dir/release"
  [ "$release" != 22.05 ] || new=''
  [ "$release" != 26.05 ] || allowed=', allowedPartitions: [main]'
  now=$(date -u +'%F %T UTC')
  # The weekly reservation first began 25 days ago, so it begins again in three days.
  lab_spec "$release" "$here/reservations.yaml" | sed -e "s/NEW/$new/; s/ALLOWED/$allowed/" \
    -e "s/WEEKS_AGO/$(at "$now -25 days")/; s/TOMORROW/$(at "$now +1 day")/; s/MUCH_LATER/$(at "$now +8 days")/; s/LATER/$(at "$now +5 days")/; s/AN_HOUR_AGO/$(at "$now -1 hour")/" \
    >"$dir/cluster.yaml"
  [ "$release" != 22.05 ] || sed -i '/perNode/d' "$dir/cluster.yaml"
  printf '%s %s\n' weekly "$(at "$now +3 days")" course "$(at "$now +1 day")" later "$(at "$now +5 days")" end "$(at "$now +5 hours")" |
    tr -d Z >"$dir/times"
  next_spec "$dir/cluster.yaml" >"$dir/next.yaml"
  "$skiff" build "$dir/cluster.yaml" -o "$dir/out"
  "$skiff" build "$dir/next.yaml" -o "$dir/next-out"
  mkdir "$dir/next"
  cp "$dir/next-out/slurm/reservations.conf" "$dir/next/"
  lab_begin 600 "$dir" "$here/in_root.sh" "${said##* }" "$dir" /w/lab/reservations.sh
}

lab_releases reservations "$@"
