#!/usr/bin/env bash
# Follows pages of the manual on a real node, from a clean clone: it runs each command block as the page prints it, in the order of the page.
# Only names and sizes are replaced. The test docs.commands checks that no block of a page is forgotten.
#   docs_test.sh
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"
# shellcheck source-path=SCRIPTDIR source=manual.sh
. "$here/manual.sh"
# shellcheck source-path=SCRIPTDIR source=../../lib/need.sh
. "$top/tests/lib/need.sh"
need git jq openssl openssh-client
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=atlas-login-0
spec=$dir/my-cluster/cluster.yaml
# A worker that fits on a small machine many times.
small='hardware: {cpus: 1, memory: 1Gi}, requests: {cpu: 100m, memory: 256Mi}, topologySpread: false'

# docs/first-cluster.md, on the path of kind, with imported images.
first_cluster() {
  follow first-cluster './quickstart.sh'
  follow first-cluster 'install build/skiff' "s|/usr/local/bin|$dir/commands|"
  follow first-cluster 'skiff init --trial'
  follow first-cluster 'skiff init ../my-cluster' 's/my-cluster/own-cluster/'
  follow first-cluster 'cd ../my-cluster'
  follow first-cluster 'skiff check'
  start_node "$dir/skiff/build/quickstart" 1
  follow first-cluster 'kubectl create namespace'
  creates_secrets
  validates_own_spec
  follow first-cluster 'skiff build cluster.yaml'
  follow first-cluster 'kubectl -n slurm get pods --watch' 's/.*/timeout 10 & || [ $? -eq 124 ]/'
  all_ready
  follow first-cluster 'kubectl -n slurm exec atlas-login-0'
  printed '^main\* .* 2 +idle +cpu-\[0-1\]$'
  printed '^cpu-0$'
  printed '^cpu-1$'
}

# The spec of the other path. Its workers do not fit on this machine, so the API server only validates its objects.
validates_own_spec() {
  reader "cd '$dir/own-cluster' && git init --quiet"
  follow first-cluster 'skiff build cluster.yaml' 's/^kubectl apply .*/& --dry-run=server/'
  reader "cd '$dir/my-cluster'"
}

# docs/secrets.md before the cluster runs. It also creates the Secrets that this cluster does not use. The cluster has its keys since
# first-cluster.md, so `skiff keys` makes those of another namespace.
creates_secrets() {
  reader "sed 's/name: atlas/&, namespace: other/' cluster.yaml >'$dir/other.yaml'"
  follow secrets 'kubectl create namespace' "s|slurm\$|other|; s|cluster.yaml|$dir/other.yaml|"
  printed '^secret/slurm-keys created$'
  printed '^secret/ssh-host-keys created$'
  follow secrets 'kubectl -n slurm get secret ssh-host-keys'
  printed '^ssh-ed25519 AAAA'
  follow secrets 'kubectl -n slurm create secret generic slurm-database'
  follow secrets 'cd '
  follow secrets 'dd if=/dev/random of=jwt_hs256.key'
  follow secrets 'kubectl -n slurm create secret generic admin-keys'
  follow secrets 'kubectl -n slurm create secret docker-registry'
  follow secrets 'find . -maxdepth 1'
  reader "[ -z \"\$(ls | grep -v pub)\" ] && cd '$dir/my-cluster' && umask 022"
  [ "$(k get secret slurm-keys --output json | jq --compact-output '.data | keys')" = '["jwt_hs256.key","slurm.key"]' ] ||
    fail "the Secret slurm-keys has other keys"
}

# Waits until all pods are ready and a node is idle.
all_ready() {
  local start
  start=$(now)
  within 120 k get pod cpu-0 atlas-slurmctld-0 atlas-login-0
  k wait --for=condition=Ready pod --all --timeout=720s >/dev/null || fail "the pods are not ready"
  within 60 node_is_idle cpu-0
  took "$start" 'all pods ready'
}

# Compiles, reviews and applies the current spec as docs/tasks.md says, and commits it. The review is in the file `review`.
deploys() {
  follow tasks 'kubectl apply -k out'
  cp "$dir/printed" "$dir/review"
  reader 'git add . && git commit --quiet --message change'
}

