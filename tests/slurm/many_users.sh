#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): slurmctld's sidecar creates 5,000 users, is killed in between, and waits for a database that
# is away. Prints one line per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed. /w/out is the output, /w/release its Slurm
# release, /w/lab has these scripts.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh
. $here/policy_parts.sh
. $here/many_users_parts.sh

begin
LAB_NODES=1 name_pods
make_secrets
if [ "$release" = 22.05 ]; then
  start_munge
fi
overlay_cgroup /w/lab-out/slurm "$release"
overlay_hardware /w/lab-out/slurm
overlay_absent /w/lab-out/slurm >/dev/null
output=/w/lab-out
start_accounting
start_slurmctld "slurmctld starts with a new database"
log=$lab_log/$controller.log

step 60 "the sidecar adds users" added 1
kill_controller
verdict "some limits are missing when the pod is killed" "$(if limited_are 10 5000; then echo "every user has the limit"; fi)"
began=$SECONDS
lab_again "$controller" "/w/pods/$controller.run"
lab_wait "$controller" 20 controller_up || give_up "slurmctld starts again" "$controller"
step 150 "the next sidecar adds the others" settled 1
echo "ok   the others were added and limited in $((SECONDS - began)) s"
step 1 "every user of the spec is in the database" users_are 5000
step 1 "every user has the limit of the spec" limited_are 10 5000

stop_database
change_limit
step 60 "without the database the sidecar is not ready" failing 'policy: the accounting database does not answer'
step 1 "slurmctld continues without the database" controller_up
start_database_again
step 150 "a changed limit is set when the database is back" limited_are 20 1
step 60 "the sidecar is ready again" not_failing
step 1 "the other users keep their limit" limited_are 10 4999
exit "$failed"
