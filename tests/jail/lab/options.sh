#!/usr/bin/env bash
# Sourced by inside.sh: plugin arguments that make a jail more or less strict.
# shellcheck disable=SC2154,SC2016 # jail: cluster.sh; expanded by the step's shell

part_options() {
  cluster_conf mounts=/etc/slurm/jail.mounts hidepid=yes root-options=ro,nosuid capabilities=none exempt-users=dana
  cluster_mounts
  cluster_start
  fails "hidepid=yes: a user sees no process of root" step alice n1 test -e /proc/1
  prints "hidepid=yes: a user sees their own process" bash step alice n1 bash -c 'cat /proc/$$/comm; true'
  fails "root-options=ro: root can't write to the shared root" step root n1 touch /home/alice/x
  equals "root-options=ro: root can write to /tmp" 0 step root n1 bash -c 'touch /tmp/x; echo $?'
  equals "root-options=nosuid: a setuid program runs as its caller" 1000 step alice n1 rootbash -p -c 'echo $EUID'
  equals "capabilities=none: root has none" 0000000000000000 step root n1 sed -n 's/^CapEff:\t//p' /proc/self/status
  equals "exempt-users: an exempt user is outside the jail" node step dana n1 cat /node-secret
  cluster_stop
  cluster_conf mounts=/etc/slurm/jail.mounts capabilities=all
  cluster_mounts
  cluster_start
  equals "capabilities=all: root has all" "$(sed -n 's/^CapBnd:\t//p' /proc/self/status)" step root n1 sed -n 's/^CapEff:\t//p' /proc/self/status
  cluster_stop
  extern_step_with no 'outside'
  extern_step_with yes 'inside'
}

# Checks whether the extern step of a job is in the jail. Slurm starts it before the other steps: extern_step_with YES-OR-NO EXPECTED
extern_step_with() {
  cluster_conf mounts=/etc/slurm/jail.mounts "extern=$1"
  conf PrologFlags Alloc,Contain
  cluster_mounts
  cluster_start
  as alice sbatch --quiet -w n1 --chdir / --output /dev/null --wrap 'touch /home/alice/began; sleep 1800' >/dev/null
  lab_until 20 test -e "$jail/home/alice/began" || true
  equals "extern=$1: the extern step is $2" "$2" extern_root
  rm -f "$jail/home/alice/began"
  lab_in ctl scancel --user=alice
  cluster_stop
}

# Prints which root the extern step has: its slurmstepd (enter/daemon_root.h), and the process that keeps the job's control group alive,
# which only slurmd up to 24.11 starts.
extern_root() {
  local pid child
  pid=$(pgrep -o -f '^slurmstepd: \[[0-9]*\.extern\]')
  child=$(pgrep -P "$pid" -x sleep || true)
  if [ -e "/proc/$pid/root/node-secret" ]; then
    echo outside
  elif [ -e "/proc/$pid/root/.jail/etc/skiff-jail" ] && [ -e "/proc/${child:-$pid}/root${child:+/etc/skiff-jail}" ]; then
    echo inside
  fi
}
