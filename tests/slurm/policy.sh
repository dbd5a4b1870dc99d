#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): slurmctld's sidecar creates and maintains the accounting
# records of a spec, with the real daemons of a release, starting with an empty database. Prints one line
# per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed. /w/out is the output, /w/release
# its Slurm release, /w/lab has these scripts, /w/next has policy.conf and slurm.conf of another output.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh
. $here/policy_parts.sh

begin
LAB_NODES=1 name_pods
make_secrets
useradd --create-home bob
if [ "$release" = 22.05 ]; then
  start_munge
fi
overlay_cgroup /w/lab-out/slurm "$release"
overlay_hardware /w/lab-out/slurm
overlay_gres /w/lab-out/slurm
overlay_absent /w/lab-out/slurm >/dev/null
output=/w/lab-out
start_accounting
start_slurmctld "slurmctld starts with a new database"
log=$lab_log/$controller.log
verdict "slurmctld starts with a new database, although a partition needs a QOS" ""
start_nodes
start_client
worker=${started[0]}

step 60 "the sidecar creates the records" settled 1
step 1 "a QOS has the values of the spec" qos_is long 'jobs of up to two weeks|5|14-00:00:00|cpu=100,gres/gpu=1'
step 1 "a QOS has its preemption, flags and limits" shows 'long,normal|DenyOnLimit|cpu=2' qos urgent Preempt,Flags,MaxTRESPerUser
step 1 "an account has its parent, share and QOS" account_is physics 'root|10|long,normal|normal'
step 1 "a child account has its parent, share and QOS" account_is optics 'physics|5|long,normal|normal'
step 1 "an account has its coordinator" coordinator_is physics alice
step 1 "a user has the associations of the spec" associations_are alice 'optics||1| physics||parent|'
step 1 "a user has an association with one partition" associations_are bob 'optics|main|1| optics||1|2'
step 1 "a user has the default account and admin level" user_is alice 'Operator|optics'
step 20 "a reservation is for an account that the sidecar has just created" reserved lasers 'Users=alice .* Accounts=optics '
if [ "$release" != 22.05 ]; then
  step 1 "it has a part of a node, with a GPU" reserved lasers 'CoreCnt=1 .*TRES=cpu=1,(gres/gpu:h100=1,)?gres/gpu=1 '
fi
if [ "$release" = 26.05 ]; then
  step 1 "it is for jobs with these QOS, one of them just created" reserved lasers ' QOS=(normal,long|long,normal) '
fi
step 1 "slurmctld has the licenses of slurm.conf" license_is fluent 3
step 20 "slurmctld has the cluster's part of the licenses of a server" license_is matlab@flex1 40
step 1 "without a part, it has all of them" license_is idl@flex1 5
step 60 "a worker registers" state_is "$worker" '^IDLE\+CLOUD$'
step 30 "a job of a user with an association runs" as bob srun --mem=1M -w "$worker" true
step 30 "a job with licenses of a server runs" as bob srun --mem=1M -w "$worker" --licenses=matlab@flex1:40,fluent true
job=$(as bob sbatch --parsable --mem=1M --chdir=/tmp --output=/dev/null --licenses=fluent:3 --wrap true)
step 20 "a limit on licenses is enforced" job_has "$job" Reason QOSMaxLicensePerJob
lab_in "$client" scancel "$job"
step 1 "a job of a user without an association is rejected" refused daemon srun --mem=1M true
step 20 "a job limit of a partition's association is enforced" second_is_refused

# Preemption and fairshare act on jobs. bob uses the node until Slurm has counted his usage, which it does once a minute.
job=$(whole_node bob)
step 30 "a job of a low QOS runs" job_has "$job" JobState RUNNING
step 40 "a user who has used the cluster has a lower fair-share factor" has_less bob alice
urgent=$(whole_node alice --qos=urgent)
step 30 "a job of a higher QOS takes its place" job_has "$urgent" JobState RUNNING
step 1 "the preempted job was requeued" job_has "$job" Restarts 1
later=$(whole_node alice)
step 30 "the user with less usage has the higher priority" has_higher_priority "$later" "$job"
step 1 "the jobs are cancelled" lab_in "$client" scancel "$job" "$urgent" "$later"

step 20 "the records are dumped" dump_records
step 1 "a plan for the database that the sidecar made is empty" plan_is_empty /w/cluster.yaml /w/dump.txt
step 1 "a plan compares values, if it does not know what the sidecar did" plan_is_empty /w/cluster.yaml /w/other.txt
step 1 "the records are imported into a spec" import_records /w/dump.txt /w/imported-cluster.yaml
step 1 "a plan for the imported spec is empty" plan_is_empty /w/imported-cluster.yaml /w/other.txt

