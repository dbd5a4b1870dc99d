#!/usr/bin/env bash
# A cluster with accounting, its database and the REST API on a real node, with the project's own images. It starts by itself in any order
# of its pods. Limits are enforced, and every job is recorded. No record is lost while slurmdbd or the database is down. A key is rotated.
#   accounting_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
skiff=${1:-$top/build/skiff}
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"
# shellcheck source-path=SCRIPTDIR source=manual.sh
. "$here/manual.sh"
# shellcheck source-path=SCRIPTDIR source=../../lib/need.sh
. "$top/tests/lib/need.sh"
need curl jq
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=whole-login-0
out=$dir/out

# Prints a random key for slurm.jwks: new_key NAME
new_key() {
  head -c 48 /dev/urandom | basenc --base64url --wrap=0 | jq -R --arg kid "$1" '{alg: "HS256", kty: "oct", kid: $kid, k: .}'
}

# Changes the key set and updates the Secret: change_keys JQ-FILTER [FURTHER-KEY]
change_keys() {
  jq --slurpfile further "${2:-/dev/null}" "$1" "$dir/slurm.jwks" >"$dir/next.jwks"
  mv "$dir/next.jwks" "$dir/slurm.jwks"
  k create secret generic slurm-keys --from-file="$dir/slurm.jwks" --from-file="$dir/jwt_hs256.key" \
    --dry-run=client --output=yaml | k apply --filename=- >/dev/null 2>&1
}

# Succeeds when every daemon has applied this number of key changes: have_taken_keys NUMBER
have_taken_keys() {
  local pod
  for pod in cpu-0 cpu-1; do
    [ "$(k logs "$pod" --container slurmd | grep -c 'on-change: .*slurm\.jwks has changed, ran: kill')" -ge "$1" ] || return 1
  done
  [ "$(k logs "$login_pod" --container sackd | grep -c 'on-change: .*slurm\.jwks has changed, ran: kill')" -ge "$1" ] &&
    [ "$(k logs whole-slurmctld-0 --container sidecar | grep -c 'slurmctld uses the new files')" -ge "$((reconfigured + $1))" ] &&
    [ "$(k get pod whole-slurmdbd-0 --output 'jsonpath={.status.containerStatuses[0].restartCount}')" -ge "$((dbd_restarts + $1))" ] &&
    k wait --for=condition=Ready pod/whole-slurmdbd-0 --timeout=1s >/dev/null
}

# Creates the Secrets that this cluster needs in addition to those of the quickstart.
provide_more_secrets() {
  head -c 32 /dev/urandom >"$dir/jwt_hs256.key"
  head -c 24 /dev/urandom | base64 | tr -d '+/=\n' >"$dir/password"
  new_key first | jq '{keys: [. + {use: "default"}]}' >"$dir/slurm.jwks"
  change_keys .
  k create secret generic slurm-database --from-file=password="$dir/password" >/dev/null
}

# Prints a job's state and TRES in the accounting database: record JOB
record() {
  login sacct -X -n -P -a -j "$1" -o State,AllocTRES
}

# Succeeds when accounting has the job as completed, with its resources: is_on_record JOB
is_on_record() {
  record "$1" | grep -E '^COMPLETED\|(.*,)?cpu=[0-9]+.*mem=.*node=1' >/dev/null
}

# Succeeds when slurmctld is connected to slurmdbd and has no messages queued for it.
nothing_waits() {
  [ "$(login sdiag | sed -n 's/^DBD Agent queue size: *//p')" = 0 ] && login sacctmgr -n show cluster | grep whole >/dev/null
}

# Sends a request to the REST API's Service with a token for alice: rest METHOD PATH [CURL-OPTION...]
rest() {
  local method=$1 path=$2
  shift 2
  "$here/node.sh" in "$dir" curl --silent --show-error --max-time 80 --request "$method" --header 'X-SLURM-USER-NAME: alice' \
    --header "X-SLURM-USER-TOKEN: $token" "$@" "http://$rest_address:6820$path"
}

# Prints the token of the service `portal`.
service_token() {
  k get secret whole-token-portal --output 'jsonpath={.data.SLURM_JWT}' | base64 --decode
}

# Succeeds if the token of the service is not this one, and the REST API accepts it: has_new_token OLD
has_new_token() {
  token=$(service_token)
  [ "$token" != "$1" ] && [ "$(rest GET "${version%/job/submit}/jobs/" --output /dev/null --write-out '%{http_code}')" = 200 ]
}

"$skiff" build "$here/accounting.yaml" -o "$out" >&2
node_for "$out" 3
welcome_reader
provide_more_secrets

