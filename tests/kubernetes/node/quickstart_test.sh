#!/usr/bin/env bash
# The compiled quickstart example on a real node, with the project's own images. It starts by itself, jobs run, pods are replaced, the
# configuration changes, and no job is lost or hangs. Nothing is added to the objects.
#   quickstart_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
# To run it yourself with another Slurm, set SKIFF_RELEASE=26.05, or SKIFF_RELEASE=25.11 SKIFF_SLURM=ARCHIVE (tests/images/store.sh).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
skiff=${1:-$top/build/skiff}
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"
# shellcheck source-path=SCRIPTDIR source=steps.sh
. "$here/steps.sh"
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=atlas-login-0
out=$dir/out
spec=$dir/cluster.yaml

# A small volume for slurmctld's state, which the test can fill.
mkdir -p "$dir/volumes/1"
mount -t tmpfs -o size=16m skiff-test-state "$dir/volumes/1"

# Compiles the current spec.
compile() {
  "$skiff" build "$spec" -o "$out" >&2
}

sed "s/slurm: \"24.11\"/slurm: \"${SKIFF_RELEASE:-24.11}\"/" "$top/examples/quickstart/cluster.yaml" >"$spec"
compile
node_for "$out" 1

comes_up
runs_jobs
reports_memory
logs_in
replaces_a_worker
waits_for_a_job_on_scale_in
survives_a_crash
takes_up_a_change
refuses_a_bad_change
keeps_its_state
takes_another_key
rolls_the_workers
shrinks_the_set
survives_a_full_disk
if k logs atlas-slurmctld-0 --container slurmctld | grep -i 'unable to resolve'; then
  fail "slurmctld was given a name that does not resolve"
fi
echo "ok: $(basename "$0")"
