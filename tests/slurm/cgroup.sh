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
. $here/services.sh
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
add_bob
# The jail is an overlay on the same root filesystem. Jobs write files to its /w.
chmod 1777 /w
mkdir /mnt/jail /run/jail-up /run/jail-work
mount -t overlay jail -o lowerdir=/,upperdir=/run/jail-up,workdir=/run/jail-work /mnt/jail
verdict "the populating Job creates all mount points" "$(prepare_jail)"
lay_out "$controller" "${controller%-0}"
lab_pod "$controller" "/w/pods/$controller.run"
step 60 "slurmctld runs with the compiled files" controller_up
cp /w/ssh_config /etc/ssh/ssh_config.d/skiff.conf
cp /w/ssh_config /mnt/jail/etc/ssh/ssh_config.d/skiff.conf
for node in gpu-0 gpu-1; do
  lay_out "$node" gpu
  add_pam "$node"
  [ "$node" = gpu-0 ] || replace_host_key "$node"
  lab_pod "$node" $here/container.sh "$node" "/w/pods/$node.run"
done
start_limited_login
started=(gpu-0 gpu-1)
step 120 "two workers register with the compiled cgroup.conf" nodes_idle
start_client

step 1 "a job runs in the jail" says "$(populate_words | sed -n 5p)" -w gpu-0 tail -n 1 /etc/skiff-jail
user=root step 1 "root in a job cannot change its cgroup" says 'Read-only file system' -w gpu-0 sh -c "$(raise_limit)"
step 1 "a job that requests one CPU sees one CPU" says 1 -w gpu-0 -c 1 nproc
step 1 "a job that requests two CPUs sees two CPUs" says 2 -w gpu-0 -c 2 nproc
step 1 "a job's memory limit is what it requested" says 104857600 -w gpu-1 --mem=100M sh -c "$(memory_limit)"
step 1 "a job can open the GPU that it requested, and no other" says 'open closed' -w gpu-0 --gpus=1 sh -c "$(open_gpu)"
step 1 "a job that requested both GPUs can open both" says 'open open' -w gpu-0 --gpus=2 sh -c "$(open_gpu)"
step 1 "a job that requested no GPU can open none" says 'closed closed' -w gpu-1 sh -c "$(open_gpu)"
client_run setpriv --reuid alice --regid alice --clear-groups srun -w gpu-1 --mem=50M sh -c 'head -c 300M /dev/zero | tail -c 300M | wc -c' >/w/killed || true
step 1 "a job that exceeds its memory limit is killed" grep -qiE 'oom|out of memory' /w/killed
step 1 "the node runs another job afterwards" says gpu-1 -w gpu-1 hostname
# shellcheck disable=SC2016 # expanded in the job
step 1 "a job has the default limits of locked memory and open files, soft and hard" says 'unlimited unlimited 131072 131072' -w gpu-0 \
  sh -c 'echo $(ulimit -S -l; ulimit -H -l; ulimit -S -n; ulimit -H -n)'
user=root step 1 "a job of the exempt partition runs in the node's own root and can write to /tmp" says outside -w gpu-0 --partition=outside \
  sh -c 'mktemp -p /tmp >/dev/null && test ! -e /etc/skiff-jail && echo outside'

# Sessions of a login pod.
step 30 "sshd of the login pod answers" lab_answers "$login" "${login_port[${login%-0}]}"
step 1 "a session is in its user's control group" session_says "0::/users/$(id -u alice)" 'cat /proc/self/cgroup'
verdict "the group has the limits of the spec" "$(session_limits | grep -vx '50000 100000 209715200 40' || true)"
step 1 "all users together leave memory to sshd" test "$(cat "$groups/$login/users/memory.max")" -lt "$((1024 * 1024 * 1024))"
step 1 "sshd itself is in another group" daemon_is_apart
# shellcheck disable=SC2016 # awk's
step 1 "nothing below /sys is writable in the jail" session_says '' 'awk '\''$2 ~ "^/sys" && $4 !~ "^ro"'\'' /proc/self/mounts'
step 1 "nothing in a session can mount" session_says 0 "$(may_mount)"
step 1 "a session that uses too much memory loses the process" session_says 'killed' 'head -c 500M /dev/zero | tail -c 500M >/dev/null || echo killed'
start_fork_bomb
step 20 "a fork bomb fills its user's group" bomb_is_full
user=bob step 10 "another user logs in beside it" session_says bob 'id -un'
step 1 "a job runs beside it" says gpu-1 -w gpu-1 hostname
stop_fork_bomb
step 20 "the user logs in again when the bomb is gone" session_says alice 'id -un'

