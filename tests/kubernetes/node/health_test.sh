#!/usr/bin/env bash
# Node health on a real Kubernetes node with fake GPUs (../gpus). Jobs get the GPUs, and the checks see them by NVML. A CronJob runs a
# benchmark, with recorded outputs of NCCL's program. The actions after a drain follow. The clock of a node goes wrong under a job.
#   health_test.sh [SKIFF [FAKE_NVML]]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
skiff=${1:-$top/build/skiff}
nvml=${2:-$top/build/runtime/health/libnvidia-ml-fake.so}
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"
# shellcheck source-path=SCRIPTDIR source=manual.sh
. "$here/manual.sh"
# shellcheck source-path=SCRIPTDIR source=../../lib/need.sh
. "$top/tests/lib/need.sh"
need git libfaketime openssh-client
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=volt-login-0
out=$dir/out
account=system:serviceaccount:slurm:volt-slurmctld

# Writes the files that a worker gets with its GPUs. The test changes them in the pod: write_gpus FOLDER
write_gpus() {
  mkdir "$1"
  cp "$nvml" "$1/libnvidia-ml.so.1"
  echo 'count 8' >"$1/libnvidia-ml.so.1.scenario"
  printf '%s\n' '#!/bin/sh' 'env | grep ^CUDA_VISIBLE_DEVICES=' >"$1/nvidia-smi"
  chmod 755 "$1/nvidia-smi"
  echo good >"$1/mode"
  cp "$top"/runtime/health/benchmark/recorded/all_reduce_* "$1/"
  cat >"$1/all_reduce_perf" <<'SH'
#!/bin/sh
mode=$(cat /opt/gpus/mode)
[ "$CUDA_VISIBLE_DEVICES" = 0,1,2,3,4,5,6,7 ] || mode="with GPUs $CUDA_VISIBLE_DEVICES"
case $mode in
  hang) exec sleep 600 ;;
  crash) cat /opt/gpus/all_reduce_crash && kill -ABRT $$ ;;
  *) exec cat "/opt/gpus/all_reduce_$mode" ;;
