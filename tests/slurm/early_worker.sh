#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): a worker starts before slurmctld does, and slurmctld starts a job on its node before the worker
# has registered. Later slurmctld loses its state, and an administrator powers the node down. The node returns to service each time. Prints one
# line per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed. /w/out is the output, /w/release its Slurm release, /w/lab has these
# scripts.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh

# What a failed step prints.
shown() {
  tail -n 5 "$lab_log"/*.log
}

# Succeeds while the worker's slurmd runs. It waits for its files as long as there is no slurmctld.
# shellcheck disable=SC2317 # lab_until calls it
slurmd_runs() {
  pgrep -xf "slurmd -D -b -N $worker .*" >/dev/null
}

# Connects the worker to the network of the pods, or disconnects it: link up|down
link() {
  ip -n "$worker" link set eth0 "$1"
}

# shellcheck disable=SC2317 # lab_until calls it
node_is() {
  in_controller shown_states 2>/dev/null | grep -E "^$worker $1" >/dev/null
}

# shellcheck disable=SC2317 # step calls it
says() {
  grep -F "$1" "$lab_log/$worker.log" >/dev/null
}

# Succeeds while the processes of the job run, or no longer.
# shellcheck disable=SC2317 # step calls it
sleeps() {
  pgrep -xf 'sleep 4711' >/dev/null
}
# shellcheck disable=SC2317 # step calls it
awake() {
  ! sleeps
}

# shellcheck disable=SC2317 # step calls it
job_runs() {
  in_controller timeout 20 srun --mem=1M --chdir=/tmp true
}

begin
LAB_NODES=1 name_pods
make_secrets
overlay_cgroup /w/lab-out/slurm "$release"
overlay_hardware /w/lab-out/slurm
output=/w/lab-out
# watch-node.sh looks every 20 seconds instead of every five minutes.
lay_out cpu-model cpu
sed -i 's/^exec env /&SKIFF_SILENCE=40 /' /w/pods/cpu-model.run
start_nodes
worker=${started[0]}
step 60 "slurmd starts in a worker before there is a slurmctld" slurmd_runs
link down
start_slurmctld "slurmctld starts"
in_controller sbatch --requeue --mem=1M --chdir=/tmp --output=/dev/null --wrap true >/dev/null
step 30 "slurmctld sets its node down, because it has no pod" node_is 'DOWN.*\(no pod'
link up
step 60 "the node returns to service" node_is 'IDLE\+CLOUD '
step 1 "slurmd was started anew for it" says 'slurmctld ignored the registration'
# The first job waits until slurmctld starts a requeued job again, two minutes later.
step 60 "a job runs there" job_runs

in_controller sbatch --mem=1M --chdir=/tmp --output=/dev/null --wrap 'exec sleep 4711' >/dev/null
step 60 "another job runs there" sleeps
lab_stop "$controller"
lab_again "$controller" "/w/pods/$controller.run"
step 60 "slurmctld starts without its state, and does not know that the worker runs" node_is 'IDLE\+CLOUD\+POWERED_DOWN '
step 120 "the node returns to service" node_is 'IDLE\+CLOUD '
step 60 "the job that slurmctld has forgotten ends" awake
step 60 "a job runs there" job_runs

in_controller scontrol update nodename="$worker" state=power_down
step 120 "an administrator powers the node down" node_is 'IDLE\+CLOUD\+POWERED_DOWN '
step 120 "the node returns to service" node_is 'IDLE\+CLOUD '
step 60 "a job runs there" job_runs
exit "$failed"
