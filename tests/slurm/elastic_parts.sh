#!/usr/bin/env bash
# Sourced by elastic.sh: its controller, and queries to Slurm.
# shellcheck disable=SC2154 # lab_log: lab.sh; controller, client: parts.sh; log: elastic.sh

# Prints information about a failed step. The test then ends, because later steps would only wait.
shown() {
  lab_in "$client" sinfo -a -N -o '%N %T %E'
  lab_in "$client" squeue -a
  ls /w/api/pods
  tail -n 14 "$log"
}
# shellcheck disable=SC2034 # used by lab.sh
last_failure=yes

# Names the node that name_pods leaves without a name, because it may get a pod here.
name_the_rest() {
  local row
  for row in "${declared[@]}"; do
    [ -n "${lab_ip[${row%%$'\t'*}]-}" ] || lab_name "${row%%$'\t'*}" "${row#*$'\t'}"
  done
}

# Starts the controller's pod with all its containers. The state is in a directory that survives the pod, like a volume.
start_controller() {
  lay_out "$controller" "${controller%-0}"
  sed -i '\|^/var/spool/slurmctld |d' "/w/pods/$controller.mounts"
  install -d -o 64030 -g 64030 /var/spool/slurmctld
  lab_pod "$controller" env SKIFF_LOG="$log" "/w/pods/$controller.run"
  lab_wait "$controller" 20 controller_up || give_up "slurmctld starts" "$controller"
}

# Starts it again, as a new pod with the same state.
start_controller_again() {
  lab_again "$controller" env SKIFF_LOG="$log" "/w/pods/$controller.run"
  lab_wait "$controller" 20 controller_up || give_up "slurmctld starts again" "$controller"
}

# Prints a node's record.
node_record() {
  lab_in "$client" scontrol -a --oneliner show node "$1"
}

# Succeeds when a node's state matches.
state_is() {
  node_record "$1" | sed -n 's/.* State=\([^ ]*\).*/\1/p' | grep -E "$2" >/dev/null
}

# Succeeds when a node has this reason.
reason_is() {
  node_record "$1" | grep -F "Reason=$2" >/dev/null
}

# Succeeds when slurmctld has set a node down at ResumeTimeout, and has got a reason that begins with REASON: was_down NODE REASON
was_down() {
  grep -qE "node $1 not resumed by ResumeTimeout\([0-9]+\)" "$log" && grep -qF "update_node: node $1 reason set to: $2" "$log"
}

# Succeeds when none of the nodes has a pod.
gone() {
  local node
  for node in "$@"; do
    [ ! -e "/w/api/pods/$node.json" ] || return 1
  done
}

# Kills a pod's processes, as an eviction by the kubelet does. They are found by
# the pod's network namespace, because only the function kubelet knows their PIDs.
pod_dies() {
  pkill -KILL --nslist net --ns "$(ip netns pids "$1" | head -n 1)" . || true
}

# Runs scontrol as root.
scontrol_as_root() {
  lab_in "$client" scontrol "$@"
}

# Submits a job of alice and prints its ID.
submit() {
  lab_in "$client" setpriv --reuid alice --regid alice --clear-groups sbatch --parsable --mem=1M --chdir=/tmp --output=/dev/null "$@" </dev/null
}
cancel() {
  lab_in "$client" scancel "$1"
}

# Succeeds when a field of a job has the value: job_has ID FIELD VALUE
job_has() {
  lab_in "$client" scontrol --oneliner show job "$1" | grep -E "(^| )$2=$3( |$)" >/dev/null
}
job_is() {
  job_has "$1" JobState "$2"
}

# Succeeds when a requeued job has run. It sets the start time, because Slurm delays a requeued job.
tried_again() {
  scontrol_as_root update jobid="$1" starttime=now 2>/dev/null || true
  job_is "$1" COMPLETED
}

# Succeeds when the logs of the containers have no errors that the test did not cause. slurmctld refuses to resume a node that it has itself
# returned to service after the sidecar has read the list of nodes.
quiet() {
  ! grep -E '(power|after-drain): .*(a bug in skiff|refuses|update failed|is invalid|invalid watch|: (delete|create) pod: )' "$log" |
    grep -v 'state=resume: .*Invalid node state transition'
}
