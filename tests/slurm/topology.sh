#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): a compiled topology with the real daemons of a release, and jobs that must land in one block or
# below one switch. Prints one line per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed. /w/out is the output, /w/release its
# Slurm release, /w/type the case of topology_test.sh, /w/lab has these scripts.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh
. $here/site_parts.sh
. $here/topology_parts.sh
. $here/kubelet.sh
. $here/label_parts.sh

type=$(cat /w/type)
topology=topology.yaml
[ -e $slurm/$topology ] || topology=topology.conf

begin
LAB_NODES=8 name_pods
make_secrets
if [ "$release" = 22.05 ]; then
  start_munge
fi
overlay_cgroup /w/lab-out/slurm "$release"
overlay_hardware /w/lab-out/slurm
output=/w/lab-out
lay_out "$controller" "${controller%-0}"
case $type in
  labelled-*)
    start_labels rack-{a,b}-{0,1,2}
    # slurmctld's state outlives its pod.
    sed -i '\|^/var/spool/slurmctld |d' "/w/pods/$controller.mounts"
    install -d -o 64030 -g 64030 /var/spool/slurmctld
    ;;
esac
lab_pod "$controller" "/w/pods/$controller.run"
lab_wait "$controller" 20 controller_up || give_up "slurmctld starts" "$controller"
mapfile -t started < <(printf '%s\n' "${started[@]}" | grep '^rack-')
start_nodes
start_client
start_logins

step 30 "the nodes of both racks register" nodes_idle
step 1 "workers have the topology that slurmctld sent" lab_in rack-a-0 test -r "/run/slurm/conf/$topology"
step 10 "the login pod has it too" login_reads_topology
case $type in
  labelled-*)
    check_labels "${type#labelled-}"
    exit "$failed"
    ;;
esac
if [ "$type" != block ]; then
  step 1 "slurmctld has the leaf switches" below_switch leaf-2 'rack-b-\[0-2\]'
  step 1 "slurmctld has the switch above them" shows_switch spine
  step 20 "a job with --switches=1 gets the nodes of one switch" lands together plain -N 3 --switches=1
  # Without a topology, the first free nodes are rack-a-2 and rack-b-0.
  occupy rack-a-0,rack-a-1
  step 20 "so does one for which the first free nodes are in two racks" lands together plain -N 2 --switches=1
  step 20 "a job that asks for more nodes than a switch has may not start" waits plain -N 4 --switches=1
  vacate
fi
if [ "$type" != tree ]; then
  [ "$type" != both ] || step 1 "the partition has its topology" partition_has racks racks
  step 1 "slurmctld has the blocks" shows_block rack-b 'rack-b-\[0-2\]'
  occupy rack-a-0,rack-a-1
  step 20 "a job that fits into a block gets the nodes of one block" lands together racks -N 2
  step 20 "so does a job with --segment" lands together racks -N 2 --segment=2
  step 20 "a job whose segments do not fit does not start" waits racks -N 4 --segment=2
  vacate
  step 20 "a job with --segment has whole segments in each block" lands in_pairs racks -N 4 --segment=2
fi
exit "$failed"
