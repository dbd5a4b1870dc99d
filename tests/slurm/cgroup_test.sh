#!/usr/bin/env bash
# Tests cgroup v2 with the real Slurm of one release, in a VM; see cgroup.sh.
#   cgroup_test.sh SKIFF RELEASE
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
# shellcheck source-path=SCRIPTDIR source=jail_parts.sh
. "$here/jail_parts.sh"
skiff=$1
release=$2
if [ "$(id -u)" -ne 0 ]; then
  echo "SKIP: slurm control groups: building a root filesystem needs root"
  exit 77
fi
lab_ask "$here/roots.sh" --for "$release"
root=$said
dir=$(lab_folder "cgroup-$release")
printf '%s\n' "$release" >"$dir/release"
sed "s/RELEASE/$release/" "$here/cgroup.yaml" >"$dir/cluster.yaml"
jail_parts "$release" "$dir/jail"
cp "$here/../../images/slurmd/sshd" "$here/../../images/ssh_config" "$dir/"
"$skiff" build "$dir/cluster.yaml" -o "$dir/out"
status=0
lab_run 1500 "cgroup-$release" "$dir" "$here/in_vm.sh" "${root##* }" "$dir" /w/lab/cgroup.sh || status=$?
if [ "$status" -ne 0 ]; then
  echo "FAIL: slurm control groups with Slurm $release (status $status)"
  exit "$((status == 77 ? 77 : 1))"
fi
echo "PASS: slurm control groups with Slurm $release, $SECONDS s"
