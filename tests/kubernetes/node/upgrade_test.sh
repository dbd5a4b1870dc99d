#!/usr/bin/env bash
# docs/upgrades.md on a real node: Slurm 24.11 becomes 26.05 under running and pending jobs. No job is lost, old workers keep working until
# their pods are replaced, and the records of both releases are in the database.
#   upgrade_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
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
need git jq openssh-client
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=atlas-login-0 later_releases=26.05

# Succeeds when a node's slurmd is of a release: runs NODE RELEASE
runs() {
  login sinfo --Node --noheader --nodes="$1" --Format=Version | grep "^$2" >/dev/null
}

# Succeeds when accounting has the job as completed: is_on_record JOB
is_on_record() {
  [ "$(login sacct -X -n -P -a -j "$1" -o State)" = COMPLETED ]
}

# Succeeds when the sidecar holds a change back because of the old workers.
reconfigure_waits() {
  k exec atlas-slurmctld-0 --container sidecar -- cat /run/sidecar/failing | grep 'new pods of nodes cpu-\[0-1\]: their slurmd is of Slurm 24.11' >/dev/null
}

# Succeeds when the association of the user exists.
alice_may_submit() {
  login sacctmgr --noheader --parsable2 show association user=alice format=account | grep research >/dev/null
}

welcome_reader
install "$skiff" "$dir/commands/skiff"
reader "mkdir '$dir/my-cluster' && cd '$dir/my-cluster' && git init --quiet && cp '$here/upgrade.yaml' cluster.yaml"
reader 'skiff build cluster.yaml -o out && git add . && git commit --quiet --message first'
node_for "$dir/my-cluster/out" 4
head -c 32 /dev/urandom >"$dir/jwt_hs256.key"
k create secret generic slurm-keys --from-file="$dir/slurm.key" --from-file="$dir/jwt_hs256.key" --dry-run=client --output=yaml |
  k apply --filename=- >/dev/null 2>&1
k create secret generic slurm-database --from-literal=password="$(head -c 24 /dev/urandom | base64 | tr -d '+/=\n')" >/dev/null
start=$(now)
k apply --kustomize "$dir/my-cluster/out" >/dev/null
within 120 k get pod cpu-1 atlas-slurmctld-0 atlas-slurmdbd-0 atlas-login-0
for node in cpu-0 cpu-1; do within 300 node_is_idle "$node"; done
k wait --for=condition=Ready pod --all --timeout=720s >/dev/null || fail "the pods are not ready"
within 60 alice_may_submit
took "$start" 'Slurm 24.11: all pods ready, all nodes idle'

# Each worker has a volume of its own.
k exec cpu-1 --container slurmd -- sh -c 'echo mine >/scratch/of-cpu-1'
[ "$(alice srun --chdir=/tmp --nodelist=cpu-0 ls /scratch)" = '' ] || fail "the workers share a volume"

# A job of the old release that has ended, one that runs, and one that waits for its node.
ended=$(submit --wrap hostname)
within 60 job_is "$ended" JobState COMPLETED
within 60 is_on_record "$ended"
running=$(hold cpu-0 --exclusive)
within 30 job_is "$running" JobState RUNNING
pending=$(submit --nodelist=cpu-0 --exclusive --wrap hostname)

follow upgrades 'kubectl -n slurm exec atlas-mariadb-0'
# shellcheck disable=SC2016 # the backquotes are SQL
grep -q 'CREATE TABLE `atlas_job_table`' "$dir/my-cluster/accounting.sql" || fail "the backup of the database has no table of jobs"
tar --list --file="$dir/my-cluster/state.tar" | grep '/job_state$' >/dev/null || fail "the backup of slurmctld's state has no jobs"
reader 'rm accounting.sql state.tar'

start=$(now)
follow upgrades "sed -i 's/slurm:"
k wait --for=condition=Ready pod/atlas-slurmctld-0 pod/atlas-slurmdbd-0 --timeout=300s >/dev/null || fail "the new pods are not ready"
[[ $(k exec atlas-slurmctld-0 --container slurmctld -- slurmctld -V) = *' 26.05'* ]] || fail "slurmctld is not the new one"
took "$start" 'slurmdbd and slurmctld are 26.05'

# Everything still works with the old workers and logins.
job_is "$running" JobState RUNNING || fail "the running job is $(job "$running" JobState)"
job_is "$pending" JobState PENDING || fail "the pending job is $(job "$pending" JobState)"
within 60 is_on_record "$ended"
within 60 runs cpu-0 24.11
follow upgrades 'kubectl -n slurm exec atlas-login-0'
printed '^cpu-0 +24\.11'
within 60 node_is_idle cpu-1
[ "$(alice srun --chdir=/tmp --nodelist=cpu-1 hostname)" = cpu-1 ] || fail "an old worker runs no job"
k exec cpu-1 --container slurmd -- /usr/libexec/skiff/skiff-health --as periodic >/dev/null 2>&1 || [ $? -le 1 ] || fail "an old worker is not healthy"

# A change in between waits, because it would end the old workers.
reader "printf '  slurm: {config: {KillWait: 40}}\n' >>cluster.yaml && skiff build cluster.yaml -o out && git add . && git commit --quiet --message more"
k apply --kustomize "$dir/my-cluster/out" >/dev/null
within 60 reconfigure_waits
[ "$(alice srun --chdir=/tmp --nodelist=cpu-1 hostname)" = cpu-1 ] || fail "an old worker runs no job after a change"
job_is "$running" JobState RUNNING || fail "the change ended the running job: $(job "$running" JobState)"

# The other pods.
uid=$(pod_uid atlas-login-0)
follow tasks 'kubectl -n slurm delete pod atlas-login-0'
within 120 pod_is_another atlas-login-0 "$uid"
k wait --for=condition=Ready pod/atlas-login-0 --timeout=240s >/dev/null || fail "the login pod is not ready"
job_is "$running" JobState RUNNING || fail "the running job is $(job "$running" JobState)"
start=$(now)
uid=$(pod_uid cpu-1)
follow tasks 'kubectl -n slurm delete pod h100-3' 's/h100-3/cpu-1/'
within 60 pod_is_another cpu-1 "$uid"
within 60 node_is_idle cpu-1
within 60 runs cpu-1 26.05
took "$start" 'an idle worker is 26.05'
[ "$(alice srun --chdir=/tmp --nodelist=cpu-1 cat /scratch/of-cpu-1)" = mine ] || fail "the worker's new pod has another volume"
uid=$(pod_uid cpu-0)
k delete pod cpu-0 --wait=false >/dev/null
within 60 node_is_out cpu-0 DRAIN ''
release cpu-0 "$running"
within 60 job_is "$running" JobState COMPLETED
within 60 pod_is_another cpu-0 "$uid"
within 120 job_is "$pending" JobState COMPLETED
within 60 runs cpu-0 26.05
took "$start" 'the other worker, after its job'
within 120 parameter_is KillWait 40
took "$start" 'the change that waited is applied'
for id in "$running" "$pending"; do
  [ "$(job "$id" Restarts)" = 0 ] || fail "job $id was requeued"
  within 60 is_on_record "$id"
done
is_on_record "$ended" || fail "the record of the old release is gone"
# The slurmrestd pod of the old release may still be going, so one `kubectl wait` can fail because it is gone.
within 60 k wait --for=condition=Ready pod --all --timeout=10s
echo "ok: $(basename "$0")"
