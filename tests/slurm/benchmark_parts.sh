#!/usr/bin/env bash
# Sourced by benchmark.sh: four nodes with two GPUs each, and the programs that run on them.
# shellcheck disable=SC2154 # release, lab_log: benchmark.sh, lab.sh

nodes=(n0 n1 n2 n3)

write_conf() {
  mkdir -p /w/etc /w/state /w/history /w/mode
  chown slurm:slurm /w/state /w/history
  {
    common_conf slurm
    cat <<'CONF'
KillWait=5
SchedulerParameters=batch_sched_delay=0,sched_interval=5
NodeName=n[0-3] CPUs=4 RealMemory=100 Gres=gpu:h100:2
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE
CONF
  } >/w/etc/slurm.conf
  overlay_cgroup /w/etc "$release"
  printf 'NodeName=n[0-3] Name=gpu Type=h100 File=/dev/fakegpu[0-1]\n' >/w/etc/gres.conf
  fake_device /dev/fakegpu0 0
  fake_device /dev/fakegpu1 1
}

lay_out_pods() {
  local pod
  for pod in ctl tools "${nodes[@]}"; do
    mkdir -p "/w/pods/$pod/etc/slurm"
    cp /w/etc/* "/w/pods/$pod/etc/slurm/"
    printf '%s\n' '/run 755' '/tmp 1777' '/etc/slurm 755' '/var/spool/slurmd 755' >"/w/pods/$pod.mounts"
  done
}

# Writes a stand-in for NCCL's program. It prints recorded output, for the worst mode of the job's nodes.
write_program() {
  cat >/w/bin/all_reduce_perf <<'SH'
#!/bin/bash
mode=good
for node in $(scontrol show hostnames "$SLURM_JOB_NODELIST"); do
  one=$(cat "/w/mode/$node")
  [ "$one" = good ] || mode=$one
done
[ "$SLURM_PROCID" = 0 ] || exit 0
[ "$CUDA_VISIBLE_DEVICES" = 0,1 ] || mode="devices-$CUDA_VISIBLE_DEVICES"
case $mode in
  good | slow | garbled) cat "/w/recorded/all_reduce_$mode" ;;
  hang) exec sleep 600 ;;
  crash)
    cat "/w/recorded/all_reduce_crash"
    kill -ABRT $$
    ;;
  *) echo "mode $mode" ;;
esac
SH
  chmod 755 /w/bin/all_reduce_perf
}

# Sets the behaviour of the program on each node, n0 first: modes MODE...
modes() {
  local node
  for node in "${nodes[@]}"; do
    printf '%s\n' "$1" >"/w/mode/$node"
    shift
  done
}

# Writes a benchmark's settings: settings NAME KIND COMMAND LIMITS [MORE-MEMBERS]
settings() {
  printf '{"name": "%s", "kind": "%s", "sets": [{"nodes": "n[0-3]", "gpus": 2, "tasks": %s, "command": ["%s"], "floor": "460 GB/s"}],
 "limits": {%s}, "history": "/w/history"%s}\n' "$1" "$2" "$([ "$2" = nccl-pairs ] && echo 2 || echo 1)" "$3" "$4" "${5:-}" >"/w/$1.json"
}

# Runs a benchmark as the user of its pod. The output is in /w/out, the exit status in /w/status: benchmark NAME
benchmark() {
  local status=0
  lab_in tools setpriv --reuid slurm --regid slurm --clear-groups /w/bin/run-benchmark "/w/$1.json" >/w/out 2>"$lab_log/benchmark" || status=$?
  echo "$status" >/w/status
  cat /w/out >>"$lab_log/benchmark"
}

# Succeeds when the last run had this exit status: ended STATUS
ended() {
  [ "$(cat /w/status)" = "$1" ]
}

# Succeeds when the last run printed this result for a node: said NODE RESULT DETAIL
said() {
  grep -F "\"node\":\"$1\",\"result\":\"$2\",\"detail\":\"$3" /w/out >/dev/null
}

# Resumes all nodes and waits until they are idle.
resume_all() {
  slurm update nodename="n[0-3]" state=resume 2>/dev/null || true
  lab_until 20 all_idle
}
# Succeeds when all nodes are idle and respond. A resumed node does not count as responding until slurmctld has contacted it.
all_idle() {
  local node
  for node in "${nodes[@]}"; do
    idle "$node" && state "$node" ! 'NOT_RESP|[*]' || return 1
  done
}
nothing_queued() {
  [ -z "$(lab_in ctl squeue --noheader)" ]
}
has_metric() {
  grep -xF "$1" /w/history/*.prom >/dev/null
}
job_runs() {
  lab_in ctl squeue --noheader --steps --format=%i | grep -v batch >/dev/null
}
has_comment() {
  slurm show node "$1" | grep -F "Comment=$2" >/dev/null
}
has_no_comment() {
  ! slurm show node "$1" | grep 'Comment=.' >/dev/null
}
# Succeeds when the last run tested at least one node, but none that /w/tried lists.
nobody_again() {
  grep '"node":' /w/out >/dev/null && ! grep -Ff /w/tried /w/out >/dev/null
}
no_reservation() {
  ! slurm show reservation | grep ReservationName >/dev/null
}
reserved_for() {
  slurm show reservation "$1" | grep -F 'State=ACTIVE' >/dev/null && state n0 ! DRAIN
}
no_job_of() {
  [ -z "$(lab_in ctl squeue --noheader --user="$1")" ]
}
