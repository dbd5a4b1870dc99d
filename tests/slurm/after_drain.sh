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
step 40 "whose pod waits for the job" said 'n-2: waits: jobs are on it'
step 20 "and has the condition" condition n-2 True Draining

# 1. A pod is replaced, and the new one passes.
touch /w/cures
gpus n-0 '1.handle.error 15'
step 60 "a lost GPU drains an idle node" drained n-0 '[HC] gpu-driver: GPU 1: the GPU is lost'
step 60 "its pod is replaced" replaced n-0
step 1 "which is said" said 'n-0: drained and idle, its pod is replaced, the 1. of 2 in this hour: \[HC\] gpu-driver'
step 90 "the new pod is good, and the node takes jobs again" idle n-0
step 40 "which is said, too" said 'n-0: takes jobs again, its pod was replaced for \[HC\] gpu-driver'
step 20 "and its pod is not told to be bad" good n-0
step 60 "a job runs there" ran_on n-0
rm /w/cures

# 2. A pod is replaced, and the new one fails.
gpus n-1 '1.handle.error 15'
step 90 "the next pod is replaced" replaced n-1
step 60 "which does not help: an administrator's turn" said "n-1: an administrator's turn: its pod was replaced, and it is drained still"
step 20 "and the machine has the condition" machine m-1 True
once=$(uid n-1)

# 3. No third pod is replaced within an hour. A restart of the sidecar does not change this.
step 1 "the job of the busy node runs on" job_is "$id" RUNNING
step 1 "in its first pod" test "$(uid n-2)" = "$(first_uid n-2)"
lab_in ctl scancel "$id"
step 60 "the job over, the hour's number is reached" said 'n-2: waits: 2 pods an hour are replaced, no more'
stop_after_drain
start_after_drain
looks 3
step 1 "nor after a new start" test "$(uid n-2)" = "$(first_uid n-2)"
step 1 "nor is a pod replaced twice" test "$(uid n-1)" = "$once"
step 1 "the node waits, drained" drained n-2 '[HC] gpu-driver'

# 4. A drain by an administrator is left alone.
step 1 "an administrator's drain is as it was" drained n-3 '[HC] disk swap'
step 1 "in its first pod" test "$(uid n-3)" = "$(first_uid n-3)"
step 1 "without a condition" condition_none n-3

# 5. An administrator repairs a node.
gpus n-1
step 90 "mended, the node comes back" idle n-1
step 40 "and its machine is good again" machine m-1 False

step 1 "nothing was refused, and no defect" quiet
kill "$kubelet_pid"
exit "$failed"
