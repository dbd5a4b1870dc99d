#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): slurmctld's sidecar creates and maintains the reservations of a
# spec, with the real daemons of a release and without an accounting database. Prints one line per check,
# "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed. /w/out is the output, /w/release its Slurm
# release, /w/lab has these scripts, /w/next has reservations.conf of another output, /w/times has times.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh
. $here/reservations_parts.sh

begin
LAB_NODES=3 name_pods
make_secrets
useradd --create-home bob
groupadd crew
usermod --append --groups crew bob
if [ "$release" = 22.05 ]; then
  start_munge
fi
overlay_cgroup /w/lab-out/slurm "$release"
overlay_hardware /w/lab-out/slurm
output=/w/lab-out
lay_out "$controller" "${controller%-0}"
# slurmctld's state outlives its pod.
sed -i '\|^/var/spool/slurmctld |d' "/w/pods/$controller.mounts"
install -d -o 64030 -g 64030 /var/spool/slurmctld
lab_pod "$controller" "/w/pods/$controller.run"
lab_wait "$controller" 20 controller_up || give_up "slurmctld starts" "$controller"
log=$lab_log/$controller.log
start_nodes
start_client

step 60 "the sidecar creates the reservations" settled 1
weekly=$(time_of weekly) course=$(time_of course) later=$(time_of later)
step 1 "a weekly reservation begins at its next time" has weekly "StartTime=$weekly" Duration=04:00:00 Users=root NodeCnt=3
step 1 "it is a maintenance of all nodes" has_flags weekly MAINT WEEKLY SPEC_NODES ALL_NODES
step 1 "a reservation that occurs once has its times and nodes" has course "StartTime=$course" Duration=02:00:00 'Nodes=one-[0-1]' \
  Users=bob MaxStartDelay=00:30:00
step 1 "it has its flags" has_flags course FLEX IGNORE_JOBS SPEC_NODES PURGE_COMP=00:10:00
step 1 "a reservation of a group has nodes that Slurm chose" has crew "StartTime=$later" Duration=1-12:00:00 Groups=crew \
  NodeCnt=1 Features=quick PartitionName=main
step 1 "a reservation of licenses has no nodes" has licenses Licenses=fluent:10 NodeCnt=0 Users=bob
step 1 "it recurs each day" has_flags licenses DAILY ANY_NODES
step 1 "a reservation of a partition has its nodes" has whole Nodes=two-0 PartitionName=slow Users=root,bob
step 1 "that partition may get other nodes" has_flags whole MAGNETIC OVERLAP SPEC_NODES PART_NODES
newer=()
[ "$release" = 22.05 ] || newer=(USER_DELETE)
step 1 "each other flag of a list of nodes is set" has_flags steady OVERLAP HOURLY STATIC NO_HOLD_JOBS_AFTER_END "${newer[@]}" SPEC_NODES
step 1 "each other flag of a number of nodes is set" has_flags spare OVERLAP WEEKDAY REPLACE
step 1 "it begins at its hour" grep -E '^2[-0-9]+T05:00:00$' <<<"$(field spare StartTime)"
step 1 "one that has begun is created for the rest of its time" has busy "EndTime=$(time_of end)" State=ACTIVE
step 1 "one whose time has passed is not created" is_gone past
step 1 "the log says so" grep -F 'reservations: past: its time has passed, so it is not created' "$log"
step 60 "the workers register" registered
if [ "$release" != 22.05 ]; then
  step 1 "a reservation of one core leaves the other one" has half Nodes=one-0 CoreCnt=1 TRES=cpu=1 PartitionName=main
  step 1 "a reservation may be for all other users" has part NodeCnt=2 CoreCnt=2 Users=-bob
  small=(--parsable --time=10 --mem=1M --chdir=/tmp --output=/dev/null --ntasks=1 --wrap 'until [ -e /w/half-ends ]; do sleep 1; done')
  job=$(as root sbatch --nodelist=one-0 "${small[@]}")
  step 30 "a job of another user runs on the other core" runs "$job"
  waiting=$(as root sbatch --nodelist=one-0 "${small[@]}")
  job_of_half=$(as bob sbatch --reservation=half "${small[@]}")
  step 30 "a job of its user runs on its core" runs "$job_of_half"
  step 1 "a second job of another user waits" is_pending "$waiting"
  touch /w/half-ends
  step 60 "these jobs end" no_jobs "$job,$waiting,$job_of_half"
fi
if [ "$release" = 26.05 ]; then
  step 1 "a reservation is for jobs of one partition" has part AllowedPartitions=main
fi

