#!/usr/bin/env bash
# Runs in a VM (in_vm.sh): the compiled output for cgroup v2, without changes, with each worker in its own container. Prints one line per
# check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/lab.sh
. $here/overlay.sh
. $here/compare.sh
. $here/parts.sh
. $here/workload.sh
. $here/jail.sh
. $here/cgroup_parts.sh

# shellcheck disable=SC2034 # of what is sourced
release=$(cat /w/release)
slurm=/w/out/slurm
failed=0
declared=() started=()
groups=/sys/fs/cgroup/pods

lab_start
chmod 1777 "$lab_log"
# Enable these controllers for the pods, as the kubelet does.
echo '+cpuset +cpu +memory +pids' >/sys/fs/cgroup/cgroup.subtree_control
mkdir "$groups"
echo '+cpuset +cpu +memory +pids' >"$groups/cgroup.subtree_control"
fake_device /dev/nvidia0 0
fake_device /dev/nvidia1 1
chmod 666 /dev/nvidia?
# name_pods leaves one node without a pod. Here all nodes have one.
name_pods
lab_name gpu-1 "$(conf_rows "$slurm/slurm.conf" | awk -F '\t' '$3 == "NodeAddr" { print $4 }' | sed 's/\[.*\]/1/')"
make_secrets
# The jail is an overlay on the same root filesystem. Jobs write files to its /w.
chmod 1777 /w
mkdir /mnt/jail /run/jail-up /run/jail-work
mount -t overlay jail -o lowerdir=/,upperdir=/run/jail-up,workdir=/run/jail-work /mnt/jail
verdict "the populating Job makes the places of all mounts" "$(prepare_jail)"
lay_out "$controller" "${controller%-0}"
lab_pod "$controller" "/w/pods/$controller.run"
step 60 "slurmctld runs with the compiled files" controller_up
for node in gpu-0 gpu-1; do
  lay_out "$node" gpu
  lab_pod "$node" $here/container.sh "$node" "/w/pods/$node.run"
done
started=(gpu-0 gpu-1)
step 120 "two workers register, their control groups as compiled" nodes_idle
start_client

step 1 "a job is in the shared root" says "$(populate_words | sed -n 5p)" -w gpu-0 tail -n 1 /etc/skiff-jail
user=root step 1 "where root changes no control group" says 'Read-only file system' -w gpu-0 sh -c "$(raise_limit)"
step 1 "a job has the processor that it asked for" says 1 -w gpu-0 -c 1 nproc
step 1 "and both of them" says 2 -w gpu-0 -c 2 nproc
step 1 "its memory is limited" says 104857600 -w gpu-1 --mem=100M sh -c "$(memory_limit)"
step 1 "a GPU is open for its job, and no other" says 'open closed' -w gpu-0 --gpus=1 sh -c "$(open_gpu)"
step 1 "both for who asked for both" says 'open open' -w gpu-0 --gpus=2 sh -c "$(open_gpu)"
step 1 "none for who asked for none" says 'closed closed' -w gpu-1 sh -c "$(open_gpu)"
client_run setpriv --reuid alice --regid alice --clear-groups srun -w gpu-1 --mem=50M sh -c 'head -c 300M /dev/zero | tail -c 300M | wc -c' >/w/killed || true
step 1 "a job that takes more memory is ended" grep -qiE 'oom|out of memory' /w/killed
step 1 "and the node goes on" says gpu-1 -w gpu-1 hostname
user=root step 1 "a job of the exempt partition is in the node's own root, with its /tmp" says outside -w gpu-0 --partition=outside \
  sh -c 'mktemp -p /tmp >/dev/null && test ! -e /etc/skiff-jail && echo outside'

# A job leaves a process behind.
step 1 "a job that leaves a process behind" says left -w gpu-0 sh -c 'setsid sleep 987 </dev/null >/dev/null 2>&1 & echo left'
step 20 "has none any more" no_processes_of 'sleep'
step 20 "nor a control group" job_groups_are_gone

# slurmctld reconfigures under a job, twice. Afterwards the limits still hold.
for time in 1 2; do
  lab_in "$client" setpriv --reuid alice --regid alice --clear-groups sbatch --parsable --chdir=/tmp --output=/dev/null -w gpu-0 -c 1 \
    --wrap "until test -e /w/end.$time; do sleep 0.5; done; touch /w/survived.$time" >/w/id
  step 20 "a job runs" processes_of sleep
  step 1 "in a control group" job_groups_are_there
  starts=$(slurmd_starts)
  lab_in "$controller" scontrol reconfigure
  step 40 "reconfigure $time: both nodes begin anew" both_began_after "$starts"
  touch "/mnt/jail/w/end.$time"
  step 40 "reconfigure $time: it ends well" test -e "/mnt/jail/w/survived.$time"
  step 40 "reconfigure $time: the nodes are idle" nodes_idle
  step 1 "reconfigure $time: processors and GPUs are limited" says '1 open closed' -w gpu-0 -c 1 --gpus=1 sh -c "echo \$(nproc) \$($(open_gpu))"
done
verdict "no daemon logs an error" "$(log_errors | grep -vE "$(expected_errors)" || true)"
exit "$failed"