# Puts each node set of the spec on a line of its own, so that the test can add and remove lines.
splits_node_sets() {
  sed -i -E 's/^  nodeSets: \[(.*)\]$/  nodeSets:\n    - \1/' "$spec"
}

adds_a_set() {
  sed -i "s/^  nodeSets:/&\n    - {name: extra, replicas: 1, $small}/" "$spec"
  deploys
  grep -q '^+NodeName=extra-0 ' "$dir/review" || fail "the review does not show the new node"
  grep -q '^+++ b/out/k8s/nodeset-extra.yaml' "$dir/review" || fail "the review does not show the new file"
  within 120 node_is_idle extra-0
}

changes_the_configuration() {
  block tasks yaml 'slurm:' >>"$spec"
  deploys
  follow tasks 'kubectl get --raw' 's/NODE/node/'
  printed '"syncFrequency": "10s"'
  follow tasks 'kubectl -n slurm annotate --overwrite pod'
  within 240 parameter_is MaxJobCount 50000
  follow tasks 'kubectl -n slurm logs atlas-slurmctld-0 -c sidecar --since' 's/.*/timeout 10 & || [ $? -eq 124 ]/'
  printed 'slurmctld uses the new files'
  replaces_login
}

# Deletes the login pod, as the page says, and waits for the next one.
replaces_login() {
  local uid
  uid=$(pod_uid atlas-login-0)
  follow tasks 'kubectl -n slurm delete pod atlas-login-0'
  within 120 pod_is_another atlas-login-0 "$uid"
  k wait --for=condition=Ready pod/atlas-login-0 --timeout=240s >/dev/null || fail "the login pod is not ready"
}

replaces_workers() {
  local uid
  uid=$(pod_uid cpu-1)
  follow tasks 'kubectl -n slurm delete pod h100-3' 's/h100-3/cpu-1/'
  within 60 pod_is_another cpu-1 "$uid"
  within 60 node_is_idle cpu-1
  # With a drain of the administrator, which skiff must not undo.
  uid=$(pod_uid cpu-0)
  follow tasks 'scontrol update nodename=h100-3 state=drain' 's/h100-3/cpu-0/'
  reader sinfo
  printed ' drain +cpu-0$'
  follow tasks 'kubectl -n slurm delete pod h100-3' 's/h100-3/cpu-0/'
  within 60 pod_is_another cpu-0 "$uid"
  k wait --for=condition=Ready pod/cpu-0 --timeout=240s >/dev/null || fail "the worker's pod is not ready"
  node_is_out cpu-0 DRAIN image || fail "the drain was undone"
  follow tasks 'scontrol update nodename=h100-3 state=resume' 's/h100-3/cpu-0/'
  within 60 node_is_idle cpu-0
}

makes_a_set_smaller() {
  local id
  id=$(hold cpu-1)
  within 30 job_is "$id" JobState RUNNING
  sed -i 's/name: cpu, replicas: 2/name: cpu, replicas: 1/' "$spec"
  deploys
  k wait --for=condition=Ready=false pod/atlas-slurmctld-0 --timeout=240s >/dev/null || fail "nothing says that the change waits"
  follow tasks 'kubectl -n slurm exec atlas-slurmctld-0 -c sidecar'
  printed "cpu-1.*$id"
  release cpu-1 "$id"
  within 30 job_is "$id" JobState COMPLETED
  within 60 pod_is_gone cpu-1
  k wait --for=condition=Ready pod/atlas-slurmctld-0 --timeout=240s >/dev/null || fail "the change is not applied"
}

# Power down ends the pod long before the set's idleAfter, ten minutes.
adds_an_elastic_set() {
  local line id
  line=$(block tasks yaml '- {name: burst,' | grep 'name: burst' | sed -E "s/hardware: \{[^}]*\}/$small/")
  sed -i "s|^  nodeSets:|&\n$line|" "$spec"
  deploys
  within 120 login scontrol show node burst-0
  follow tasks 'kubectl -n slurm rollout status'
  id=$(submit --nodelist=burst-0 --wrap hostname)
  within 120 job_is "$id" JobState COMPLETED
  follow tasks 'kubectl -n slurm logs atlas-slurmctld-0 -c sidecar --tail'
  printed ' power: .*burst-0'
  follow tasks 'sinfo --list-reasons'
  printed '^REASON '
  follow tasks "scontrol update nodename='burst-"
  within 60 pod_is_gone burst-0
}