esac
SH
  chmod 755 "$1/all_reduce_perf"
  # The worker's clock is the machine's clock plus the offset in this file.
  cp /usr/lib/*/faketime/libfaketime.so.1 "$1/"
  echo '+0' >"$1/clock"
  printf '%s\n' LD_PRELOAD=/opt/gpus/libfaketime.so.1 FAKETIME_TIMESTAMP_FILE=/opt/gpus/clock FAKETIME_CACHE_DURATION=1 \
    FAKETIME_DONT_FAKE_MONOTONIC=1 >"$1/environment"
}

# Runs a command in a worker's pod as root: on NODE COMMAND...
on() {
  k exec "$1" --container slurmd -- "${@:2}"
}

# Sets the behaviour of NCCL's program on both nodes: modes GPU-0 GPU-1
modes() {
  on gpu-0 sh -c "echo $1 >/opt/gpus/mode"
  on gpu-1 sh -c "echo $2 >/opt/gpus/mode"
}

# Succeeds when slurmd has run the periodic health check of a node: has_run_periodically NODE
has_run_periodically() {
  on "$1" /usr/libexec/skiff/skiff-health --as ready
}

# Prints the Jobs that the CronJob has created, one per line.
scheduled() {
  k get jobs --output 'jsonpath={range .items[?(@.metadata.ownerReferences[0].kind=="CronJob")]}{.metadata.name}{"\n"}{end}' |
    grep '^volt-benchmark-nccl-'
}

# Runs a benchmark now and waits for the condition: benchmark NAME CONDITION
benchmark() {
  k create job --from=cronjob/volt-benchmark-nccl "$1" >/dev/null
  within 120 benchmark_is "$1" "$2"
}

# Succeeds when the Kubernetes Job of a benchmark has a condition, Complete or Failed: benchmark_is NAME CONDITION
benchmark_is() {
  k wait --for="condition=$2" --timeout=1s "job/$1"
}

# Checks a node's result in the log of a run: benchmark_said NAME NODE RESULT DETAIL
benchmark_said() {
  k logs "job/$1" --container benchmark | grep -F "\"node\":\"$2\",\"result\":\"$3\",\"detail\":\"$4" >/dev/null ||
    fail "$1 does not report $3 for $2: $(k logs "job/$1" --container benchmark)"
}

# Resumes both nodes. slurmctld refuses this for a node that is not drained.
resume() {
  local node
  for node in gpu-0 gpu-1; do
    login scontrol update nodename="$node" state=resume 2>/dev/null || true
    within 60 node_is_idle "$node"
  done
}

# Succeeds when a pod or the Kubernetes node has the condition: unhealthy WHAT 'STATUS REASON'
unhealthy() {
  [ "$(k get "$1" --output 'jsonpath={range .status.conditions[?(@.type=="skiff/Unhealthy")]}{.status} {.reason}{end}')" = "$2" ]
}
not_unhealthy() {
  unhealthy "$1" '' || unhealthy "$1" 'False InService'
}

# Succeeds when a pod's condition says this of its node: in_service NODE 'STATUS REASON' [MESSAGE]
in_service() {
  [ "$(k get "pod/$1" --output 'jsonpath={range .status.conditions[?(@.type=="skiff/InService")]}{.status} {.reason}{end}')" = "$2" ] &&
    [[ $(k get "pod/$1" --output 'jsonpath={.status.conditions[?(@.type=="skiff/InService")].message}') =~ $3 ]]
}

# Succeeds when the sidecar, which acts after a drain, has logged a text.
after_drain_says() {
  k logs volt-slurmctld-0 --container sidecar | grep -F "$1" >/dev/null
}

welcome_reader
"$skiff" build "$here/health.yaml" -o "$out" >&2
write_gpus "$dir/gpus-of-all"
node_for "$out" 2 16 "$dir/gpus-of-all"
start=$(now)
k apply --kustomize "$out" >/dev/null
within 120 k get pod gpu-1 volt-slurmctld-0 volt-login-0
within 300 node_is_idle gpu-0
within 60 node_is_idle gpu-1
k wait --for=condition=Ready pod --all --timeout=720s >/dev/null || fail "the pods are not ready"
took "$start" 'applied, all pods ready, all nodes idle'

# A job gets the GPUs that it asked for, and the next job gets others.
long=$(submit --nodelist=gpu-0 --gpus=7 --mem=100M --wrap 'until [ -e /tmp/over ]; do sleep 1; done')
within 30 job_is "$long" JobState RUNNING
# shellcheck disable=SC2016 # the job's shell expands it
[ "$(alice srun --chdir=/tmp --nodelist=gpu-0 --gpus=1 --mem=100M sh -c 'echo $CUDA_VISIBLE_DEVICES; test -c /dev/nvidia7')" = 7 ] ||
  fail "the next job does not get the eighth GPU"
[ "$(alice srun --chdir=/tmp --nodelist=gpu-1 --gpus=2 --mem=100M nvidia-smi)" = CUDA_VISIBLE_DEVICES=0,1 ] || fail "a job finds no nvidia-smi"
if alice srun --chdir=/tmp --nodes=1 --nodelist=gpu-0 --gpus=2 --mem=100M --immediate=2 true 2>/dev/null; then
  fail "a job got more GPUs than were free"
fi
on gpu-0 touch /tmp/over
within 30 job_is "$long" JobState COMPLETED

# Slurm runs the periodic health check. Nothing else has run it on this node.
within 90 has_run_periodically gpu-1
# Run the checks directly, in a pod without privileges. They must find nothing critical. Exit status 1 is a warning: the machine's disk may
# be nearly full, and its clock may not be synchronized.
code=0
on gpu-0 /usr/libexec/skiff/skiff-health --as periodic >"$dir/checks" 2>/dev/null || code=$?
[ "$code" -le 1 ] || fail "the node is not healthy: $(cat "$dir/checks")"

# A scheduled benchmark: user slurm submits one job per node.
start=$(now)
k patch cronjob volt-benchmark-nccl --patch '{"spec": {"suspend": false}}' >/dev/null
within 90 scheduled
k patch cronjob volt-benchmark-nccl --patch '{"spec": {"suspend": true}}' >/dev/null
first=$(scheduled | head -n 1)
within 120 benchmark_is "$first" Complete
for node in gpu-0 gpu-1; do benchmark_said "$first" "$node" pass '478.'; done
took "$start" 'a scheduled benchmark: both nodes pass'

# Nodes that are slow or give no result.
start=$(now)
modes slow garbled
benchmark bad-1 Failed
benchmark_said bad-1 gpu-0 fail '312.396 GB/s below 460 GB/s'
benchmark_said bad-1 gpu-1 fail 'no result: a broken line in the table of results'
node_is_out gpu-0 DRAIN '\[HC\] nccl: 312.396 GB/s below 460 GB/s' || fail "a slow node is not drained"
node_is_out gpu-1 DRAIN '\[HC\] nccl: no result: a broken line' || fail "a node without a result is not drained"
grep -qx 'skiff_benchmark_value{benchmark="nccl",node="gpu-0",unit="GB/s"} 312.396' "$dir"/volumes/*/skiff-benchmarks/skiff_benchmark_nccl.prom ||
  fail "the history lacks the result"
took "$start" 'a benchmark: a slow node and a node with garbled output are drained'

# The conditions in Kubernetes: each drained node's pod gets one, and the Kubernetes node only if no Slurm node on it may run jobs.
start=$(now)
within 40 unhealthy pod/gpu-0 'True NeedsAttention'
within 40 unhealthy node/node 'True NeedsAttention'
login scontrol update nodename=gpu-1 state=resume
within 40 unhealthy node/node 'False InService'
within 10 unhealthy pod/gpu-1 'False InService'
took "$start" "the pods and the Kubernetes node have their conditions after a benchmark's drains"
resume
start=$(now)
modes hang crash
benchmark bad-2 Failed
benchmark_said bad-2 gpu-0 fail 'no result within 40 s'
benchmark_said bad-2 gpu-1 fail 'no result, exit code 134'
took "$start" 'a benchmark: a hung and a crashed program fail'
modes good good
resume