# Manual changes.
manual_sacctmgr add qos by_hand Priority=7
manual_sacctmgr add account guests
manual_sacctmgr add user alice account=physics partition=main
manual_sacctmgr modify user where name=alice account=physics partition=main set MaxJobs=4
manual_sacctmgr modify qos long set MaxWall=1:00:00
manual_sacctmgr modify user where name=alice account=physics partition= set Fairshare=77
manual_sacctmgr modify resource where name=matlab server=flex1 set count=50
manual_sacctmgr modify resource where name=matlab server=flex1 cluster=reef set percentallowed=10
manual_sacctmgr add resource name=abaqus server=flex2 type=License count=5 cluster=reef percentallowed=100
set_every_option
verdict "slurmctld was notified of each manual change" "$(lab_in "$controller" cat /run/sidecar/untold 2>/dev/null || true)"
step 20 "the changed records are dumped" dump_records
step 1 "a plan shows manual changes" plan_is $here/policy_drift.txt /w/cluster.yaml /w/dump.txt
step 1 "records with every option are imported into a spec" import_records /w/other.txt /w/imported-cluster.yaml
step 1 "the spec has every option" has_every_option
step 1 "a plan for that spec is empty" plan_is_empty /w/imported-cluster.yaml /w/other.txt
note_log
lab_in "$controller" sh -c 'echo >>/etc/slurm/policy.conf'
step 60 "a manual change of a QOS of the spec is undone" qos_is long 'jobs of up to two weeks|5|14-00:00:00|cpu=100,gres/gpu=1'
step 20 "manual records that are not in the spec are logged as left unchanged" grep -q 'policy: not in the spec and left unchanged: qos by_hand, account guests, association alice/physics/main' "$log"
step 20 "a manual change of a share is undone, and a manual association stays" associations_are alice 'optics||1| physics|main|1|4 physics||parent|'

step 20 "manual changes of licenses are undone" license_is matlab@flex1 40
step 1 "manual licenses stay" license_is abaqus@flex2 5

# After a restart, the sidecar knows what it did before.
keep_state
lab_stop "$controller"
note_log
lab_again "$controller" $here/with_state.sh "/w/pods/$controller.run"
lab_wait "$controller" 20 controller_up || give_up "slurmctld starts again" "$controller"
step 60 "after a restart the sidecar sets nothing again" nothing_is_set

add_usage carol
step 20 "the records are dumped before the spec changes" dump_records
step 1 "a plan shows what the changed spec will change" plan_is $here/policy_next.txt /w/next.yaml /w/dump.txt

# The spec changes while slurmdbd is down. A new partition's QOS does not
# exist yet, so the sidecar does not send this partition to slurmctld.
stop_soon "$dbd"
note_log
change_to next
step 60 "without slurmdbd the sidecar is not ready" failing 'policy: the accounting database does not answer'
step 60 "slurmctld does not get a partition whose QOS does not exist" said_since 'waiting for QOS brief, which partitions use but slurmctld does not know'
step 1 "slurmctld continues without slurmdbd" controller_up
# Newer releases of slurmctld restart at a reconfigure, so they need not be told of the QOS before.
if [ "$release" != 22.05 ]; then
  make_untold brief
fi
lab_again "$dbd" "/w/pods/$dbd.run"
step 180 "the new QOS is created when slurmdbd is back" shows '3' qos brief Priority
step 90 "slurmctld gets the new partition" in_partition quick 'QoS=brief'
step 60 "the sidecar is ready again" not_failing
step 1 "records that were removed from the spec are deleted" no_qos urgent
step 1 "so are associations that no job has used" associations_are dave ''
step 20 "so are licenses" no_license idl@flex1
step 1 "manual licenses are not" license_is abaqus@flex2 5
step 20 "the cluster gets another part of licenses" license_is matlab@flex1 60
step 1 "associations of recent jobs stay" associations_are bob 'optics|main|1| optics||1|2'
step 1 "associations of jobs of long ago stay" associations_are carol 'optics||1|'
step 1 "they are logged" grep -q 'left unchanged: .*association bob/optics/main (has usage), association carol/optics/ (has usage)' "$log"
lab_in "$controller" sed -i 's/^Prune=Unused$/Prune=All/' /etc/slurm/policy.conf
step 60 "associations with usage are deleted if the spec says so" associations_are bob ''
step 10 "all of them are" associations_are carol ''
step 10 "those of a user who stays are, too" associations_are alice 'physics|main|1|4 physics||parent|'
step 1 "a manual QOS is not deleted" shows 7 qos by_hand Priority
step 1 "a user who loses her default account keeps her other associations" associations_are alice 'physics|main|1|4 physics||parent|'
step 1 "that user has another default account" user_is alice 'Operator|physics'
step 1 "a QOS option that was removed from the spec is unset" qos_is long 'jobs of up to two weeks|0||'

# slurmdbd does not send updates to a slurmctld that is not registered with it.
if [ "$release" != 22.05 ]; then
  make_untold unseen
  verdict "slurmctld does not know a QOS that was added to the database directly" "$(if knows_qos unseen; then echo "it knows QOS unseen"; fi)"
  note_log
  lab_in "$controller" sh -c 'date +%s >/run/sidecar/untold'
  step 60 "slurmctld is reconfigured after it missed records" said_since 'reconfigure: slurmctld uses the new files'
  step 1 "the reason of the reconfigure is logged" said_since 'reconfigure: slurmctld missed accounting records; reconfiguring it to read them'
  step 1 "slurmctld knows the missed QOS" knows_qos unseen
fi
verdict "no daemon logs an error" "$(log_errors | grep -vE "$(expected_errors)" || true)"
exit "$failed"
