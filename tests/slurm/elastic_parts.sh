#!/usr/bin/env bash
# Sourced by elastic.sh: what it asks of Slurm.
# shellcheck disable=SC2154 # lab_log: lab.sh; controller, client: parts.sh; log: elastic.sh

# What is shown of a step that failed; what follows it would only wait.
shown() {
  lab_in "$client" sinfo -a -N -o '%N %T %E'
  lab_in "$client" squeue -a
  ls /w/api/pods
  tail -n 14 "$log"
}
# shellcheck disable=SC2034 # used by lab.sh
last_failure=yes

# Names the node that name_pods leaves without a pod, as it may get one here.
name_the_rest() {
  local row
  for row in "${declared[@]}"; do
    [ -n "${lab_ip[${row%%$'\t'*}]-}" ] || lab_name "${row%%$'\t'*}" "${row#*$'\t'}"
  done
}

# The controller's pod with all its containers; the volume of its state outlives it.
start_controller() {
  lay_out "$controller" "${controller%-0}"
  sed -i '\|^/var/spool/slurmctld |d' "/w/pods/$controller.mounts"
  install -d -o 64030 -g 64030 /var/spool/slurmctld
  lab_pod "$controller" env SKIFF_LOG="$log" "/w/pods/$controller.run"
  lab_wait "$controller" 20 controller_up || give_up "slurmctld starts" "$controller"
}

# The same once more, as a new pod on the same volume.
start_controller_again() {
  lab_again "$controller" env SKIFF_LOG="$log" "/w/pods/$controller.run"
  lab_wait "$controller" 20 controller_up || give_up "slurmctld starts again" "$controller"
}

# Prints a word of a node's record, or its reason.
node_record() {
  lab_in "$client" scontrol -a --oneliner show node "$1"
}

# Succeeds when a node's state matches.
state_is() {
  node_record "$1" | sed -n 's/.* State=\([^ ]*\).*/\1/p' | grep -qE "$2"
}

# Succeeds when a node's reason begins so.
reason_is() {
  node_record "$1" | grep -qF "Reason=$2"
}

# Succeeds when slurmctld has set a node down as it did not come, and was told of a reason that begins so.
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

# Ends a pod's processes, as an eviction by the kubelet does. The lab's kubelet has its pid.
pod_dies() {
  pkill -KILL --nslist net --ns "$(ip netns pids "$1" | head -n 1)" . || true
}

# Runs a Slurm command with the rights of an administrator.
scontrol_as_root() {
  lab_in "$client" scontrol "$@"
}

# Submits a job of alice and prints its number.
submit() {
  lab_in "$client" setpriv --reuid alice --regid alice --clear-groups sbatch --parsable --mem=1M --chdir=/tmp --output=/dev/null "$@" </dev/null
}
cancel() {
  lab_in "$client" scancel "$1"
}

# Succeeds when a field of a job's record has the value: job_has ID FIELD VALUE
job_has() {
  lab_in "$client" scontrol --oneliner show job "$1" | grep -qE "(^| )$2=$3( |$)"
}
job_is() {
  job_has "$1" JobState "$2"
}

# Succeeds when a job that was given back has run; Slurm would hold it for a while.
tried_again() {
  scontrol_as_root update jobid="$1" starttime=now 2>/dev/null || true
  job_is "$1" COMPLETED
}

# Succeeds when the containers said nothing of failures that the test did not make.
quiet() {
  ! grep -E '(power|after-drain): .*(defect|refuses|does not take|no sense|: (delete|create) pod: )' "$log"
}
