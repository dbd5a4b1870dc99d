#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): compiled files beside slurm.conf and programs of a site, with the real daemons of a release,
# and changes of both while the daemons run. Prints one line per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed. /w/out is
# the output, /w/release its Slurm release, /w/lab has these scripts.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh
. $here/site_parts.sh
. $here/bundle_parts.sh

topology=topology.yaml
[ -e $slurm/$topology ] || topology=topology.conf

# crun refuses a machine that has both versions of control groups.
umount /sys/fs/cgroup/unified 2>/dev/null || true
begin
LAB_NODES=4 name_pods
for row in "${declared[@]}"; do
  [ -n "${lab_ip[${row%%$'\t'*}]-}" ] || lab_name "${row%%$'\t'*}" "${row#*$'\t'}"
done
make_secrets
if [ "$release" = 22.05 ]; then
  start_munge
fi
overlay_cgroup /w/lab-out/slurm "$release"
overlay_hardware /w/lab-out/slurm
make_programs
output=/w/lab-out
start_slurmctld "slurmctld starts"
started=("${started[0]}")
start_nodes
start_client
start_logins
worker=${started[0]}
login=$(login_sets)-0

step 30 "a worker registers" state_is "$worker" '^IDLE\+CLOUD$'
step 1 "slurmctld has the topology" below_switch leafa 'one-\[0-1\]'
step 1 "the topology has its root switch" shows_switch spine
step 1 "job_submit.lua rejects a job with a message" refused 'no such job here' --comment='by the script'
step 20 "job_submit.lua accepts another job" lab_in "$client" srun -w "$worker" true
step 1 "cli_filter.lua rejects a job" refused '' --comment='by the filter'
step 1 "commands in jobs find cli_filter.lua" in_job "$worker" cli_filter.lua
step 1 "the worker has a file that slurmctld does not send" lab_in "$worker" grep -qx 'quota=/home' /etc/slurm/site.conf
step 1 "that file is also beside the files that slurmctld sent" lab_in "$worker" test -e /run/slurm/conf/site.conf
step 1 "the login pod has that file too" lab_in "$login" grep -qx 'quota=/home' /etc/slurm/site.conf
step 1 "the login pod has cli_filter.lua" login_reads cli_filter.lua

# The kubelet replaces the mounted files.
change "$topology" 's/leafa/north/g'
step 60 "slurmctld is reconfigured after the topology changed" change_is_applied
step 1 "slurmctld shows the changed topology" below_switch north 'one-\[0-1\]'
step 20 "a job runs after the topology changed" lab_in "$client" srun -w "$worker" true
change job_submit.lua 's/by the script/by nobody/'
step 30 "a changed job_submit.lua is used" lab_in "$client" srun -w "$worker" --comment='by the script' true

# Which programs run for a job, as which user and in which order.
forget
# shellcheck disable=SC2016 # the task's own
step 20 "a user's job runs" user_srun "$login" "$worker" 'echo "$SITE $MORE" >/tmp/task'
step 20 "health checks run first and last, and the site's programs run in order between them" order_is 'health prolog,prolog one root,prolog two,epilog one,epilog two,health epilog'
step 1 "task prologs run as the user and set the task's environment" lab_in "$worker" grep -qx 'alice yes' /tmp/task
step 10 "the task epilog runs as the user" lab_in "$worker" grep -qx alice /tmp/after-task
step 1 "srunProlog runs in the login pod, as the user" lab_in "$login" grep -qx alice /tmp/srun
step 1 "prologSlurmctld runs in slurmctld's pod, as its user" lab_in "$controller" grep -q '^64030 ' /tmp/prolog
step 10 "epilogSlurmctld runs in slurmctld's pod, as its user" lab_in "$controller" grep -q '^64030 ' /tmp/epilog
step 20 "mail is sent by the site's program" mailed

# A failure.
forget
lab_in "$worker" touch /tmp/fails
id=$(submit -w "$worker" --wrap hostname)
step 60 "a failing prolog drains the node" state_is "$worker" DRAIN
step 10 "the reason of the drain is Slurm's: Prolog error" lab_in "$client" sh -c "scontrol show node $worker | grep -q 'Reason=Prolog error'"
step 40 "the job is requeued and not held" requeued "$id"
step 1 "the prolog program after the failing one does not run" not_run 'prolog two'
lab_in "$worker" rm /tmp/fails
back "$worker"
step 60 "the job runs after the node is resumed" job_is "$id" COMPLETED
lab_in "$worker" touch /tmp/slow
id=$(submit -w "$worker" --wrap hostname)
step 60 "a prolog that exceeds its time limit drains the node" state_is "$worker" DRAIN
lab_in "$worker" rm /tmp/slow
back "$worker"
step 60 "the job of that prolog runs after the node is resumed" job_is "$id" COMPLETED

# A changed program is used for the next job, without a reconfigure.
lab_in "$worker" sed -i 's/epilog two/epilog too/' /etc/skiff/scripts/hook-epilog.01.0
forget
step 20 "another job runs" user_srun "$login" "$worker" true
step 20 "the changed epilog program runs for the next job" order_is 'health prolog,prolog one root,prolog two,epilog one,epilog too,health epilog'
if [ -e $slurm/oci.conf ]; then
  check_bundles
fi
exit "$failed"
