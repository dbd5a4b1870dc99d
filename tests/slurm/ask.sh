#!/usr/bin/env bash
# Sourced inside a root filesystem by tests of node states: the shared configuration of slurmctld in the pod `ctl`, and queries to it.
# shellcheck disable=SC2154 # lab_log: lab.sh; step_log (a file to show the end of): the test

# Prints information about a failed step.
shown() {
  slurm show node n0 | grep -E 'State=|Reason='
  tail -n 6 "$lab_log/n0.log" ${step_log:+"$step_log"}
}

# Prints the lines of slurm.conf that these labs share: common_conf SLURM-USER
common_conf() {
  cat <<CONF
ClusterName=lab
SlurmctldHost=ctl
SlurmUser=$1
SlurmdUser=root
AuthType=auth/munge
StateSaveLocation=/w/state
SlurmdSpoolDir=/var/spool/slurmd
SlurmctldPidFile=/tmp/slurmctld.pid
SlurmdPidFile=/run/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
ReturnToService=2
MpiDefault=none
MailProg=/bin/true
GresTypes=gpu
SlurmdParameters=config_overrides
CONF
}

# Runs scontrol in the controller's pod.
slurm() {
  lab_in ctl scontrol "$@"
}

# Succeeds when a node's state matches, or with ! does not match: state NODE [!] REGEX
state() {
  local node=$1 want=0
  shift
  if [ "$1" = '!' ]; then
    want=1
    shift
  fi
  local has=0
  slurm show node "$node" | grep -E "State=[^ ]*($1)" >/dev/null || has=1
  [ "$has" -eq "$want" ]
}

# Succeeds when a node is drained with a reason that begins with REASON: drained NODE REASON
drained() {
  state "$1" DRAIN && slurm show node "$1" | grep -F "Reason=$2" >/dev/null
}

# Succeeds when a node is idle, without a drain.
idle() {
  state "$1" IDLE && state "$1" ! DRAIN
}

# Prints a field of a job: job ID FIELD
job() {
  slurm show job "$1" 2>/dev/null | grep -oE "(^| )$2=[^ ]*" | head -n 1 | cut -d= -f2
}
job_is() {
  [ "$(job "$1" JobState)" = "$2" ]
}
