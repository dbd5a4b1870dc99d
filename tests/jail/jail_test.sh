#!/usr/bin/env bash
# Tests the jail with the real Slurm of one release, on two nodes that share one jail. Everything runs in namespaces that end with the test.
#   jail_test.sh RELEASE [PART...]
#   jail_test.sh RELEASE --root OTHER    the part other_root, in the root filesystem of the Debian suite that has Slurm OTHER: its C library
#                                        is older or newer than that of the nodes
# Parts: works plugins task namespaces options adopt admins failures gpu attacks neighbours volume display holds load. Without a PART, all of them
# run. The part bench runs only if you name it. SHORT_STEPS is the number of short steps that `load` runs, default 400.
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
shared_root=$root users_programs=$folder name=jail-$release
if [ "${1:-}" = --root ]; then
  lab_ask "$jail/build.sh" "$2"
  read -r _ shared_root users_programs <<<"$said"
  name+=-in-$2
  set -- other_root
fi
dir=$(lab_folder "$name")
# lab_folder has copied the programs of tests/slurm. The parts also need these.
cp "$here/../../runtime/spank-chroot/plan/default_mounts.cc" "$here"/../../runtime/pod/{user-environment,start-sshd}.sh "$jail"/lab/* "$dir/lab/"
cp "$here/../../runtime/pod/populate-jail.sh" "$here/../../images/runtime/collect" "$dir/"
cp -r "$folder" "$dir/built"
# Users' programs are built with the libraries of the shared root.
cp "$users_programs/pmix_ring" "$dir/built/"
echo "${SHORT_STEPS:-400}" >"$dir/short-steps"
status=0
LAB_JAIL=$shared_root lab_run 1740 "$name" "$dir" "$here/in_root.sh" "$root" "$dir" /w/lab/inside.sh "$release" "$@" || status=$?
if [ "$status" -ne 0 ]; then
  echo "FAIL: $name (status $status)"
  exit 1
fi
echo "PASS: $name, $SECONDS s"
