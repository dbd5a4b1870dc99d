#!/usr/bin/env bash
# The jail with the real Slurm of one release: two nodes with one shared jail, in namespaces that go away with the test.
#   jail_test.sh RELEASE [PART...]     parts: works task namespaces options adopt failures gpu attacks load, all of
#                                      them without any; bench, by its name alone
# LAB_KEEP=DIR keeps the logs of a failed run.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"

release=$1
shift
if [ "$(id -u)" -ne 0 ] || ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
  echo "SKIP: jail: this machine does not allow namespaces"
  exit 77
fi
need util-linux mount iproute2
built=$("$here/build.sh" "$release")
read -r _ root folder <<<"$built"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/lab"
cp "$here/../../runtime/spank-chroot/plan/default_mounts.cc" "$here"/../slurm/{lab,pod}.sh "$here"/lab/* "$dir/lab/"
cp -r "$folder" "$dir/built"
status=0
LAB_JAIL=$root timeout -s KILL 900 "$here/../slurm/in_root.sh" "$root" "$dir" /w/lab/inside.sh "$release" "$@" 2>&1 |
  tee "$dir/verdict" | sed -u 's/^/  /' || status=$?
if [ "$status" -ne 0 ]; then
  echo "FAIL: jail with Slurm $release (status $status); LAB_KEEP=DIR keeps the logs"
  if [ -n "${LAB_KEEP:-}" ]; then
    mkdir -p "$LAB_KEEP"
    cp -r "$dir/." "$LAB_KEEP/"
  fi
  exit 1
fi
echo "PASS: jail with Slurm $release, $SECONDS s"
