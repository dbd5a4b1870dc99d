#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): slurmctld's sidecar creates and maintains the accounting
# records of a spec, with the real daemons of a release, starting with an empty database. Prints one line
# per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed. /w/out is the output, /w/release
# its Slurm release, /w/lab has these scripts, /w/next has policy.conf and slurm.conf of another output.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/lab.sh
. $here/overlay.sh
. $here/compare.sh
. $here/parts.sh
. $here/services.sh
. $here/static.sh
. $here/workload.sh
. $here/policy_parts.sh

release=$(cat /w/release)
slurm=/w/out/slurm
failed=0
declared=() started=()

lab_start
chmod 1777 "$lab_log"
cp -r /w/out /w/lab-out
awk -f $here/flatten.awk /w/out/plan.yaml | sed -n 's/^accounting\.//p' >/tmp/accounting
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
lay_out "$controller" "${controller%-0}"
lab_pod "$controller" "/w/pods/$controller.run"
lab_wait "$controller" 20 controller_up || give_up "slurmctld starts with a new database" "$controller"
log=$lab_log/$controller.log
verdict "slurmctld starts with a new database, and a partition's QOS" ""
start_nodes
start_client
worker=${started[0]}

step 60 "the sidecar has the records made" settled 1
step 1 "QOS as in the spec" qos_is long 'jobs of up to two weeks|5|14-00:00:00|cpu=100,gres/gpu=1'
step 1 "with whom they preempt" shows 'long,normal|DenyOnLimit|cpu=2' qos urgent Preempt,Flags,MaxTRESPerUser
step 1 "an account with its parent, share, QOS and coordinator" account_is physics 'root|10|long,normal|normal'
step 1 "one below it" account_is optics 'physics|5|long,normal|normal'
step 1 "who is its coordinator" coordinator_is physics alice
step 1 "a user's associations" associations_are alice 'optics||1| physics||parent|'
step 1 "and one of a partition alone" associations_are bob 'optics|main|1| optics||1|2'
step 1 "a user's default account and rights" user_is alice 'Operator|optics'
step 60 "a worker registers" state_is "$worker" '^IDLE\+CLOUD$'
step 30 "a job runs in the account" as bob srun --mem=1M -w "$worker" true
step 1 "who has no association is refused" refused daemon srun --mem=1M true
step 20 "a limit of the partition's association holds" second_is_refused

# Manual changes.
sacctmgr_of_hand add qos by_hand Priority=7
sacctmgr_of_hand add account guests
sacctmgr_of_hand add user alice account=physics partition=main
sacctmgr_of_hand modify user where name=alice account=physics partition=main set MaxJobs=4
sacctmgr_of_hand modify qos long set MaxWall=1:00:00
sacctmgr_of_hand modify user where name=alice account=physics partition= set Fairshare=77
verdict "slurmctld was told of each change" "$(lab_in "$controller" cat /run/sidecar/untold 2>/dev/null || true)"
note_log
lab_in "$controller" sh -c 'echo >>/etc/slurm/policy.conf'
step 60 "a hand's change of what the spec has is taken back" qos_is long 'jobs of up to two weeks|5|14-00:00:00|cpu=100,gres/gpu=1'
step 20 "what the spec never had is told of, and stays" grep -q 'policy: not in the spec, and left alone: qos by_hand, account guests, association alice/physics/main' "$log"
step 20 "and a share, beside an association of a partition that is nobody's but the hand's" associations_are alice 'optics||1| physics|main|1|4 physics||parent|'

# After a restart, the sidecar knows what it did before.
keep_state
lab_stop "$controller"
note_log
lab_again "$controller" $here/with_state.sh "/w/pods/$controller.run"
lab_wait "$controller" 20 controller_up || give_up "slurmctld starts again" "$controller"
step 60 "after another start nothing is set again" nothing_is_set

# The spec changes while slurmdbd is down. A new partition's QOS does not
# exist yet, so the sidecar does not send this partition to slurmctld.
stop_soon "$dbd"
note_log
change_to next
step 60 "with slurmdbd away the sidecar is not ready" failing 'policy: the accounting database does not answer'
step 60 "and slurmctld is not told of a partition whose QOS is not there" said_since 'waits for QOS brief, which partitions have and slurmctld does not know'
step 1 "it runs on" controller_up
# Newer releases of slurmctld restart at a reconfigure, so they need not be told of the QOS before.
if [ "$release" != 22.05 ]; then
  make_untold brief
fi
lab_again "$dbd" "/w/pods/$dbd.run"
step 180 "with slurmdbd back the records are made" shows '3' qos brief Priority
step 90 "and the partition is taken up" in_partition quick 'QoS=brief'
step 60 "the sidecar is ready again" not_failing
step 1 "what left the spec is gone from the database" gone_from_database
step 1 "and what was made by hand is not" shows 7 qos by_hand Priority
step 1 "who loses her default account has another one, and what was made by hand" associations_are alice 'physics|main|1|4 physics||parent|'
step 1 "as she has it herself" user_is alice 'Operator|physics'
step 1 "an option that left the spec is taken back" qos_is long 'jobs of up to two weeks|0||'

# slurmdbd does not send updates to a slurmctld that is not registered with it.
if [ "$release" != 22.05 ]; then
  make_untold unseen
  verdict "slurmctld does not know what nobody told it" "$(if knows_qos unseen; then echo "it knows QOS unseen"; fi)"
  note_log
  lab_in "$controller" sh -c 'date +%s >/run/sidecar/untold'
  step 60 "a slurmctld that missed records starts anew" said_since 'reconfigure: slurmctld uses the new files'
  step 1 "as the log says" said_since 'reconfigure: slurmctld missed accounting records, and is to read them'
  step 1 "and knows them" knows_qos unseen
fi
verdict "no daemon logs an error" "$(log_errors | grep -vE "$(expected_errors)" || true)"
exit "$failed"
