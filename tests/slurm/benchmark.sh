#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): skiff-benchmark with a real slurmctld and four real slurmds, and programs that print recorded
# output of real ones. Prints one line per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/lab.sh
. $here/overlay.sh
. $here/parts.sh
. $here/ask.sh
. $here/benchmark_parts.sh

# shellcheck disable=SC2034 # used by what is sourced
release=$(cat /w/release)
failed=0
# shellcheck disable=SC2034
step_log=$lab_log/benchmark
# The limit in seconds for a job to start, and for a program to end. It must be
# long enough for a busy machine, because only a program that hangs may reach it.
limit=$((4 * lab_patience))

lab_start
chmod 1777 "$lab_log"
for pod in ctl tools "${nodes[@]}"; do lab_name "$pod"; done
head -c 128 /dev/urandom >/w/munge.key
start_munge
write_conf
write_program
lay_out_pods
lab_pod ctl slurmctld -D
lab_wait ctl 20 lab_in ctl scontrol ping >/dev/null 2>&1
for node in "${nodes[@]}"; do lab_pod "$node" slurmd -D -N "$node"; done
lab_pod tools sleep infinity
step 30 "all nodes are idle" all_idle

# 1. All ways in which a program can end, at the same time.
modes good slow garbled hang
settings nccl nccl-all-reduce /w/bin/all_reduce_perf '"atOnce": 4, "drains": 9, "timeLimit": '$limit', "queueTime": 120'
benchmark nccl
step 1 "a run with failed nodes exits with 2" ended 2
step 1 "a node with a good result passes" said n0 pass '478.938 GB/s'
step 1 "a node that passes is not drained" state n0 ! DRAIN
step 1 "a slow node is drained, with the result and the floor in the reason" drained n1 '[HC] nccl: 312.396 GB/s below 460 GB/s'
step 1 "a node with garbled output is drained" drained n2 '[HC] nccl: no result: a broken line in the table of results'
step 1 "a node whose program hangs is drained" drained n3 "[HC] nccl: no result within $limit s"
step 10 "no job is left in the queue" nothing_queued
step 1 "the history has the value of a node" has_metric 'skiff_benchmark_value{benchmark="nccl",node="n1",unit="GB/s"} 312.396'
step 1 "the history counts a failure" has_metric 'skiff_benchmark_results_total{benchmark="nccl",node="n3",result="fail"} 1'
step 1 "any user can read the history" lab_in ctl setpriv --reuid nobody --clear-groups test -r /w/history/skiff_benchmark_nccl.prom

# 2. Drained nodes are left alone, whoever drained them. This includes a node that an administrator drains during the run.
slurm update nodename=n1 reason='disk swap'
modes crash slow slow slow
benchmark nccl
step 1 "the remaining node is drained, because its program crashes" drained n0 '[HC] nccl: no result, exit code 134: '
step 1 "an administrator's reason is kept" drained n1 'disk swap'
step 1 "drained nodes are not tested" test "$(wc -l </w/out)" = 1
resume_all
modes hang good good good
settings one nccl-all-reduce /w/bin/all_reduce_perf '"timeLimit": '$limit
sed -i 's/n\[0-3\]/n0/' /w/one.json
benchmark one &
pid=$!
step 20 "a benchmark job runs" job_runs
slurm update nodename=n0 state=drain reason='fan'
wait "$pid"
step 1 "an administrator's drain during the run is kept" drained n0 fan
step 1 "the run reports the failure of the drained node" said n0 fail "no result within $limit s"
resume_all

# 3. A program or job that never ran gives no result about its node.
settings none nccl-all-reduce /no/such/program '"atOnce": 4, "drains": 9'
benchmark none
step 1 "a missing program is unknown" said n0 unknown "the program cannot be run: "
step 1 "a run with an unknown result exits with 3" ended 3
step 1 "a missing program drains no node" all_idle
lab_in ctl sbatch --quiet --exclusive --nodelist=n0 --output=/dev/null --wrap 'sleep 600' >/dev/null
step 20 "a user's job is allocated a node" state n0 ALLOC
modes good good good good
settings busy nccl-all-reduce /w/bin/all_reduce_perf '"atOnce": 4, "queueTime": '$limit ', "states": ["idle", "allocated"]'
benchmark busy
step 1 "a benchmark job that does not start in time is unknown" said n0 unknown "the job did not start within $limit s"
step 1 "a free node passes" said n3 pass '478.938 GB/s'
step 5 "only the user's job is in the queue" test "$(lab_in ctl squeue --noheader | wc -l)" = 1
benchmark nccl
step 1 "a busy node is not chosen" test "$(grep -c pass /w/out)" = 3
lab_in ctl scancel --user=root
resume_all

