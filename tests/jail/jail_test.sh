#!/usr/bin/env bash
# The jail with the real Slurm of one release: two nodes with one shared jail, in namespaces that go away with the test.
#   jail_test.sh RELEASE [PART...]     parts: works task namespaces options adopt failures gpu attacks neighbours volume display holds load, all of
#                                      them without any; bench, by its name alone
#   SHORT_STEPS: how many short steps `load` runs beside each other, 400 without it
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../slurm" && pwd)
jail=$here/../jail
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"

# shellcheck source-path=SCRIPTDIR source=../slurm/labs.sh
. "$here/labs.sh"

release=$1
shift
if [ "$(id -u)" -ne 0 ] || ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
  echo "SKIP: jail: this machine does not allow namespaces"
  exit 77
fi
need util-linux mount iproute2
lab_ask "$jail/build.sh" "$release"
read -r _ root folder <<<"$said"
dir=$(lab_folder "jail-$release")
# Some have the names of others there.
cp "$here/../../runtime/spank-chroot/plan/default_mounts.cc" "$here/../../runtime/pod/user-environment.sh" "$jail"/lab/* "$dir/lab/"
cp -r "$folder" "$dir/built"
echo "${SHORT_STEPS:-400}" >"$dir/short-steps"
status=0
LAB_JAIL=$root lab_run 1740 "jail-$release" "$dir" "$here/in_root.sh" "$root" "$dir" /w/lab/inside.sh "$release" "$@" || status=$?
if [ "$status" -ne 0 ]; then
  echo "FAIL: jail with Slurm $release (status $status)"
  exit 1
fi
echo "PASS: jail with Slurm $release, $SECONDS s"
