#!/usr/bin/env bash
# Elastic node sets under the real Slurm of several releases at once, as most of it is waiting: see elastic.sh.
#   elastic_test.sh SKIFF RELEASE...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
skiff=$1
shift

# Starts it with one release, in a folder of its own: begin_release RELEASE
begin_release() {
  local release=$1 dir auth=slurm cgroup=disabled
  lab_ask "$here/roots.sh" --for "$release"
  dir=$(lab_folder "$release")
  printf '%s\n' "$release" >"$dir/release"
  if [ "$release" = 22.05 ]; then
    auth=munge cgroup=v1
  fi
  sed -e "s/RELEASE/$release/; s/AUTH/$auth/; s/CGROUP/$cgroup/" "$here/elastic.yaml" >"$dir/cluster.yaml"
  "$skiff" build "$dir/cluster.yaml" -o "$dir/out"
  lab_begin 840 "$dir" "$here/in_root.sh" "${said##* }" "$dir" /w/lab/elastic.sh
}

if [ "$(id -u)" -ne 0 ] || ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
  echo "SKIP: slurm elastic: this machine does not allow namespaces"
  exit 77
fi
need util-linux mount iproute2
for release in "$@"; do
  begin_release "$release"
done
failed=0
for release in "$@"; do
  status=0
  lab_finish "elastic-$release" "$lab_work/$release" || status=$?
  if [ "$status" -eq 0 ]; then
    echo "PASS: slurm elastic: Slurm $release"
  else
    echo "FAIL: slurm elastic: Slurm $release (status $status)"
    failed=1
  fi
done
exit "$failed"