removes_sets() {
  sed -i -E '/name: (extra|burst),/d' "$spec"
  deploys
  follow tasks 'kubectl -n slurm rollout status'
  within 240 lacks_node extra-0
  follow tasks 'kubectl -n slurm delete statefulset,poddisruptionbudget' 's/NAME/extra/'
  follow tasks 'kubectl -n slurm delete podtemplate' 's/NAME/burst/'
  follow tasks 'kubectl -n slurm delete role,rolebinding'
  follow tasks 'kubectl -n slurm delete serviceaccount'
  within 60 pod_is_gone extra-0
}

# Succeeds when slurmctld answers and knows no node of this name.
lacks_node() {
  login sinfo --noheader --Node --format=%N >"$dir/nodes" && ! grep -qx "$1" "$dir/nodes"
}

runs_in_ci() {
  follow tasks 'skiff check --strict'
  # A file that was not committed fails the job.
  reader 'git rm --quiet --cached out/k8s/nodeset-cpu.yaml && git commit --quiet --message incomplete'
  follow tasks 'skiff check --strict' 's/^git diff .*/! &/'
  reader 'git reset --quiet --hard HEAD~1'
}

# A second Kubernetes node dies with a worker and its job.
recovers_from_a_dead_node() {
  local uid id start
  "$here/node.sh" join "$dir" "$imported"
  k cordon node >/dev/null
  sed -i 's/name: cpu, replicas: 1/name: cpu, replicas: 2/' "$spec"
  deploys
  within 240 node_is_idle cpu-1
  k uncordon node >/dev/null
  uid=$(pod_uid cpu-1)
  id=$(hold cpu-1 --requeue)
  within 30 job_is "$id" JobState RUNNING
  start=$(now)
  "$here/node.sh" lose "$dir"
  follow tasks 'kubectl taint node NODE node.kubernetes.io/out-of-service=' 's/NODE/other/'
  within 120 pod_is_another cpu-1 "$uid"
  within 120 node_is_idle cpu-1
  within 60 job_is "$id" Restarts 1
  took "$start" "a Kubernetes node dead and tainted: its worker is idle on another, the job requeued"
  alice scancel "$id"
  "$here/node.sh" join "$dir" "$imported"
  follow tasks 'kubectl taint node NODE node.kubernetes.io/out-of-service-' 's/NODE/other/'
}

# docs/secrets.md: another key, and a job starts again when all daemons have it.
rotates_a_single_key() {
  local pod
  follow secrets 'cd '
  follow secrets 'test -s slurm.key'
  for pod in cpu-0/slurmd cpu-1/slurmd atlas-login-0/sackd; do
    within 120 has_said "${pod%/*}" "${pod#*/}" 'on-change: .*slurm\.key'
  done
  within 120 has_said atlas-slurmctld-0 sidecar 'slurmctld uses the new files'
  within 60 starts_on 'cpu-[0-1]'
}

# docs/secrets.md on the running cluster: from one key to a key set. A job runs while slurmctld changes over and the workers have not yet.
moves_to_a_key_set() {
  local id uid node
  id=$(hold cpu-0)
  within 30 job_is "$id" JobState RUNNING
  follow secrets 'cd '
  follow secrets 'base64 --wrap=0 slurm.key'
  reader "cd '$dir/my-cluster' && umask 022"
  block secrets yaml 'auth:' >>"$spec"
  uid=$(pod_uid atlas-slurmctld-0)
  deploys
  within 240 pod_is_another atlas-slurmctld-0 "$uid"
  k wait --for=condition=Ready pod/atlas-slurmctld-0 --timeout=240s >/dev/null || fail "slurmctld is not ready"
  job_is "$id" JobState RUNNING || fail "the key set ended the job"
  release cpu-0 "$id"
  within 60 job_is "$id" JobState COMPLETED
  [ "$(job "$id" Restarts)" = 0 ] || fail "the key set requeued the job"
  replaces_login
  for node in cpu-0 cpu-1; do
    uid=$(pod_uid "$node")
    follow tasks 'kubectl -n slurm delete pod h100-3' "s/h100-3/$node/"
    within 60 pod_is_another "$node" "$uid"
    within 60 node_is_idle "$node"
  done
  follow secrets "kubectl -n slurm patch secret slurm-keys -p '{"
  starts_on 'cpu-[0-1]' || fail "no job starts with the key set"
}

