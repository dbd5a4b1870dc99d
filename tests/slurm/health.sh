#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): skiff-health as HealthCheckProgram, Prolog and Epilog of two real slurmds. Prints one line per
# check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed. /w/bin has the programs under test, /w/lab these scripts.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/lab.sh
. $here/overlay.sh
. $here/parts.sh
. $here/ask.sh
. $here/health_parts.sh

release=$(cat /w/release)
failed=0
# shellcheck disable=SC2034 # used by what is sourced
step_log=$lab_log/health.n0
interval=3
case $release in 26.*) interval=5 ;; esac

lab_start
chmod 1777 "$lab_log"
lab_name ctl
lab_name n0
lab_name n1
head -c 128 /dev/urandom >/w/munge.key
start_munge
: >/dev/kmsg
write_conf
lay_out_pods
lab_pod ctl slurmctld -D
lab_wait ctl 20 lab_in ctl scontrol ping >/dev/null 2>&1
lab_pod n0 slurmd -D -N n0
lab_pod n1 slurmd -D -N n1
# slurmd's own log has the messages of a failing Prolog or Epilog.

step 30 "both nodes are healthy and idle" both_idle
step 20 "each node has completed a periodic run" both_ran
id=$(submit 'sleep 2')
step 60 "a job with Prolog and Epilog completes" job_is "$id" COMPLETED

# 1. A GPU is lost: no new job starts there, and the running job continues.
id=$(submit "touch /w/began.\$SLURM_JOB_ID; sleep 600" -w n0)
step 30 "a job runs on n0" test -e "/w/began.$id"
gpus n0 '1.handle.error 15'
step 20 "a lost GPU drains its node" drained n0 '[HC] gpu-driver: GPU 1: the GPU is lost'
runs n0 2
step 1 "the job continues on the node with the lost GPU" job_is "$id" RUNNING
step 1 "the other node stays idle" idle n1
gpus n0
slurm update jobid="$id" timelimit=+0 2>/dev/null || true
lab_in ctl scancel "$id"
step 40 "the node is resumed when its GPU works again" idle n0
step 1 "the resume is logged" grep -q 'resumed after 2 passing runs' "$lab_log/health.n0"

# 2. The result `unknown` does not drain a node: the driver does not answer in time. A driver that is not there is critical.
gpus n0 'init.error 10'
runs n0 2
step 1 "a driver that does not answer does not drain the node" idle n0
gpus n0 'init.error 9'
step 20 "a driver that is not loaded drains the node" drained n0 '[HC] gpu-driver: NVML: the driver is not loaded'
gpus n0
step 40 "the node is resumed when the driver is loaded" idle n0
lab_in n0 mv "/w/nvml/n0/libnvidia-ml.so.1" "/w/nvml/n0/moved"
step 20 "a missing driver library drains the node" drained n0 '[HC] gpu-driver: NVML: /w/nvml/n0/libnvidia-ml.so.1: cannot open'
lab_in n0 mv "/w/nvml/n0/moved" "/w/nvml/n0/libnvidia-ml.so.1"
step 40 "the node is resumed when the library is there again" idle n0

# A worker starts with other GPUs than its node set has. A new pod starts with an empty /run.
gpus n0 'name NVIDIA A100-SXM4-80GB'
lab_in n0 rm /run/skiff/health/state.json
step 20 "GPUs of another type drain the node when it starts" \
  drained n0 '[HC] gpu-name: GPU 0 is NVIDIA A100-SXM4-80GB, not of type h100'
gpus n0
step 40 "the node is resumed when its GPUs are of the right type" idle n0
gpus n0 'count 1'
lab_in n0 rm /run/skiff/health/state.json
step 20 "a missing GPU drains the node when it starts" drained n0 '[HC] gpu-count: 1 of 2 GPUs'
gpus n0
step 40 "the node is resumed when all GPUs are there" idle n0

# 3. An administrator's drain.
slurm update nodename=n0 state=drain reason='disk swap'
gpus n0 'count 1'
runs n0 2
step 1 "an administrator's drain stays while a check is critical" drained n0 'disk swap'
gpus n0
runs n0 4
step 1 "an administrator's drain stays when the checks pass again" drained n0 'disk swap'
slurm update nodename=n0 state=resume
step 10 "the node is idle after the administrator resumes it" idle n0

# 4. Critical kernel messages count until an administrator resumes the node.
printf '3,10,%s000000,-;NVRM: Xid (PCI:0000:1b:00): 79, GPU has fallen off the bus.\n' "$(cut -d. -f1 /proc/uptime)" >>/dev/kmsg
step 20 "an XID drains its node" drained n0 '[HC] gpu-xid: XID 79 on GPU 0000:1b:00'
runs n0 4
step 1 "the XID keeps the node drained over four more runs" drained n0 '[HC] gpu-xid: XID 79 on GPU 0000:1b:00'
slurm update nodename=n0 state=resume
runs n0 3
step 1 "the XID no longer counts after an administrator resumes the node" idle n0

