#!/usr/bin/env bash
# Tests Slurm's commands in a jail whose C library is older or newer than that of the nodes: the jail is the root filesystem of another
# Debian suite, from which Slurm is removed.
#   other_root_test.sh RELEASE OTHER      the nodes have Slurm RELEASE; the jail is the root filesystem that has Slurm OTHER
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../slurm" && pwd)
jail=$here/../jail
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=../slurm/labs.sh
. "$here/labs.sh"

release=$1
other=$2
if [ "$(id -u)" -ne 0 ] || ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
  echo "SKIP: jail: this machine does not allow namespaces"
  exit 77
fi
need util-linux mount iproute2
lab_ask "$jail/build.sh" "$other"
read -r _ other_root other_folder <<<"$said"
lab_ask "$jail/build.sh" "$release"
read -r _ root folder <<<"$said"
dir=$(lab_folder "jail-$release-on-$other")
cp "$here/../../runtime/spank-chroot/plan/default_mounts.cc" "$here/../../runtime/pod/user-environment.sh" "$jail"/lab/* "$dir/lab/"
mkdir "$dir/pod"
cp "$here/../../runtime/pod/populate-jail.sh" "$dir/pod/"
cp "$here/../../images/runtime/collect" "$dir/"
cp -r "$folder" "$dir/built"
# Users' programs are built with the libraries of the jail.
cp "$other_folder/pmix_ring" "$dir/built/"
LAB_JAIL=$other_root lab_run 600 "jail-$release-on-$other" "$dir" "$here/in_root.sh" "$root" "$dir" /w/lab/inside.sh "$release" other_root || {
  echo "FAIL: Slurm $release in a jail of the suite with Slurm $other"
  exit 1
}
echo "PASS: Slurm $release in a jail of the suite with Slurm $other, $SECONDS s"
