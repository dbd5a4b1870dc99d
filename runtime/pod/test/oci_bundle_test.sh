#!/usr/bin/env bash
# Tests oci-bundle.sh: it deletes the directory of one step, and nothing outside it.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
spool=$lab/spool
mkdir -p "$spool/oci-job1-0/task-0/state" "$spool/oci-job2-batch" "$lab/outside"
touch "$spool/cred_state" "$lab/outside/file"

new_case "slurmd reads that the container has ended"
[ "$("$pod/oci-bundle.sh" state | jq -r .status)" = stopped ] || bad "the state is $("$pod/oci-bundle.sh" state)"

new_case "the directory of one step is deleted, and links in it are not followed"
ln -s "$lab/outside" "$spool/oci-job1-0/task-1"
ln -s "$lab/outside" "$spool/oci-job1-0/task-0/state/link"
"$pod/oci-bundle.sh" delete "$spool/oci-job1-0/" || bad "exit code $?"
[ ! -e "$spool/oci-job1-0" ] || bad "the directory still exists"
[ -e "$lab/outside/file" ] || bad "a file outside was deleted"
[ -d "$spool/oci-job2-batch" ] || bad "the directory of another step was deleted"

new_case "the directory of all steps is not deleted"
"$pod/oci-bundle.sh" delete "$spool" || bad "exit code $?"
"$pod/oci-bundle.sh" delete "$spool/" || bad "exit code $?"
[ -e "$spool/cred_state" ] || bad "a file of slurmd was deleted"
[ -d "$spool/oci-job2-batch" ] || bad "the directory of a step was deleted"

new_case "a directory that is already gone is no failure"
"$pod/oci-bundle.sh" delete "$spool/oci-job3-0/" || bad "exit code $?"
finish