start=$(now)
k apply --kustomize "$out" >/dev/null
within 120 k get pod cpu-1 whole-slurmctld-0 whole-slurmdbd-0 whole-mariadb-0 whole-login-0
within 300 node_is_idle cpu-0
within 60 node_is_idle cpu-1
k wait --for=condition=Ready pod --all --timeout=720s >/dev/null || fail "the pods are not ready"
within 60 nothing_waits
took "$start" 'applied, database created, all pods ready, all nodes idle'

# Limits: a user without an account cannot run jobs, and with an account can.
if alice srun --chdir=/tmp true 2>"$dir/refused"; then
  fail "a user without an account runs a job"
fi
grep -q 'Invalid account' "$dir/refused" || fail "a job without an account is rejected with the wrong message: $(cat "$dir/refused")"
login sacctmgr -i add account research >/dev/null || fail "cannot create an account"
login sacctmgr -i add user alice account=research >/dev/null || fail "cannot add a user"
within 20 alice srun --chdir=/tmp true

# A benchmark is a job of user slurm, who needs an account too. Without one, no node is tested.
start=$(now)
k create job --from=cronjob/whole-benchmark-site site-1 >/dev/null
k wait --for=condition=Failed --timeout=480s job/site-1 >/dev/null || fail "a benchmark without an account does not fail"
login sacctmgr -i add user slurm account=research >/dev/null || fail "cannot give user slurm an account"
follow policy 'kubectl -n slurm exec atlas-slurmctld-0 -c slurmctld -- sacctmgr show' 's/atlas/whole/'
printed 'research +alice'
install "$skiff" "$dir/commands/skiff"
follow policy 'skiff policy script | kubectl' "s/atlas/whole/; s|cluster.yaml|$here/accounting.yaml|"
printed '^  association slurm/research/$'
k create job --from=cronjob/whole-benchmark-site site-2 >/dev/null
k wait --for=condition=Complete --timeout=480s job/site-2 >/dev/null || fail "a benchmark with an account fails"
for node in cpu-0 cpu-1; do
  k logs job/site-2 --container benchmark | grep -F "\"node\":\"$node\",\"result\":\"pass\",\"detail\":\"12 GB/s" >/dev/null ||
    fail "$node is not tested"
  within 30 node_is_idle "$node"
done
took "$start" 'a benchmark, rejected without an account and run with one'

# Every job is recorded: a job array, and a job submitted by REST.
start=$(now)
array=$(submit --array=1-4 --wrap 'hostname')
for task in 1 2 3 4; do
  within 60 is_on_record "${array}_$task"
done
took "$start" 'a job array of 4 is recorded'
follow tokens 'kubectl -n slurm exec atlas-slurmctld-0' 's/atlas/whole/'
token=$(sed -n 's/^SLURM_JWT=//p' "$dir/printed")
rest_address=$(k get service whole-slurmrestd --output 'jsonpath={.spec.clusterIP}')
# json-c writes a slash as backslash and slash.
# shellcheck disable=SC1003
version=$(rest GET /openapi/v3 | tr -d '\\' | grep -oE '/slurm/v0\.0\.[0-9]+/job/submit' | sort -V | tail -n 1)
[ -n "$version" ] || fail "slurmrestd's OpenAPI document has no path to submit a job"
start=$(now)
id=$(rest POST "$version" --header 'Content-Type: application/json' --data \
  '{"job": {"name": "by-rest", "partition": "main", "current_working_directory": "/tmp", "environment": ["PATH=/usr/bin:/bin"], "script": "#!/bin/sh\nhostname\n"}}' |
  tr -d ' \n' | sed -n 's/.*"job_id":\([0-9]*\).*/\1/p')
[ -n "$id" ] || fail "cannot submit a job by REST"
within 60 is_on_record "$id"
took "$start" 'a job submitted by REST is recorded'
# Not by a ping: slurmrestd answers a ping with 200, whatever slurmctld answered.
code=$(token=x rest GET "${version%/job/submit}/jobs/" --output /dev/null --write-out '%{http_code}')
[ "$code" != 200 ] || fail "slurmrestd answers a wrong token with $code"

# The sidecar has written the token of a service. An apply does not change it, and a new signing key replaces it.
start=$(now)
within 60 has_new_token ""
first=$token
follow tokens 'kubectl -n slurm get secret' 's/atlas/whole/'
printed '^"20[0-9-]*T'
k apply --kustomize "$out" >/dev/null
[ "$(service_token)" = "$first" ] || fail "an apply changes the token of a service"
head -c 32 /dev/urandom >"$dir/jwt_hs256.key"
change_keys .
within 240 has_new_token "$first"
code=$(token=$first rest GET "${version%/job/submit}/jobs/" --output /dev/null --write-out '%{http_code}')
[ "$code" != 200 ] || fail "slurmctld accepts a token that another key signed"
k auth can-i get secret/slurm-keys --as=system:serviceaccount:slurm:whole-slurmctld >/dev/null && fail "the sidecar may read other Secrets"
k auth can-i create secrets --as=system:serviceaccount:slurm:whole-slurmctld >/dev/null && fail "the sidecar may create Secrets"
took "$start" 'the token of a service: written, kept by an apply, and replaced after a new key'

