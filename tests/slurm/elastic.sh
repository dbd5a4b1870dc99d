#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): compiled elastic node sets, with the real daemons of a release. The pods are those of the lab.
# They are created and deleted as the sidecar requests it from a stand-in for the API server. Prints one line per check, "ok WHAT" or "FAIL
# WHAT", and exits with 1 if a check failed. /w/out is the output, /w/release its Slurm release, /w/lab has these scripts.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh
. $here/kubelet.sh
. $here/elastic_parts.sh

log=$lab_log/tide-slurmctld-0.log

# Succeeds if the sidecar's metrics have these numbers of nodes of a set: counts SET WANTED RUNNING WAITING
# shellcheck disable=SC2317 # step calls it
counts() {
  local line
  for line in "wanted{node_set=\"$1\"} $2" "running{node_set=\"$1\"} $3" "waiting{node_set=\"$1\"} $4"; do
    lab_in "$controller" grep -Fx "skiff_elastic_nodes_$line" /run/sidecar/metrics >/dev/null || return
  done
}

begin
name_pods
name_the_rest
make_secrets
api_start
if [ "$release" = 22.05 ]; then
  start_munge
fi
overlay_cgroup /w/lab-out/slurm "$release"
overlay_hardware /w/lab-out/slurm
overlay_absent /w/lab-out/slurm >/dev/null
output=/w/lab-out
start_controller
lay_out steady-model steady
lay_out_like steady-0 steady-model
lab_pod steady-0 /w/pods/steady-0.run
start_client
kubelet &
kubelet_pid=$!
scheduler &
scheduler_pid=$!

step 30 "the node of the fixed set is idle" state_is steady-0 '^IDLE\+CLOUD$'
step 40 "the node kept by min has a pod and is idle" state_is kept-0 '^IDLE\+CLOUD$'
step 30 "the metrics show the nodes of the sets" counts kept 1 1 0
step 1 "no other node of an elastic set has a pod" test "$(cat /w/api/made)" = kept-0

# A job that waits for new nodes starts when slurmctld next checks the time limits of jobs, every 30 seconds. So independent parts of this
# test use separate sets and wait at the same time.
# 1. Nodes are powered up for jobs. The pods of one set cannot be scheduled.
touch /w/api/full.crowded
short=$(submit -N2 -w 'burst-[0-1]' --wrap 'srun hostname; sleep 1')
long=$(submit -w burst-1 --wrap 'sleep 1800')
dies=$(submit -w burst-2 --requeue --wrap 'sleep 1800')
broken=$(submit -w mended-0 --wrap 'sleep 1800')
waits=$(submit -p crowded -w crowded-0 --requeue --wrap hostname)
step 20 "a pod cannot be scheduled" grep -q PodScheduled /w/api/pods/crowded-0.json
step 30 "the metrics show the pod that cannot be scheduled" counts crowded 1 0 1
step 70 "a node is powered up for a job" job_is "$dies" RUNNING
step 70 "a job on two new nodes completes" job_is "$short" COMPLETED
step 1 "the job on two nodes was not requeued" job_has "$short" Restarts 0

# The effect of this drain is checked in part 4.
step 70 "a job runs on the node where a health check will fail" job_is "$broken" RUNNING
scontrol_as_root update nodename=mended-0 state=drain reason='[HC] gpu-count: 1 of 2 GPUs'
cancel "$broken"

# 2. A pod dies under its job: the job is requeued at once, and the node can be used again.
pod_dies burst-2
step 20 "the job of an evicted pod is requeued" job_has "$dies" Restarts 1
# On a busy machine, it may run already.
scontrol_as_root update jobid="$dies" starttime=now || true

# 3. The pod that cannot be scheduled. Soon it is tried again.
step 45 "the job of the unschedulable pod is requeued within the time limit" job_is "$waits" PENDING
step 30 "the node of the unschedulable pod is down, with the reason" was_down crowded-0 'skiff: pod did not start: 0/1 nodes are available: 1 Insufficient cpu'
step 10 "the unschedulable pod is deleted" gone crowded-0
rm /w/api/full.crowded
scontrol_as_root update jobid="$waits" starttime=now || true

# 4. A drain by a health check: when the job has ended, power saving deletes the pod, and the drain is lifted.
step 90 "the node drained by a health check is powered down" grep -qE 'after-drain: mended-0: drained and idle; powering it down' "$log"
step 40 "the pod of the node drained by a health check is deleted" gone mended-0
step 30 "the health check's drain is lifted" grep -qE 'after-drain: mended-0: no longer drained' "$log"
mended=$(submit -w mended-0 --wrap hostname)

# 5. The idle node is powered down. Nodes with a job and the node of `min` stay.
step 40 "the pod of an idle node is deleted" gone burst-0
step 30 "the idle node is powered down" state_is burst-0 'POWERED_DOWN'
step 1 "a job on another node of the set continues" job_is "$long" RUNNING
step 1 "the node kept by min stays idle" state_is kept-0 '^IDLE\+CLOUD$'
step 70 "the node of the evicted pod returns, and its job runs" job_is "$dies" RUNNING
step 90 "a job completes on the node that a health check had drained" job_is "$mended" COMPLETED
step 90 "the job of the unschedulable pod completes once there is room" tried_again "$waits"

# 6. An administrator's drain stays when the pod is deleted.
scontrol_as_root update nodename=burst-2 state=drain reason='disk swap'
cancel "$dies"
step 40 "the pod of the node drained by an administrator is deleted" gone burst-2
step 1 "the node drained by an administrator stays drained" state_is burst-2 DRAIN
step 1 "the reason is still the administrator's" reason_is burst-2 'disk swap'

# 7. A pod whose node was powered down while the API server was unavailable is deleted later.
touch /w/api/away
cancel "$long"
step 40 "a node is powered down while the API server is unavailable" state_is burst-1 'POWER(ED|ING)_DOWN'
step 1 "the pod of that node still exists" test -e /w/api/pods/burst-1.json
lab_stop "$controller"
start_controller_again
rm /w/api/away
step 40 "the orphaned pod is deleted after slurmctld restarts" gone burst-1
step 1 "the administrator's drain survives the restart" state_is burst-2 DRAIN
scontrol_as_root update nodename=burst-2 state=resume
id=$(submit -N2 -w 'burst-[1-2]' --wrap hostname)
step 90 "a job completes on both nodes afterwards" job_is "$id" COMPLETED

step 1 "the sidecar logs no unexpected error" quiet
kill "$kubelet_pid" "$scheduler_pid"
