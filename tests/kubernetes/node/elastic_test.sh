#!/usr/bin/env bash
# Elastic node sets on a real node, with the project's own images. Pods are created for a job and deleted when they are idle. If a pod
# cannot be scheduled, its job is requeued. The deletion of a pod costs no job. All pods are deleted with the cluster.
#   elastic_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
skiff=${1:-$top/build/skiff}
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=tide-login-0
out=$dir/out
account=system:serviceaccount:slurm:tide-slurmctld

# Prints the worker pods.
workers() {
  k get pods --selector app.kubernetes.io/name=slurmd --output name | sed 's|pod/||' | tr '\n' ' '
}

# Succeeds when these are the worker pods, each name followed by a space: workers_are NAMES
workers_are() {
  [ "$(workers)" = "$1" ]
}

# Succeeds when a node's state matches.
state_matches() {
  node_state "$1" | grep -E "$2" >/dev/null
}

# Succeeds if the metrics have this line: metrics_have LINE
metrics_have() {
  # shellcheck disable=SC2016 # that shell's own
  login bash -c 'exec 3<>/dev/tcp/tide-slurmctld/9341 && printf "GET /metrics HTTP/1.0\r\n\r\n" >&3 && cat <&3' | grep -Fx "$1" >/dev/null
}

"$skiff" build "$here/elastic.yaml" -o "$out" >&2
node_for "$out" 1
start=$(now)
k apply --kustomize "$out" >/dev/null
within 120 k get pod tide-slurmctld-0 tide-login-0
k wait --for=condition=Ready pod --all --timeout=720s >/dev/null || fail "the pods are not ready"
within 60 state_matches burst-2 POWERED_DOWN
took "$start" 'applied, all pods ready'

# The exporter reaches slurmctld, and reads the file of the sidecar.
within 60 metrics_have 'skiff_nodes{node_set="burst",state="powered_down"} 3'
within 60 metrics_have 'skiff_elastic_nodes_wanted{node_set="burst"} 0'

# The permissions of the controller's pod. The container slurmctld in it has no token.
[ "$(workers)" = '' ] || fail "there are workers without a job: $(workers)"
k auth can-i create pods --as="$account" >/dev/null || fail "slurmctld's account may not create pods"
for right in 'get secrets' 'create pods --subresource=exec' 'update pods' 'list configmaps' 'create pods --namespace=default'; do
  # shellcheck disable=SC2086 # several words
  if k auth can-i $right --as="$account" >/dev/null 2>&1; then
    fail "slurmctld's account may $right"
  fi
done
if k exec tide-slurmctld-0 --container slurmctld -- test -e /var/run/secrets/kubernetes.io 2>/dev/null; then
  fail "slurmctld has a token"
fi

# Pods are created for a job and deleted after it. Jobs on other nodes of the range continue.
start=$(now)
id=$(submit --nodes=2 --nodelist='burst-[0-1]' --wrap 'srun hostname')
within 30 workers_are 'burst-0 burst-1 '
took "$start" 'a job for two nodes: their pods are created'
within 90 job_is "$id" JobState COMPLETED
took "$start" 'a job for two nodes: the job has run'
[ "$(job "$id" Restarts)" = 0 ] || fail "the job for two nodes was requeued"
# This job runs until the test ends it.
long=$(submit --nodelist=burst-1 --wrap 'until [ -e /tmp/over ]; do sleep 1; done')
within 30 job_is "$long" JobState RUNNING
start=$(now)
within 60 workers_are 'burst-1 '
took "$start" 'idle for 10 s: the pod is deleted'
within 30 state_matches burst-0 POWERED_DOWN
within 30 metrics_have 'skiff_elastic_nodes_running{node_set="burst"} 1'
within 30 metrics_have 'skiff_jobs{partition="main",account="",state="running"} 1'
job_is "$long" JobState RUNNING || fail "the job on the other node is $(job "$long" JobState)"

# A pod that cannot be scheduled.
start=$(now)
id=$(submit --partition=huge --requeue --wrap hostname)
within 30 k get pod huge-0
within 60 node_is_out huge-0 DOWN 'skiff: pod did not start: 0/1 nodes are available: 1 Insufficient cpu'
took "$start" 'a pod that cannot be scheduled: the node is down with the reason'
job_is "$id" JobState PENDING || fail "the job of the unschedulable pod is $(job "$id" JobState)"
[ "$(($(now) - start))" -lt 240000 ] || fail "the job of the unschedulable pod was not requeued within the time limit"
within 20 pod_is_gone huge-0
alice scancel "$id"

# A pod that is deleted or evicted waits for its job. Then its node can be used again.
k delete pod burst-1 --wait=false >/dev/null
within 10 node_is_out burst-1 DRAIN 'skiff: pod is stopping'
job_is "$long" JobState RUNNING || fail "the deletion of its pod ended the job"
k exec burst-1 --container slurmd -- touch /tmp/over
within 90 job_is "$long" JobState COMPLETED
[ "$(job "$long" Restarts)" = 0 ] || fail "the deletion of its pod requeued the job"
start=$(now)
within 60 state_matches burst-1 '^IDLE.*POWERED_DOWN'
took "$start" 'pod deleted while a job ran: the node can be powered up again after the job'

# A pod that is lost under a job: the job is requeued at once.
id=$(submit --nodelist=burst-1 --requeue --wrap 'sleep 300')
within 90 job_is "$id" JobState RUNNING
start=$(now)
k delete pod burst-1 --grace-period=0 --force >/dev/null 2>&1
within 60 job_is "$id" Restarts 1
took "$start" 'pod lost while a job ran: the job is requeued'
alice scancel "$id"
within 60 state_matches burst-1 '^IDLE.*POWERED_DOWN'

# The pods are deleted with their owner.
id=$(submit --nodelist=burst-2 --wrap 'sleep 300')
within 90 job_is "$id" JobState RUNNING
login scancel "$id"
k delete podtemplate burst >/dev/null
within 60 workers_are ''
echo "ok: $(basename "$0")"