# A key is rotated in three steps. Meanwhile a job runs, others start and end, and nothing is refused.
start=$(now)
dbd_restarts=$(k get pod whole-slurmdbd-0 --output 'jsonpath={.status.containerStatuses[0].restartCount}')
reconfigured=$(k logs whole-slurmctld-0 --container sidecar | grep -c 'slurmctld uses the new files' || true)
long=$(submit --nodelist=cpu-0 --wrap 'until [ -e /tmp/exchanged ]; do sleep 1; done')
within 30 job_is "$long" JobState RUNNING
while [ ! -e "$dir/exchanged" ]; do
  alice srun --chdir=/tmp --nodelist=cpu-1 true 2>>"$dir/refused.keys" || echo refused >>"$dir/refused.keys"
  sleep 1
done &
others=$!
new_key second >"$dir/second"
# shellcheck disable=SC2016 # jq's variable
change_keys '.keys += $further' "$dir/second"
within 120 have_taken_keys 1
change_keys '.keys |= map(del(.use)) | .keys[-1].use = "default"'
within 120 have_taken_keys 2
change_keys '.keys |= .[-1:]'
within 180 have_taken_keys 3
touch "$dir/exchanged"
wait "$others"
k exec cpu-0 --container slurmd -- touch /tmp/exchanged
within 30 job_is "$long" JobState COMPLETED
[ "$(job "$long" Restarts)" = 0 ] || fail "the key rotation requeued a job"
if grep refused "$dir/refused.keys"; then
  fail "jobs were rejected during the key rotation: $(cat "$dir/refused.keys")"
fi
within 60 is_on_record "$long"
took "$start" 'a key rotated in three steps'

# While slurmdbd is down, jobs run. Their records are written afterwards.
start=$(now)
k scale statefulset whole-slurmdbd --replicas=0 >/dev/null
within 60 pod_is_gone whole-slurmdbd-0
id=$(submit --wrap 'sleep 2')
within 60 job_is "$id" JobState COMPLETED
k scale statefulset whole-slurmdbd --replicas=1 >/dev/null
within 120 is_on_record "$id"
took "$start" 'slurmdbd down while a job ran: the job is recorded afterwards'

# The same while the database is down.
start=$(now)
k scale statefulset whole-mariadb --replicas=0 >/dev/null
within 120 pod_is_gone whole-mariadb-0
id=$(submit --wrap 'sleep 2')
within 60 job_is "$id" JobState COMPLETED
k scale statefulset whole-mariadb --replicas=1 >/dev/null
within 240 is_on_record "$id"
took "$start" 'database down while a job ran: the job is recorded afterwards'
record "${array}_1" | grep '^COMPLETED' >/dev/null || fail "earlier records are gone"

# A record is archived before it is purged, and the archive outlives slurmdbd's pod. The database makes the job three hours old.
start=$(now)
id=$(submit --job-name=for-the-archive --wrap hostname)
within 60 is_on_record "$id"
k exec whole-mariadb-0 -- mariadb --user=slurm --password="$(<"$dir/password")" slurm_acct_db --execute \
  "UPDATE whole_job_table SET time_submit = time_submit - 10800, time_eligible = time_eligible - 10800, time_start = time_start - 10800,
    time_end = time_end - 10800 WHERE id_job = $id" || fail "cannot age the record of job $id"
login sacctmgr -i archive dump Jobs PurgeJobAfter=1hours >/dev/null || fail "slurmdbd cannot archive"
! record "$id" | grep . || fail "the archived record is still in the database"
k delete pod whole-slurmdbd-0 >/dev/null
within 120 nothing_waits
archive=$(k exec whole-slurmdbd-0 --container slurmdbd -- ls /archive/slurm-archive)
[ "$(grep -c job_table_archive <<<"$archive")" = 1 ] || fail "the archive has not one file of jobs: $archive"
follow policy 'kubectl -n slurm exec atlas-slurmdbd-0' "s/atlas/whole/; s/FILE/$archive/"
record "$id" | grep '^COMPLETED' >/dev/null || fail "the archived record was not loaded"
took "$start" 'a record archived, and loaded after the pod of slurmdbd was replaced'

# No log contains the password.
for pod in $(k get pods --output name); do
  if k logs "$pod" --all-containers | grep -Ff "$dir/password" >/dev/null; then
    fail "the password is in the log of $pod"
  fi
done
echo "ok: $(basename "$0")"
