#!/usr/bin/env bash
# docs/several-clusters.md on a real node: two clusters of the same name in two namespaces, from one kustomization. Both run jobs at the same
# time, neither accepts the other's key, and the deletion of one does not touch the other.
#   several_clusters_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
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
need git openssh-client
# shellcheck disable=SC2034 # used by what is sourced
namespace=physics login_pod=team-login-0

# Waits until the cluster in `namespace` takes jobs: comes_up NODES
comes_up() {
  local start number
  start=$(now)
  within 120 k get pod cpu-0 team-slurmctld-0 team-login-0
  k wait --for=condition=Ready pod --all --timeout=720s >/dev/null || fail "the pods in $namespace are not ready"
  for ((number = 0; number < $1; number++)); do within 120 node_is_idle "cpu-$number"; done
  [ "$(login sinfo --noheader --format=%D)" = "$1" ] || fail "$namespace has other nodes: $(login sinfo)"
  took "$start" "$namespace: all pods ready, all nodes idle"
}

# Asks slurmctld in the namespace OF from the login pod of `namespace`: asks OF
asks() {
  login sh -c "sed 's/\.$namespace\.svc/.$1.svc/g' /run/slurm/conf/slurm.conf >/tmp/$1.conf"
  login grep -q "\.$1\.svc" "/tmp/$1.conf" || fail "the configuration names no host in $1"
  login env SLURM_CONF="/tmp/$1.conf" timeout 60 scontrol show node cpu-0
}

# Succeeds if the account of slurmctld in a namespace has a permission: may NAMESPACE VERB RESOURCE...
may() {
  k auth can-i "${@:2}" --as="system:serviceaccount:$1:team-slurmctld" >/dev/null 2>&1
}

welcome_reader
reader "mkdir -p build && cp '$skiff' build/skiff"
follow several-clusters 'build/skiff build examples/physics'
start_node "$dir/skiff/teams/physics" 2
follow several-clusters 'kubectl label node NODE-1' 's/NODE-[12]/node/'
follow several-clusters 'kubectl apply -k teams'
comes_up 2
namespace=biology
comes_up 1

# The same pod names, node names and job numbers in both.
declare -A held
for namespace in physics biology; do
  held[$namespace]=$(hold cpu-0)
  within 30 job_is "${held[$namespace]}" JobState RUNNING
done
[ "${held[physics]}" = "${held[biology]}" ] || fail "the clusters number their jobs together"

for namespace in physics biology; do
  asks "$namespace" >/dev/null || fail "the login pod of $namespace cannot ask its own slurmctld"
  other=$([ "$namespace" = physics ] && echo biology || echo physics)
  if asks "$other" >"$dir/answer" 2>&1; then
    fail "slurmctld in $other answers a login pod in $namespace: $(cat "$dir/answer")"
  fi
  may "$namespace" patch nodes --subresource=status || fail "slurmctld's account in $namespace may not set conditions of nodes"
  if may "$namespace" list pods --namespace "$other" || may "$namespace" delete pods --namespace "$other"; then
    fail "slurmctld's account in $namespace has permissions in $other"
  fi
done

# One of them is deleted.
namespace=biology
before=$(pod_identities)
start=$(now)
follow tasks 'kubectl delete namespace' 's/-n slurm /-n physics /; s/namespace slurm$/namespace physics/; s/atlas/team/'
k delete clusterrole,clusterrolebinding physics.team-after-drain >/dev/null
took "$start" 'physics is deleted'
[ "$(pod_identities)" = "$before" ] || fail "pods in biology have changed: $before and now $(pod_identities)"
job_is "${held[biology]}" JobState RUNNING || fail "the job in biology is $(job "${held[biology]}" JobState)"
may biology patch nodes --subresource=status || fail "slurmctld in biology has lost a permission"
! may physics patch nodes --subresource=status || fail "slurmctld in physics still has a permission"
release cpu-0 "${held[biology]}"
within 30 job_is "${held[biology]}" JobState COMPLETED
[ "$(job "${held[biology]}" Restarts)" = 0 ] || fail "the job in biology was requeued"
[ "$(alice srun --chdir=/tmp hostname)" = cpu-0 ] || fail "biology runs no job"
echo "ok: $(basename "$0")"