# Rotates a key of the set in the page's three steps, while a job runs.
rotates_a_key() {
  local id
  id=$(hold cpu-0)
  within 30 job_is "$id" JobState RUNNING
  follow secrets 'cd '
  follow secrets 'new_key()'
  follow secrets "kubectl -n slurm get secret slurm-keys -o jsonpath='{.data.slurm\\.jwks"
  follow secrets 'new_key 2027-05'
  distributes_the_set 1
  follow secrets "jq '.keys |= map"
  distributes_the_set 2
  follow secrets "jq '.keys |= .[-1:]"
  distributes_the_set 3
  follow secrets 'find . -maxdepth 1'
  job_is "$id" JobState RUNNING || fail "the rotation ended the job"
  release cpu-0 "$id"
  within 60 job_is "$id" JobState COMPLETED
  [ "$(job "$id" Restarts)" = 0 ] || fail "the rotation requeued the job"
}

# Updates the Secret and waits until every daemon has the new set, which is the NUMBERth since the daemons started: distributes_the_set NUMBER
distributes_the_set() {
  follow secrets 'changed='
  within 120 have_reported "$1"
  follow secrets 'kubectl -n slurm logs --selector'
  printed '^\[pod/cpu-0/slurmd\] on-change: .*ran: '
  printed '^\[pod/cpu-1/slurmd\] on-change: .*ran: '
  printed '^\[pod/atlas-login-0/sackd\] on-change: .*ran: '
  printed '^\[pod/atlas-slurmctld-0/sidecar\] .*slurmctld uses the new files'
  # As many lines as the page says: one of each worker, two of the login pod, one of slurmctld. There may be one of the step before in the
  # same second.
  [ "$(grep -cE '^\[pod/.*(on-change: .*ran: |uses the new files)' "$dir/printed")" -ge 5 ] || fail "the daemons report $(grep -c '^\[pod/' "$dir/printed") lines"
  starts_on cpu-1 || fail "no job starts after step $1"
}

# Succeeds when every daemon has reported this number of changes of its key set: have_reported NUMBER
have_reported() {
  local pod
  for pod in cpu-0 cpu-1; do
    [ "$(k logs "$pod" --container slurmd | grep -c 'on-change: ')" -ge "$1" ] || return 1
  done
  # sackd's container first copies the file.
  [ "$(k logs atlas-login-0 --container sackd | grep -c 'on-change: ')" -ge "$(($1 * 2))" ] || return 1
  [ "$(k logs atlas-slurmctld-0 --container sidecar | grep -c 'slurmctld uses the new files')" -ge "$1" ]
}

# docs/tasks.md: nothing is left, although a job runs.
deletes_the_cluster() {
  local id start
  id=$(hold cpu-0)
  within 30 job_is "$id" JobState RUNNING
  start=$(now)
  follow tasks 'kubectl delete namespace'
  took "$start" 'the cluster is deleted'
  [ -z "$(k get pods --output name)" ] || fail "pods are left"
}

# Succeeds if a job starts on these nodes at once: starts_on NODES
starts_on() {
  alice srun --chdir=/tmp --nodelist="$1" --immediate=40 true
}

welcome_reader
first_cluster
splits_node_sets
adds_a_set
changes_the_configuration
replaces_workers
makes_a_set_smaller
adds_an_elastic_set
removes_sets
runs_in_ci
recovers_from_a_dead_node
rotates_a_single_key
moves_to_a_key_set
rotates_a_key
deletes_the_cluster
echo "ok: $(basename "$0")"
