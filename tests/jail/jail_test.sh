#!/usr/bin/env bash
# Tests the jail with the real Slurm of one release, on two nodes that share one jail. Everything runs in namespaces that end with the test.
#   jail_test.sh RELEASE [PART...]
# Parts: works plugins task namespaces options adopt failures gpu attacks neighbours volume display holds load. Without a PART, all of them run. The
# part bench runs only if you name it. SHORT_STEPS is the number of short steps that `load` runs, default 400.
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
# lab_folder has copied the programs of tests/slurm. The parts also need these.
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
