#!/usr/bin/env bash
# Sourced by health.sh: its two nodes, and queries to Slurm.
# shellcheck disable=SC2154,SC2034 # lab_log: lab.sh; release, interval: health.sh

# Sets the state of a node's fake GPUs, atomically: gpus NODE LINE...
gpus() {
  local file=/w/nvml/$1/libnvidia-ml.so.1.scenario
  shift
  printf '%s\n' 'count 2' "$@" >"$file.new"
  mv "$file.new" "$file"
}

# Waits for this number of complete periodic runs on a node: runs NODE COUNT
runs() {
  local at=0 last
  last=$(run_time "$1")
  while [ "$at" -lt "$2" ]; do
    lab_until 20 run_after "$1" "$last" || return 1
    last=$(run_time "$1")
    at=$((at + 1))
  done
}
run_time() {
  lab_in "$1" stat -c %.Y /run/skiff/health/state.json 2>/dev/null || echo none
}
run_after() {
  [ "$(run_time "$1")" != "$2" ]
}

# Submits a job with a GPU that runs a line of shell, and prints its ID: submit LINE OPTION...
submit() {
  local line=$1
  shift
  lab_in ctl sbatch --parsable --output=/dev/null --gres=gpu:1 --requeue "$@" --wrap "$line"
}

write_conf() {
  local node
  mkdir -p /w/etc /w/state
  {
    common_conf root
    cat <<CONF
SchedulerParameters=nohold_on_prolog_fail,batch_sched_delay=0,sched_interval=5
HealthCheckProgram=/w/bin/skiff-health-periodic
HealthCheckInterval=$interval
HealthCheckNodeState=ANY
Prolog=/w/bin/skiff-health-prolog
Epilog=/w/bin/skiff-health-epilog
NodeName=n0 CPUs=4 RealMemory=100 Gres=gpu:h100:2 Weight=1
NodeName=n1 CPUs=4 RealMemory=100 Gres=gpu:h100:2 Weight=9
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE
CONF
  } >/w/etc/slurm.conf
  overlay_cgroup /w/etc "$release"
  # 26.05 requires a timeout below the interval, and a run that waits for a mount takes two seconds.
  case $release in 26.*) echo "HealthCheckTimeout=$((interval - 1))" >>/w/etc/slurm.conf ;; esac
  printf 'NodeName=n[0-1] Name=gpu Type=h100 File=/dev/fakegpu[0-1]\n' >/w/etc/gres.conf
  fake_device /dev/fakegpu0 0
  fake_device /dev/fakegpu1 1
  # The device files remain when the driver does not answer any more.
  fake_device /dev/nvidia0 2
  fake_device /dev/nvidia1 3
}

# Writes the files of the pods: Slurm's configuration, and the expected state of the node.
lay_out_pods() {
  local pod disabled
  for pod in ctl n0 n1; do
    mkdir -p "/w/pods/$pod/etc/slurm" "/w/pods/$pod/etc/skiff/health"
    cp /w/etc/* "/w/pods/$pod/etc/slurm/"
    printf '%s\n' '/run 755' '/tmp 1777' '/etc/slurm 755' '/etc/skiff 755' '/var/spool/slurmd 755' >"/w/pods/$pod.mounts"
  done
  for pod in n0 n1; do
    # Both nodes see the messages of the same kernel, so only n0 checks them.
    disabled=
    if [ "$pod" = n1 ]; then disabled='"gpu-xid", "gpu-sxid"'; fi
    mkdir -p "/w/nvml/$pod" "/w/custom/$pod"
    cp /w/bin/libnvidia-ml-fake.so "/w/nvml/$pod/libnvidia-ml.so.1"
    gpus "$pod"
    : >"$lab_log/health.$pod"
    cat >"/w/pods/$pod/etc/skiff/health/settings.json" <<JSON
{"log": "$lab_log/health.$pod", "recovery": {"goodRuns": 2, "window": 1}, "thresholds": {"gpuProcessTries": 1},
 "gpus": {"count": 2, "type": "h100", "nvml": "/w/nvml/$pod/libnvidia-ml.so.1"}, "disabled": [$disabled],
 "realMemory": 100, "cpus": {"count": 1}, "names": ["ctl", "%n"], "space": ["/run"], "mounts": [{"path": "/run", "type": "tmpfs"}, {"path": "/tmp"}],
 "levels": {"space": {"critical": "warn"}}, "custom": {"folder": "/w/custom/$pod", "timeout": 1, "contexts": ["periodic"]}}
JSON
  done
}

# Replaces a node's settings, as the kubelet does, with the first ones as changed by a sed script: settings NODE EDIT
settings=/etc/skiff/health/settings.json
settings() {
  sed "$2" "/w/pods/$1$settings" >"/w/settings.$1"
  lab_in "$1" cp "/w/settings.$1" "$settings.new"
  lab_in "$1" mv "$settings.new" "$settings"
}
prolog_fails() {
  ! lab_in "$1" env SLURMD_NODENAME="$1" SLURM_JOB_ID=1 /w/bin/skiff-health-prolog >/dev/null 2>&1
}

both_idle() {
  idle n0 && idle n1
}
both_ran() {
  [ "$(run_time n0)" != none ] && [ "$(run_time n1)" != none ]
}
job_was_requeued() {
  [ "$(job "$1" Restarts)" = 1 ]
}
job_ran_on() {
  job_is "$1" COMPLETED && [ "$(job "$1" NodeList)" = "$2" ]
}
# Runs the Prolog COUNT times at the same time on a node. Fails if one fails: many NODE COUNT
many() {
  cat >/w/many.sh <<'SH'
for ((i = 0; i < $1; i++)); do /w/bin/skiff-health-prolog >/dev/null 2>>/w/log/many & done
for ((i = 0; i < $1; i++)); do wait -n || echo "failed with $?"; done
SH
  [ -z "$(lab_in "$1" env SLURMD_NODENAME="$1" SLURM_JOB_GPUS=0 SLURM_JOB_ID=1 bash /w/many.sh "$2" 2>&1)" ]
}
is_empty() {
  [ -z "$(cat "$1")" ]
}
few_processes() {
  [ "$(pgrep -c skiff-health || true)" -le "$1" ]
}
# Checks that a run on a node takes no longer than SECONDS, times $lab_patience for a slow machine: within SECONDS NODE
within() {
  local began=$SECONDS
  lab_in "$2" env SLURMD_NODENAME="$2" /w/bin/skiff-health-prolog >/dev/null || true
  [ $((SECONDS - began)) -le $(($1 * lab_patience)) ]
}
