#!/usr/bin/env bash
# Steps in OCI bundles (docs/containers.md) on a real node: in worker pods without privileges, crun has the rights that it needs.
#   oci_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
skiff=${1:-$top/build/skiff}
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"
# shellcheck source-path=SCRIPTDIR source=manual.sh
. "$here/manual.sh"
# shellcheck source-path=SCRIPTDIR source=../../lib/need.sh
. "$top/tests/lib/need.sh"
need busybox-static
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=dock-login-0
out=$dir/out

# Runs the commands of a page as a user on a login node. It replaces the function of manual.sh, whose reader is an administrator.
reader() {
  alice sh -euc "$1" >"$dir/printed" 2>&1 || fail "the user's commands failed: $1: $(cat "$dir/printed")"
}

# Succeeds when slurmd has no files of steps in bundles.
nothing_is_left() {
  [ -z "$(k exec cpu-0 --container slurmd -- find /var/spool/slurmd -maxdepth 1 -name 'oci-job*')" ]
}

"$skiff" build "$here/oci.yaml" -o "$out" >&2
node_for "$out" 2
start=$(now)
k apply --kustomize "$out" >/dev/null
within 120 k get pod cpu-0 dock-slurmctld-0 dock-login-0
k wait --for=condition=Ready pod cpu-0 dock-slurmctld-0 dock-login-0 --timeout=720s >/dev/null || fail "the pods are not ready"
within 60 node_is_idle cpu-0
took "$start" 'all pods ready, the node idle'

login mkdir --mode=1777 /shared/bundle
# shellcheck disable=SC2016 # expanded there
# A root filesystem with one program, as it comes out of an image.
tar -C / -c bin/busybox | k exec -i dock-login-0 --container sshd -- setpriv --reuid alice --regid alice --clear-groups sh -euc '
  mkdir -p /shared/bundle/rootfs/etc && cd /shared/bundle/rootfs && tar -x && for name in cat sh id sleep; do ln -s busybox bin/$name; done
  echo "the bundle" >etc/issue'
follow containers 'srun --chdir=/shared/bundle crun spec'
follow containers "sed -i 's;"
follow containers 'srun --container=/shared/bundle'
printed '^the bundle$'
[ "$(alice srun --chdir=/tmp --container=/shared/bundle /bin/id -u)" = 0 ] || fail "the user is not root in the container"
alice srun --chdir=/tmp --container=/shared/bundle /bin/sh -c 'exit 4' 2>/dev/null && fail "the step has not the exit code of its command"
id=$(submit --wrap 'srun --container=/shared/bundle /bin/sleep 600')
within 30 job_is "$id" JobState RUNNING
start=$(now)
login scancel "$id"
within 60 node_is_idle cpu-0
took "$start" 'a step in a bundle cancelled: the node is idle'
within 10 nothing_is_left
echo "ok: $(basename "$0")"
