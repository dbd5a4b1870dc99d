#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): the actions after skiff-health has drained nodes of a real
# slurmctld, with the compiled programs. The pods are those of the lab. They are replaced when the sidecar
# requests it from a stand-in for the API server. Prints one line per check, "ok WHAT" or "FAIL WHAT". Exits with
# 1 if a check failed. /w/bin has the programs under test, /w/out the compiled output, /w/lab these scripts.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/lab.sh
. $here/overlay.sh
. $here/parts.sh
. $here/ask.sh
. $here/health_parts.sh
. $here/after_drain_parts.sh

release=$(cat /w/release)
failed=0
nodes=(n-0 n-1 n-2 n-3)
interval=3
case $release in 26.*) interval=5 ;; esac

lab_start
chmod 1777 "$lab_log"
for pod in ctl "${nodes[@]}"; do lab_name "$pod"; done
head -c 128 /dev/urandom >/w/munge.key
start_munge
: >/dev/kmsg
write_conf
lay_out_pods
make_pods
lab_pod ctl slurmctld -D
lab_wait ctl 20 lab_in ctl scontrol ping >/dev/null 2>&1
for node in "${nodes[@]}"; do lab_pod "$node" /etc/skiff/scripts/start-slurmd.sh "$node"; done
kubelet &
kubelet_pid=$!
start_after_drain

step 60 "all nodes are idle" all_idle
first=$(uids)

# An administrator drains n-3, which then also fails a check. A job runs on n-2.
slurm update nodename=n-3 state=drain reason='[HC] disk swap'
gpus n-3 '1.handle.error 15'
id=$(submit "touch /w/began.\$SLURM_JOB_ID; sleep 600" -w n-2)
step 60 "a job runs on n-2" test -e "/w/began.$id"
gpus n-2 '1.handle.error 15'
step 60 "a lost GPU drains the busy node" drained n-2 '[HC] gpu-driver: GPU 1: the GPU is lost'
step 40 "the pod of the busy node waits for the job" said 'n-2: waiting: jobs are running on it'
step 20 "the pod of the busy node has the condition" condition n-2 True Draining

# 1. A pod is replaced, and the new one passes.
touch /w/cures
gpus n-0 '1.handle.error 15'
step 60 "a lost GPU drains an idle node" drained n-0 '[HC] gpu-driver: GPU 1: the GPU is lost'
step 60 "the pod of the idle node is replaced" replaced n-0
step 1 "the replacement is logged" said 'n-0: drained and idle; replacing its pod \(1 of at most 2 per hour\): \[HC\] gpu-driver'
step 90 "the new pod passes, and the node is resumed" idle n-0
step 40 "the success of the replacement is logged" said 'n-0: no longer drained after its pod was replaced for \[HC\] gpu-driver'
step 20 "the new pod is not reported as unhealthy" good n-0
step 60 "a job runs on the node with the new pod" ran_on n-0
rm /w/cures

# 2. A pod is replaced, and the new one fails.
gpus n-1 '1.handle.error 15'
step 90 "the pod of a second node is replaced" replaced n-1
step 60 "if the replacement does not help, the node is left to an administrator" said "n-1: needs an administrator: its pod was replaced, but the node is still drained"
step 20 "the Kubernetes node of the second node has the condition" machine m-1 True
once=$(uid n-1)

# 3. No third pod is replaced within an hour. A restart of the sidecar does not change this.
step 1 "the job of the busy node continues" job_is "$id" RUNNING
step 1 "the busy node keeps its first pod" test "$(uid n-2)" = "$(first_uid n-2)"
lab_in ctl scancel "$id"
step 60 "after the job, the limit of replacements per hour is reached" said 'n-2: waiting: replacement limit reached: 2 per hour'
stop_after_drain
start_after_drain
wait_for_polls 3
step 1 "a restart of the sidecar does not reset the limit" test "$(uid n-2)" = "$(first_uid n-2)"
step 1 "no pod is replaced twice" test "$(uid n-1)" = "$once"
step 1 "the waiting node stays drained" drained n-2 '[HC] gpu-driver'

# 4. A drain by an administrator is left alone.
step 1 "an administrator's drain stays" drained n-3 '[HC] disk swap'
step 1 "the node drained by an administrator keeps its first pod" test "$(uid n-3)" = "$(first_uid n-3)"
step 1 "the pod of that node has no condition" condition_none n-3

# 5. An administrator repairs a node.
gpus n-1
step 90 "a repaired node is resumed" idle n-1
step 40 "its Kubernetes node is healthy again" machine m-1 False

step 1 "the sidecar logs no unexpected error" quiet
kill "$kubelet_pid"
exit "$failed"