# With a time limit, because the weekly reservation has the node later.
job=$(as bob sbatch --parsable --time=10 --mem=1M --chdir=/tmp --output=/dev/null --partition=slow --reservation=busy \
  --wrap 'until [ -e /w/job-ends ]; do sleep 1; done')
step 30 "a job of its user runs in it" runs "$job"

# Manual changes.
scontrol_utc create reservation ReservationName=by_hand StartTime="$later" Duration=60 Users=bob Nodes=one-0 Flags=OVERLAP >/dev/null
scontrol_utc update ReservationName=course Users=root Flags-=FLEX Nodes=one-0 MaxStartDelay=0 >/dev/null
scontrol_utc update ReservationName=weekly StartTime="$(date -u -d "$weekly UTC +1 hour" +%Y-%m-%dT%H:%M:%S)" >/dev/null
scontrol_utc update ReservationName=whole Duration=60 >/dev/null
scontrol_utc delete ReservationName=licenses >/dev/null
touch_file
step 60 "manual changes are undone" settled 2
step 1 "users, nodes and delay" has course "StartTime=$course" 'Nodes=one-[0-1]' Users=bob MaxStartDelay=00:30:00
step 1 "flags" has_flags course FLEX IGNORE_JOBS SPEC_NODES PURGE_COMP=00:10:00
step 1 "the time of a recurring reservation" has weekly "StartTime=$weekly" Duration=04:00:00
step 1 "the length" has whole Duration=3-00:00:00
step 1 "a deleted reservation" has licenses Licenses=fluent:10
step 20 "a manual reservation is logged as left unchanged" said_since 'reservations: not in the spec and left unchanged: by_hand'
step 1 "the job still runs" runs "$job"

# An occurrence that an administrator skips is no manual change.
scontrol_utc update ReservationName=weekly Skip >/dev/null
scontrol_utc create reservation ReservationName=second StartTime="$later" Duration=60 Users=bob Nodes=one-0 Flags=OVERLAP >/dev/null
touch_file
step 60 "the sidecar compares again" said_since 'left unchanged: by_hand, second'
step 1 "a skipped occurrence stays skipped" has weekly "StartTime=$(date -u -d "$weekly UTC +7 days" +%Y-%m-%dT%H:%M:%S)" Duration=04:00:00
step 1 "nothing is changed" test -z "$(tail -n +"$((log_before + 1))" "$log" | grep -F 'reservations: scontrol' || true)"
scontrol_utc delete ReservationName=second >/dev/null

lab_stop "$controller"
note_log
lab_again "$controller" "/w/pods/$controller.run"
lab_wait "$controller" 20 controller_up || give_up "slurmctld starts again" "$controller"
step 60 "after a restart the sidecar sets nothing again" nothing_is_set

# The spec changes.
before=$(grep -c 'reservations: the reservations match the spec' "$log")
note_log
lab_put "$controller" /w/next/reservations.conf /etc/slurm/reservations.conf
step 60 "a reservation that was removed from the spec is removed" is_gone licenses
step 60 "a changed reservation has other users, nodes, length and delay" has course "StartTime=$course" Duration=03:00:00 Nodes=one-1 \
  Users=bob,root 'MaxStartDelay=(null)'
step 1 "it has other flags" has_flags course MAGNETIC SPEC_NODES
step 60 "a number of nodes is changed" has crew NodeCnt=2
step 60 "a reservation is created again if scontrol cannot change it" has_flags whole MAGNETIC SPEC_NODES PART_NODES
if [ "$release" != 22.05 ]; then
  step 60 "a reservation is created again with another part of its nodes" has part NodeCnt=2 CoreCnt=4 Users=-root
fi
step 60 "one with a job waits for the job" said_since "reservations: busy: it must be created again, which waits for its jobs: $job"
step 1 "the job still runs in it" runs "$job"
touch /w/job-ends
step 180 "it is created again after the job" has_flags busy OVERLAP SPEC_NODES PART_NODES
step 60 "then everything matches the spec" settled "$((before + 1))"

# The spec has no reservations left.
note_log
lab_in "$controller" rm /etc/slurm/reservations.conf
for name in weekly course crew whole busy steady spare half part; do
  step 60 "$name is removed" is_gone "$name"
done
step 1 "a manual reservation is not removed" has by_hand Nodes=one-0 Users=bob
verdict "the sidecar does not make slurmctld reconfigure for reservations" "$(grep 'reconfigure: slurmctld uses the new files' "$log" || true)"
verdict "no daemon logs an error" "$(log_errors | grep -vE "$(expected_errors)" || true)"
exit "$failed"