# Sessions on workers, from the login pod. On gpu-1, sshd has another host key than the Secret says.
give_key alice
give_key bob
step 30 "sshd of a worker answers" lab_answers gpu-0 2022
step 1 "a user without a job on a node cannot log in there" node_refuses 'no active jobs on this node' gpu-0
step 1 "ssh refuses a node with another host key" node_refuses 'Host key verification failed' gpu-1
start_job_for_ssh one
step 20 "a job runs" test -e /mnt/jail/w/ssh.one
# shellcheck disable=SC2016 # expanded in the session
step 1 "a session is in the jail of the job, and has its /tmp" on_node "$(populate_words | sed -n 5p) of-the-job" 'echo $(tail -n 1 /etc/skiff-jail) $(cat /tmp/mine)'
step 1 "a session has the CPUs, the memory and the GPU of the job" on_node '1 104857600 open closed' "echo \$(nproc) \$($(memory_limit)) \$($(open_gpu))"
# shellcheck disable=SC2016 # expanded in the session
step 1 "a session knows its job" on_node "$(cat /w/ssh.job)" 'echo $SLURM_JOB_ID'
step 1 "a session that exceeds the job's memory loses the process" on_node killed 'exec 2>/dev/null; head -c 300M /dev/zero | tail -c 300M >/dev/null || echo killed'
step 1 "a session can copy files" on_node 'a file' "echo 'a file' >/w/ssh.file; echo get /w/ssh.file /w/ssh.copy | sftp -q -b - gpu-0 >/dev/null; cat /w/ssh.copy"
start_job_for_ssh two
step 20 "another job of the user runs" test -e /mnt/jail/w/ssh.two
# shellcheck disable=SC2016 # expanded in the session
step 1 "a session is in the newest job of its user" on_node "$(cat /w/ssh.job)" 'echo $SLURM_JOB_ID'
in_controller scancel "$(cat /w/ssh.job)"
cp /w/ssh.job.one /w/ssh.job
user=bob step 1 "another user cannot log in" node_refuses 'no active jobs on this node' gpu-0
step 1 "root cannot log in" node_refuses 'Permission denied' root@gpu-0
step 1 "sshd ends" end_node_sshd
step 60 "sshd starts again" lab_answers gpu-0 2022
step 1 "the job still runs" test "$(in_controller squeue -h -o %T -j "$(cat /w/ssh.job)")" = RUNNING
start_node_session
step 20 "a session stays open" sessions_of_node
lab_in gpu-0 sh -c 'echo AllowUsers bob >>/etc/skiff/sshd/sshd_config'
step 60 "sshd reads a changed configuration, and refuses alice" node_refuses 'Permission denied' gpu-0
step 1 "the open session goes on" sessions_of_node
lab_in gpu-0 sed -i '/^AllowUsers/d' /etc/skiff/sshd/sshd_config
step 60 "sshd reads the configuration of before again" on_node alice 'id -un'
in_controller scancel "$(cat /w/ssh.job)"
step 30 "the session ends with the job" no_session_of_node
start_job_for_ssh outside gpu-1
step 20 "a job runs on the other node" test -e /mnt/jail/w/ssh.outside
# This line of PAM is that of a cluster without a jail.
lab_in gpu-1 sed -i 's/^session .*/session required pam_permit.so/' /etc/skiff/sshd/pam
step 1 "without a jail, a session is in its job and in the root of the node" session_outside_jail
in_controller scancel "$(cat /w/ssh.job)"
step 1 "the user cannot log in any more" node_refuses 'no active jobs on this node' gpu-0

# A job leaves a process behind.
step 1 "a job leaves a process behind" says left -w gpu-0 sh -c 'setsid sleep 987 </dev/null >/dev/null 2>&1 & echo left'
step 20 "the process that the job left behind is killed" no_processes_of 'sleep'
step 20 "no cgroup of a job remains" job_groups_are_gone

# slurmctld reconfigures under a job, twice. Afterwards the limits still hold.
for time in 1 2; do
  lab_in "$client" setpriv --reuid alice --regid alice --clear-groups sbatch --parsable --chdir=/tmp --output=/dev/null -w gpu-0 -c 1 \
    --wrap "until test -e /w/end.$time; do sleep 0.5; done; touch /w/survived.$time" >/w/id
  step 20 "reconfigure $time: a job runs" processes_of sleep
  step 1 "reconfigure $time: the job has a cgroup" job_groups_are_there
  starts=$(slurmd_starts)
  lab_in "$controller" scontrol reconfigure
  step 40 "reconfigure $time: both slurmds restart" both_began_after "$starts"
  step 20 "reconfigure $time: a session gets into the job" on_node 1 nproc
  touch "/mnt/jail/w/end.$time"
  step 40 "reconfigure $time: the job runs to its end" test -e "/mnt/jail/w/survived.$time"
  step 40 "reconfigure $time: the nodes are idle" nodes_idle
  step 1 "reconfigure $time: CPUs and GPUs are still limited" says '1 open closed' -w gpu-0 -c 1 --gpus=1 sh -c "echo \$(nproc) \$($(open_gpu))"
done
verdict "no daemon logs an error" "$(log_errors | grep -vE "$(expected_errors)" || true)"
exit "$failed"