# 5. A Prolog that fails.
gpus n0 '0.process 4711' '1.process 4711'
id=$(submit 'sleep 1')
step 40 "a failing Prolog drains the node, and the reason becomes the failed check" drained n0 '[HC] gpu-processes: GPU '
step 20 "the job is requeued" job_was_requeued "$id"
slurm update jobid="$id" starttime=now >/dev/null 2>&1 || true
step 60 "the requeued job completes on the other node" job_ran_on "$id" n1
gpus n0
step 60 "the node is resumed when its GPUs are free" idle n0

# 6. An Epilog that fails.
id=$(submit "touch /w/began.\$SLURM_JOB_ID; sleep 600" -w n0)
step 30 "another job runs on n0" test -e "/w/began.$id"
gpus n0 '0.process 4712' '1.process 4712'
lab_in ctl scancel "$id"
step 40 "a failing Epilog drains the node, and the reason becomes the failed check" drained n0 '[HC] gpu-processes: GPU '
gpus n0
step 60 "the node is resumed after the failed Epilog" idle n0

# 7. A user's own check.
printf '#!/bin/sh\necho "licence server is gone"\nexit 2\n' >/w/custom/n0/licence
chmod 755 /w/custom/n0/licence
step 20 "a custom check drains the node" drained n0 '[HC] custom:licence: licence server is gone'
printf '#!/bin/sh\nexit 0\n' >/w/custom/n0/licence.new
chmod 755 /w/custom/n0/licence.new
mv /w/custom/n0/licence.new /w/custom/n0/licence
step 40 "the node is resumed when the custom check passes" idle n0

# 8. Settings that cannot be read: a window that older versions of skiff accepted and that is too long.
id=$(submit "touch /w/began.\$SLURM_JOB_ID; sleep 600" -w n0)
step 30 "a third job runs on n0" test -e "/w/began.$id"
settings n0 's/"window": 1/"window": 2147483648/'
step 20 "unreadable settings drain the node" drained n0 "[HC] settings: $settings: recovery.window: must be a whole number"
step 1 "the job continues on the node with unreadable settings" job_is "$id" RUNNING
step 1 "the Prolog fails, so no other job can start" prolog_fails n0
settings n0 ''
lab_in ctl scancel "$id"
step 60 "the node is resumed when its settings are valid again" idle n0

# 9. Many runs at the same time.
step 60 "200 Prolog runs at the same time succeed" many n0 200
# Up to two processes may be the nodes' own periodic runs, which end. Leftover processes would stay.
step 20 "they leave no processes" few_processes 2

# 10. A file system that hangs.
[ -e /dev/fuse ] || mknod /dev/fuse c 10 229
: >"$lab_log/hung"
# Not lab_in, because then $! would be the PID of a shell.
nsenter --target "${lab_pid[n0]}" --mount -- /w/bin/hung_mount /tmp >"$lab_log/hung" 2>&1 &
hung=$!
if lab_until 5 grep -q . "$lab_log/hung" && grep -q mounted "$lab_log/hung"; then
  step 25 "a hung mount drains the node" drained n0 '[HC] mount:/tmp: '
  runs n0 2
  step 1 "a hung mount does not block a run" within 5 n0
  step 20 "a hung mount does not make processes pile up" few_processes 3
  kill "$hung"
  wait "$hung" || true
  lab_in n0 umount -l /tmp
  step 40 "the node is resumed when the hung mount is gone" idle n0
else
  echo "     left out: a hung mount: $(tail -n 1 "$lab_log/hung")"
fi

# 11. A process that cannot be killed: a frozen one, if the machine has cgroup v1.
freezer=$(cat /w/freezer)
if [ -d "$freezer" ]; then
  cat >/w/custom/n0/frozen <<SH
#!/bin/sh
echo \$PPID >$freezer/tasks
echo FROZEN >$freezer/freezer.state
sleep 600
SH
  chmod 755 /w/custom/n0/frozen
  step 20 "a check process that cannot be killed is recorded" lab_in n0 test -e /run/skiff/health/stuck-custom:frozen
  runs n0 3
  step 20 "runs continue, and processes do not pile up" few_processes 2
  step 1 "the node is not drained for the stuck check" idle n0
  rm /w/custom/n0/frozen
  echo THAWED >"$freezer/freezer.state"
  step 10 "the stuck process ends when it is thawed" is_empty "$freezer/tasks"
else
  echo "     left out: a process that cannot be killed: this machine has no freezer of cgroup v1"
fi

step 1 "both nodes are idle at the end" both_idle
exit "$failed"