# 4. Pairs: a node that is slow with two partners is drained, and no other node.
modes good good slow good
settings pairs nccl-pairs /w/bin/all_reduce_perf '"atOnce": 2, "timeLimit": 120'
benchmark pairs
step 1 "the slow node of a pair is drained" drained n2 '[HC] pairs: 312.396 GB/s below 460 GB/s with n0, and with n3: 312.396 GB/s below 460 GB/s'
step 1 "its partner passes with another node" said n3 pass '478.938 GB/s'
step 1 "its partner is not drained" state n3 ! DRAIN
step 1 "two pairs and two retests ran" test "$(grep -c '"nodes":' /w/out)" = 4
resume_all

# 5. The limit of drains, the order of nodes (longest untested first), and comments instead of drains.
modes slow slow slow slow
settings cap nccl-all-reduce /w/bin/all_reduce_perf '"nodes": 2, "drains": 1, "atOnce": 2'
benchmark cap
step 1 "limits.drains: only one of two failed nodes is drained" test "$(grep -c '"action":"drained: ' /w/out)" = 1
grep -o '"node":"n[0-3]"' /w/out >/w/tried
resume_all
benchmark cap
step 1 "the next run tests the other nodes" nobody_again
resume_all
settings word nccl-all-reduce /w/bin/all_reduce_perf '"atOnce": 4' ', "below": "comment"'
benchmark word
step 1 "below: comment writes the result to the node's comment" has_comment n0 '[HC] word: 312.396 GB/s below 460 GB/s'
step 1 "below: comment drains no node" all_idle
modes good good good good
benchmark word
step 1 "a passing run removes the comment" has_no_comment n0

# 6. A run that gets SIGTERM cancels its jobs.
modes hang hang hang hang
benchmark nccl &
pid=$!
step 20 "benchmark jobs run" job_runs
kill -TERM "$(pgrep -f '/w/nccl.json' | tail -n 1)"
wait "$pid" || true
step 1 "a run that gets SIGTERM exits with 3" ended 3
step 10 "a run that gets SIGTERM leaves no job" nothing_queued
step 1 "a run that gets SIGTERM drains no node" all_idle

# 7. A node that the benchmark drained is tested again, in a reservation that keeps other jobs away. If it passes, it is resumed.
settings again nccl-all-reduce /w/bin/all_reduce_perf '"timeLimit": '$limit', "drains": 9' ', "retest": true'
modes slow good good good
benchmark again
step 1 "a slow node is drained by the benchmark with retest" drained n0 '[HC] again: 312.396 GB/s below 460 GB/s'
lab_in ctl sbatch --quiet --nodelist=n0 --output=/dev/null --wrap 'date +%s >/w/waited; sleep 600' >/dev/null
slurm update nodename=n1 state=drain reason='disk swap'
modes garbled good good good
benchmark again
step 1 "a retest that fails in another way changes the reason" drained n0 '[HC] again: no result: a broken line in the table of results'
step 1 "no other job has started on the node" test ! -e /w/waited
step 1 "a node drained by an administrator stays drained" drained n1 'disk swap'
step 1 "the retest leaves no reservation" no_reservation
modes hang good good good
benchmark again &
step 20 "a retest runs" job_runs
pkill -KILL -f '/w/again.json'
wait "$!" || true
step 5 "a killed retest leaves the node resumed and reserved" reserved_for skiff-benchmark-again-n0
lab_in ctl scancel --user=slurm
step 20 "the job of the killed retest ends" no_job_of slurm
step 1 "still no other job has started on the node" test ! -e /w/waited
benchmark again
step 1 "the next run drains the node again" drained n0 '[HC] again: '
step 1 "the next run deletes the reservation" no_reservation
modes good good good good
benchmark again
step 1 "the node passes a retest" said n0 pass '478.938 GB/s'
step 20 "the waiting job starts on the node" test -e /w/waited
exit "$failed"
