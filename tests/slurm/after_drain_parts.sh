#!/usr/bin/env bash
# Sourced by after_drain.sh: its nodes and pods, and the conditions that it checks.
# shellcheck disable=SC2154 # lab_log, lab_pid: lab.sh; nodes, release, interval: after_drain.sh

# Prints information about a failed step.
shown() {
  local node
  for node in "${nodes[@]}"; do slurm --oneliner show node "$node" | grep -oE '^NodeName=[^ ]*|State=[^ ]*|Reason=.*' | paste -sd ' '; done
  jq -c '[.metadata.name, .metadata.uid, .status.conditions]' /w/api/pods/*.json
  tail -n 6 "$lab_log/after-drain" "$lab_log/health.n-0"
}

write_conf() {
  mkdir -p /w/etc /w/state
  {
    common_conf root
    cat <<CONF
SchedulerParameters=batch_sched_delay=0,sched_interval=5
SlurmdLogFile=/run/slurmd.log
HealthCheckProgram=/w/bin/skiff-health-periodic
HealthCheckInterval=$interval
HealthCheckNodeState=ANY
NodeName=n-[0-3] CPUs=4 RealMemory=100 Gres=gpu:h100:2
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE
CONF
  } >/w/etc/slurm.conf
  overlay_cgroup /w/etc "$release"
  # 26.05 requires a timeout below the interval.
  case $release in 26.*) echo "HealthCheckTimeout=$((interval - 1))" >>/w/etc/slurm.conf ;; esac
  printf 'NodeName=n-[0-3] Name=gpu Type=h100 File=/dev/fakegpu[0-1]\n' >/w/etc/gres.conf
  fake_device /dev/fakegpu0 0
  fake_device /dev/fakegpu1 1
}

# Writes the files of the pods: Slurm's configuration, the compiled programs, and the expected state of a node.
lay_out_pods() {
  local pod
  for pod in ctl "${nodes[@]}"; do
    mkdir -p "/w/pods/$pod/etc/slurm" "/w/pods/$pod/etc/skiff/health" "/w/pods/$pod/etc/skiff/scripts"
    cp /w/etc/* "/w/pods/$pod/etc/slurm/"
    cp /w/out/scripts/* "/w/pods/$pod/etc/skiff/scripts/"
    chmod 755 "/w/pods/$pod/etc/skiff/scripts/"*
    printf '%s\n' '/run 755' '/tmp 1777' '/etc/slurm 755' '/etc/skiff 755' '/var/spool/slurmd 755' >"/w/pods/$pod.mounts"
  done
  # Shorten the patience of one minute. Log level debug, because the test counts the polls.
  jq '.afterDrain.replace.patience = 20 | .log.level = "debug" | . + {run: "/run/sidecar", wake: "/run/sidecar-wake/wake",
    record: "/w/state/after-drain.json", account: "/w/account"}' /w/out/scripts/sidecar.json >/w/pods/ctl/etc/skiff/scripts/sidecar.json
  for pod in "${nodes[@]}"; do
    mkdir -p "/w/nvml/$pod"
    cp /w/bin/libnvidia-ml-fake.so "/w/nvml/$pod/libnvidia-ml.so.1"
    gpus "$pod"
    : >"$lab_log/health.$pod"
    cat >"/w/pods/$pod/etc/skiff/health/settings.json" <<JSON
{"log": "$lab_log/health.$pod", "recovery": {"goodRuns": 1, "window": 1}, "disabled": ["gpu-xid", "gpu-sxid"],
 "gpus": {"count": 2, "type": "h100", "nvml": "/w/nvml/$pod/libnvidia-ml.so.1"}}
JSON
  done
}

# Creates the API server's record of a node's pod: pod_record NODE
pod_record() {
  jq -n --arg name "$1" --arg uid "$RANDOM-$RANDOM" --arg machine "m-$(printf '%s\n' "$1" | sed 's/n-//')" '{metadata: {name: $name, uid: $uid,
    creationTimestamp: (now | floor | todateiso8601)}, spec: {nodeName: $machine}, status: {phase: "Running"}}' >"/w/api/new"
  mv /w/api/new "/w/api/pods/$1.json"
}
make_pods() {
  local node
  mkdir -p /w/api/pods /w/account
  echo token >/w/account/token
  /w/bin/fake-api 10.77.0.1 8001 /w/api >/dev/null 2>"$lab_log/fake-api" &
  for node in "${nodes[@]}"; do pod_record "$node"; done
}

# Runs until it is killed: stops deleted pods as the kubelet does, and starts
# new ones as a StatefulSet does. If /w/cures exists, the new pod's GPUs work.
kubelet() {
  local file node
  while :; do
    for file in /w/api/pods/*.json; do
      node=$(basename "$file" .json)
      [ "$(jq -r '.metadata.deletionTimestamp // ""' "$file")" != '' ] || continue
      lab_in "$node" env SKIFF_LOG=/dev/null /etc/skiff/scripts/drain.sh "$node" 20 >>"$lab_log/$node.log" 2>&1 || true
      # lab_stop cannot wait for the first pods, because they are not children of this loop.
      kill -- "-${lab_pid[$node]}" 2>/dev/null || true
      lab_until 20 ended "$node" || true
      [ ! -e /w/cures ] || gpus "$node"
      pod_record "$node"
      lab_again "$node" /etc/skiff/scripts/start-slurmd.sh "$node"
      printf '%s\n' "${lab_pid[$node]}" >"/w/pid.$node"
    done
    sleep 0.3
  done
}

ended() {
  ! lab_alive "$1"
}

# Starts the sidecar in slurmctld's pod, and wakes it each second.
start_after_drain() {
  # shellcheck disable=SC2016 # expanded in the pod
  lab_in ctl env SKIFF_API=http://10.77.0.1:8001 bash -c 'mkdir -p /run/sidecar /run/sidecar-wake
    (while sleep 1; do touch /run/sidecar-wake/wake; done) & echo "$! $$" >/w/after-drain.pids
    exec /usr/libexec/skiff/skiff-sidecar --settings /etc/skiff/scripts/sidecar.json' </dev/null >>"$lab_log/after-drain" 2>&1 &
}
stop_after_drain() {
  local waker program
  read -r waker program </w/after-drain.pids
  kill "$waker" "$program"
  lab_until 20 program_ended "$program"
}
program_ended() {
  ! kill -0 "$1" 2>/dev/null
}
# Waits for this number of polls by the sidecar: wait_for_polls COUNT
wait_for_polls() {
  local at last
  for ((at = 0; at < $1; at++)); do
    last=$(polls)
    lab_until 20 polled_after "$last"
  done
}
polls() {
  grep -c 'debug after-drain: polled' "$lab_log/after-drain"
}
polled_after() {
  [ "$(polls)" != "$1" ]
}

uid() {
  jq -r .metadata.uid "/w/api/pods/$1.json"
}
uids() {
  local node
  for node in "${nodes[@]}"; do printf '%s %s\n' "$node" "$(uid "$node")"; done
}
first_uid() {
  sed -n "s/^$1 //p" <<<"$first"
}
# Succeeds when the node has a new pod.
replaced() {
  [ -e "/w/pid.$1" ] && [ "$(uid "$1")" != "$(first_uid "$1")" ]
}
# Succeeds when the sidecar's log matches a regular expression.
said() {
  grep -qE "(info|warning) after-drain: $1" "$lab_log/after-drain"
}
# Succeeds when a node's pod has the condition: condition NODE STATUS REASON
condition() {
  jq -e --arg status "$2" --arg reason "$3" '.status.conditions[0] | .type == "skiff/Unhealthy" and .status == $status and .reason == $reason' \
    "/w/api/pods/$1.json" >/dev/null
}
# Succeeds when a pod has no unhealthy condition. A new pod that passes at once never gets one.
good() {
  condition_none "$1" || condition "$1" False InService
}
condition_none() {
  jq -e '.status.conditions == null' "/w/api/pods/$1.json" >/dev/null
}
# Succeeds when a Kubernetes node has the condition: machine NAME STATUS
machine() {
  [ -e "/w/api/nodes.$1" ] && jq -e --arg status "$2" '.type == "skiff/Unhealthy" and .status == $status' "/w/api/nodes.$1" >/dev/null
}
all_idle() {
  local node
  for node in "${nodes[@]}"; do idle "$node" || return 1; done
}
ran_on() {
  lab_in ctl srun -w "$1" -t 1 --immediate=5 true >/dev/null 2>&1
}
quiet() {
  ! grep -E 'after-drain: .*(a bug in skiff|refuses|update failed|is invalid|invalid watch|can.t be written|: [45][0-9][0-9] )' "$lab_log/after-drain"
}
