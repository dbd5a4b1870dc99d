#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): jobs run, wait and end, a node is drained and slurmctld stops answering, and the metrics show it.
# Prints one line per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed. /w/out is the output, /w/release its Slurm release,
# /w/lab has these scripts.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh

# Prints what an address answers, without the header: get PORT PATH. It asks from another pod.
get() {
  # shellcheck disable=SC2016 # that shell's own
  lab_in "$client" timeout 20 bash -c 'exec 3<>"/dev/tcp/$1/$2" && printf "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" "$3" >&3 && cat <&3' \
    - "$controller_address" "$1" "$2" | sed '1,/^\r*$/d'
}

# Succeeds if the metrics have these lines: shows LINE...
# shellcheck disable=SC2317 # step calls it
shows() {
  local line
  get 9341 /metrics >/tmp/page
  for line; do
    grep -Fx "$line" /tmp/page >/dev/null || return
  done
}
# Succeeds if no line of the metrics has this text: shows_none TEXT
# shellcheck disable=SC2317 # step calls it
shows_none() {
  get 9341 /metrics >/tmp/page && ! grep -F "$1" /tmp/page >/dev/null
}

# What a failed step prints.
shown() {
  grep -v '^#\|requests' /tmp/page || tail -n 5 "$lab_log"/*.log
}

# Submits a job of the partition main or another one: submit OPTION...
submit() {
  in_controller sbatch --mem=1M --chdir=/tmp --output=/dev/null "$@" >/dev/null
}

begin
LAB_NODES=4 name_pods
make_secrets
overlay_cgroup /w/lab-out/slurm "$release"
overlay_hardware /w/lab-out/slurm
overlay_gres /w/lab-out/slurm
output=/w/lab-out
[ -e /usr/sbin/sackd ] || start_munge
start_slurmctld "slurmctld starts"
start_client
step 60 "the exporter serves metrics" shows 'skiff_slurmctld_up 1' 'skiff_exporter_source_up{source="jobs"} 1'
step 60 "the metrics of the sidecar are among them" shows 'skiff_sidecar_config_in_use 1' 'skiff_sidecar_failing{part="reconfigure"} 0'
start_nodes
step 120 "nodes are idle, and one has no pod" shows 'skiff_nodes{node_set="cpu",state="idle"} 2' \
  'skiff_nodes{node_set="cpu",state="powered_down"} 1' 'skiff_nodes{node_set="gpu",state="idle"} 1' \
  'skiff_partition_nodes{partition="main",state="idle"} 2' 'skiff_partition_cpus{partition="main"} 6' \
  'skiff_partition_gpus{partition="gpu"} 2' 'skiff_node_gpus_allocated{node="gpu-0",node_set="gpu"} 0'

submit --wrap 'exit 3'
submit --wrap true
step 60 "jobs that ended are counted by their state" shows \
  'skiff_jobs_ended_total{partition="main",account="",state="completed"} 1' \
  'skiff_jobs_ended_total{partition="main",account="",state="failed"} 1' \
  'skiff_job_wait_seconds_count{partition="main"} 2'
submit --partition=gpu --gpus=1 --wrap 'sleep 4711'
step 60 "a job runs with a GPU" shows 'skiff_jobs{partition="gpu",account="",state="running"} 1' \
  'skiff_jobs_memory_bytes{partition="gpu",account="",state="running"} 1048576' \
  'skiff_node_gpus_allocated{node="gpu-0",node_set="gpu"} 1' 'skiff_partition_gpus_allocated{partition="gpu"} 1'
submit --hold --array=0-99:2,200-299%5 --wrap true
submit --partition=gpu --gpus=2 --wrap true
step 60 "jobs wait, and why" shows 'skiff_jobs{partition="main",account="",state="pending"} 150' \
  'skiff_jobs_waiting{partition="main",reason="JobHeldUser"} 150' 'skiff_jobs_waiting{partition="gpu",reason="Resources"} 1'
in_controller scancel --partition=main
in_controller scancel --partition=gpu --state=PENDING
step 60 "cancelled jobs are counted, and did not start" shows \
  'skiff_jobs_ended_total{partition="gpu",account="",state="cancelled"} 1' 'skiff_job_wait_seconds_count{partition="gpu"} 1' \
  'skiff_jobs_ended_total{partition="main",account="",state="cancelled"} 1' 'skiff_job_wait_seconds_count{partition="main"} 2'

in_controller scontrol update nodename=cpu-0 state=drain 'reason=bad "fan" CPUTot=9'
step 60 "a node is drained" shows 'skiff_node_state{node="cpu-0",node_set="cpu",state="drained"} 1' \
  'skiff_node_cpus{node="cpu-0",node_set="cpu"} 2'
verdict "the metrics say since when and why" "$(sed -n 's/^skiff_node_unavailable_since_timestamp_seconds//p' /tmp/page |
  awk -v now="$(date +%s)" '$0 !~ /^{node="cpu-0",node_set="cpu",state="drained",reason="bad \\"fan\\" CPUTot=9"} / || $NF < now - 600 || $NF > now')"

in_controller scontrol update nodename=cpu-1 'comment=[HC] warning: space: 9 % free; contexts: 3 left'
in_controller scontrol update nodename=gpu-0 state=drain 'reason=[HC] gpu-count: 1 of 2 GPUs'
step 60 "the metrics name the health checks that warn or have drained a node" shows \
  'skiff_node_check{node="cpu-1",node_set="cpu",check="space",level="warning"} 1' \
  'skiff_node_check{node="cpu-1",node_set="cpu",check="contexts",level="warning"} 1' \
  'skiff_node_check{node="gpu-0",node_set="gpu",check="gpu-count",level="critical"} 1' \
  'skiff_nodes{node_set="gpu",state="draining"} 1'

if [ "${release%%.*}" -ge 26 ]; then
  verdict "slurmctld serves its own metrics" "$(get 6817 /metrics/nodes >/tmp/native; grep -x 'slurm_nodes 4' /tmp/native >/dev/null || cat /tmp/native)"
fi

pkill -STOP -x slurmctld
step 60 "slurmctld does not answer" shows 'skiff_slurmctld_up 0' 'skiff_exporter_source_up{source="nodes"} 0' \
  'skiff_jobs_ended_total{partition="main",account="",state="failed"} 1'
step 1 "there are no metrics of nodes then" shows_none 'skiff_node_state'
pkill -CONT -x slurmctld
step 60 "slurmctld answers again" shows 'skiff_slurmctld_up 1' 'skiff_nodes{node_set="gpu",state="draining"} 1'
exit "$failed"