# A check of the site drains a node, and later undoes the drain.
start=$(now)
on gpu-1 touch /tmp/bad
within 60 node_is_out gpu-1 DRAIN '\[HC\] custom:site-flag: flagged'
within 40 unhealthy pod/gpu-1 'True NeedsAttention'
within 40 in_service gpu-1 'False Drained' '^\[HC\] custom:site-flag: flagged'
# The command of the manual shows it.
follow health 'kubectl -n slurm get pods -l'
printed '^gpu-1 +False +Drained +\[HC\] custom:site-flag: flagged'
k describe pod gpu-1 | grep -E 'Warning +Drained .*Slurm gives no jobs to the node: \[HC\] custom:site-flag: flagged' >/dev/null ||
  fail "kubectl describe does not say why the node is drained: $(k describe pod gpu-1 | tail -n 12)"
in_service gpu-0 'True Available' '^$' || fail "the condition of a node in service: $(k get pod/gpu-0 --output 'jsonpath={.status.conditions}')"
on gpu-1 rm /tmp/bad
within 60 node_is_idle gpu-1
within 40 unhealthy pod/gpu-1 'False InService'
within 40 in_service gpu-1 'True Available' '^$'
# The kubelet's conditions are still there.
k wait --for=condition=Ready --timeout=1s pod/gpu-1 >/dev/null || fail "gpu-1 is not ready any more"
took "$start" 'a custom check: its node is drained, and later resumed'

# slurmctld's account has these permissions and no others.
for right in 'delete pods/gpu-0' 'create events' 'patch pods/gpu-0 --subresource=status' 'patch nodes --subresource=status'; do
  # shellcheck disable=SC2086 # several words
  k auth can-i $right --as="$account" >/dev/null || fail "slurmctld's account may not $right"
done
for right in 'delete pods/volt-login-0' 'delete pods' 'patch pods/gpu-0' 'patch pods/volt-login-0 --subresource=status' 'patch nodes' 'get secrets' \
  'create pods' 'get events' 'delete statefulsets' 'list pods --namespace=default'; do
  # shellcheck disable=SC2086 # several words
  if k auth can-i $right --as="$account" >/dev/null 2>&1; then
    fail "slurmctld's account may $right"
  fi
done

# A GPU is lost under a job. No other job starts there. After the job, the node gets a new pod with working GPUs.
start=$(now)
uid=$(pod_uid gpu-0)
id=$(submit --nodelist=gpu-0 --gpus=2 --wrap 'until [ -e /tmp/over-2 ]; do sleep 1; done')
within 30 job_is "$id" JobState RUNNING
on gpu-0 sh -c 'printf "count 8\n1.handle.error 15\n" >/opt/gpus/libnvidia-ml.so.1.scenario'
within 60 node_is_out gpu-0 DRAIN '\[HC\] gpu-driver: GPU 1: the GPU is lost'
took "$start" 'a GPU is lost: its node is drained'
within 40 unhealthy pod/gpu-0 'True Draining'
within 40 in_service gpu-0 'False Draining' 'the GPU is lost'
job_is "$id" JobState RUNNING || fail "the drain ended the job"
on gpu-0 touch /tmp/over-2
within 30 job_is "$id" JobState COMPLETED
start=$(now)
within 60 pod_is_another gpu-0 "$uid"
took "$start" 'idle: the pod of the drained node is replaced'
within 90 node_is_idle gpu-0
took "$start" 'the new pod passes, and the node is resumed'
# A new pod that passes at once never gets the condition.
within 40 not_unhealthy pod/gpu-0
within 40 after_drain_says 'gpu-0: no longer drained after its pod was replaced for [HC] gpu-driver: GPU 1: the GPU is lost'
alice srun --chdir=/tmp --nodelist=gpu-0 --gpus=8 true || fail "the replaced worker runs no job"

# A worker's clock is ten minutes off, so slurmctld rejects its messages. Its job is requeued, and runs when the clock is right again.
start=$(now)
id=$(submit --nodelist=gpu-1 --requeue --wrap 'until [ -e /tmp/over-3 ]; do sleep 1; done')
within 30 job_is "$id" JobState RUNNING
on gpu-1 sh -c 'echo -600 >/opt/gpus/clock'
within 90 node_is_out gpu-1 DOWN 'Not responding'
within 40 in_service gpu-1 'False Down' '^Not responding'
took "$start" "a worker's clock is ten minutes off: the node is down"
job_is "$id" JobState PENDING || fail "the job of the node with the wrong clock is $(job "$id" JobState)"
start=$(now)
on gpu-1 sh -c 'echo +0 >/opt/gpus/clock'
within 90 node_is_idle gpu-1
start_now "$id"
within 60 job_is "$id" JobState RUNNING
on gpu-1 touch /tmp/over-3
within 30 job_is "$id" JobState COMPLETED
[ "$(job "$id" Restarts)" = 1 ] || fail "the job was requeued $(job "$id" Restarts) times"
took "$start" 'the clock is right again: the node is idle, and the job has completed'
echo "ok: $(basename "$0")"
