#!/usr/bin/env bash
# A cluster on two Kubernetes nodes, with the project's own images: an administrator of the jail, MPI between the nodes in the shared root, and
# the effects on jobs of a cut connection, a dead node, an API server that does not answer, and a killed slurmctld.
#   two_nodes_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
skiff=${1:-$top/build/skiff}
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"
# shellcheck source-path=SCRIPTDIR source=manual.sh
. "$here/manual.sh"
# shellcheck source-path=SCRIPTDIR source=attacks.sh
. "$here/attacks.sh"
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=twin-login-0
out=$dir/out

# Runs a command in the login pod over SSH. It replaces the function of cluster.sh, which needs the API server.
login() {
  as alice "$(printf '%q ' "$@")"
}

# Runs the commands of a page as a user on a login node. It replaces the function of manual.sh, whose reader is an administrator.
# A start of Open MPI that crashes as docs/mpi.md says is repeated, but not often.
reader() {
  local try
  for try in 1 2 3; do
    rm -f "$dir/volumes/shared/home/alice/ring.txt"
    if as alice "set -euo pipefail"$'\n'"$1" >"$dir/printed" 2>&1; then
      return 0
    fi
    # The output of a batch job.
    cat "$dir/volumes/shared/home/alice/ring.txt" >>"$dir/printed" 2>/dev/null || true
    if [[ $1 != *--mpi=pmix* ]] || ! grep -F 'Segmentation fault' "$dir/printed" >/dev/null; then
      break
    fi
    note "try $try: Open MPI crashed"
  done
  fail "the user's commands failed: $1: $(cat "$dir/printed")"
}

# Submits a job over SSH and prints its ID: queue OPTIONS SCRIPT
queue() {
  as alice "sbatch --parsable --output=out.%j $1 --wrap '$2'" || fail "sbatch $1"
}

# Submits a job that runs on a node until it is released, and prints its ID: hold NODE
hold() {
  # shellcheck disable=SC2016 # expanded by the job
  queue "-w $1" 'until [ -e over.$SLURM_JOB_ID ]; do sleep 1; done'
}

# Lets a job of `hold` end: release JOB
release() {
  as alice "touch over.$1"
}

# Succeeds when slurmctld has saved its jobs after the file `runs` was written.
state_is_saved() {
  [ "$dir/volumes/1/job_state" -nt "$dir/runs" ]
}

# Succeeds when, for twenty seconds, both Kubernetes nodes are ready and logins work.
is_steady() {
  for _ in {1..20}; do
    k wait --for=condition=Ready node/node node/other --timeout=1s && as alice true || return 1
    sleep 1
  done
}

# Creates the shared file system of both Kubernetes nodes, which is a directory of the machine here.
provide_shared() {
  mkdir -p "$dir/volumes/shared"
  k apply --filename=- >/dev/null <<CONF
apiVersion: v1
kind: PersistentVolume
metadata: {name: shared}
spec:
  capacity: {storage: 10Gi}
  accessModes: [ReadWriteMany]
  storageClassName: shared
  hostPath: {path: $dir/volumes/shared}
CONF
}

# Starts the second node and the cluster, with one root for both nodes.
comes_up() {
  local start
  start=$(now)
  "$here/node.sh" join "$dir" "$imported"
  took "$start" 'second node ready'
  provide_shared
  start=$(now)
  apply_and_populate "$out"
  within 120 k get pod cpu-1 twin-slurmctld-0 twin-login-0
  k wait --for=condition=Ready pod cpu-0 cpu-1 twin-slurmctld-0 twin-login-0 --timeout=720s >/dev/null || fail "the pods are not ready"
  find_login twin-login
  within 60 node_is_idle cpu-0
  within 60 node_is_idle cpu-1
  took "$start" 'applied, jail populated, all pods ready, both nodes idle'
  # Kubernetes chooses which worker runs on which node.
  near=$(k get pods --field-selector spec.nodeName=node --selector=app.kubernetes.io/name=slurmd --output 'jsonpath={.items[*].metadata.name}')
  far=$(k get pods --field-selector spec.nodeName=other --selector=app.kubernetes.io/name=slurmd --output 'jsonpath={.items[*].metadata.name}')
  [ "$(printf '%s\n' "$near" "$far" | sort | paste -sd' ')" = 'cpu-0 cpu-1' ] || fail "each node must have one worker, not '$near' and '$far'"
}

# A job writes a file, and the next job reads it on the other node.
shares_a_root() {
  [ "$(as alice "srun -w $far sh -c 'echo far >file'; srun -w $near cat file" 2>/dev/null)" = far ] || fail "the nodes do not share a root"
}

# An administrator of the jail is root in logins and jobs, and not for Slurm.
has_an_administrator() {
  prints "an administrator uses sudo in a login and in a job" $'0\n0' alice "sudo id -u; srun -w $far sudo id -u"
  is_nobody_to_slurm alice "$far"
}

# The last commands of a page printed what the ring does with four ranks, two on each node.
rang() {
  printed '^the sum of 4 ranks is 6$'
  printed "^rank [0-3] of 4 on $near\$"
  printed "^rank [0-3] of 4 on $far\$"
}

# docs/mpi.md, with both libraries and every way to start the ranks.
runs_mpi() {
  local start got
  follow mpi 'cat >ring.c'
  start=$(now)
  follow mpi 'mpicc ring.c'
  rang
  took "$start" 'an MPI program compiled, and run with four ranks on both nodes'
  follow mpi 'cat >ring.sh'
  rang
  follow mpi 'salloc --nodes=2 --ntasks-per-node=2 mpirun'
  rang
  follow mpi 'mpicc.mpich ring.c'
  rang
  follow mpi 'salloc --nodes=2 --ntasks-per-node=2 mpiexec.mpich'
  rang
  # An MPI program with one rank, without MPI in srun. nccl-tests on one node runs this way.
  got=$(as alice 'srun --mpi=none ./ring' 2>&1) || fail "one rank without MPI in srun: $got"
  grep -qx 'the sum of 1 ranks is 0' <<<"$got" || fail "one rank without MPI in srun: $got"
  # What the page says about the wrong protocol.
  got=$(as alice 'srun --nodes=2 --ntasks-per-node=2 --mpi=pmi2 ./ring' 2>&1) || fail "Open MPI with pmi2: $got"
  [ "$(grep -c '^rank 0 of 1 on ' <<<"$got")" = 4 ] || fail "Open MPI with pmi2: $got"
  grep -F 'No PMIx server was reachable, but a PMI1/2 was detected' <<<"$got" >/dev/null || fail "Open MPI with pmi2: $got"
  got=$(as alice 'srun --nodes=2 --ntasks-per-node=2 --mpi=pmix ./ring-mpich' 2>&1) || fail "MPICH with pmix: $got"
  [ "$(grep -c '^rank 0 of 1 on ' <<<"$got")" = 4 ] || fail "MPICH with pmix: $got"
}

# The connection is cut for less than SlurmdTimeout: the job continues.
survives_a_short_cut() {
  local start id
  id=$(hold "$far")
  within 30 job_is "$id" JobState RUNNING
  start=$(now)
  "$here/node.sh" cut "$dir"
  # SlurmdTimeout (30 s) counts from the node's last message, which may be ten seconds old.
  sleep 15
  "$here/node.sh" mend "$dir"
  job_is "$id" JobState RUNNING || fail "a cut of 15 s ended the job"
  release "$id"
  within 90 job_is "$id" JobState COMPLETED
  job_is "$id" Restarts 0 || fail "a cut of 15 s requeued the job"
  took "$start" 'connection cut for 15 s while a job ran: the job completed'
  within 60 node_is_idle "$far"
}

# The connection is cut for longer than SlurmdTimeout, while the worker's job continues to run. The job is requeued, and the processes of
# its first run end when the connection is back.
ends_what_was_cut_off() {
  local start id
  id=$(hold "$far")
  within 30 job_is "$id" JobState RUNNING
  start=$(now)
  "$here/node.sh" cut "$dir"
  within 120 node_is_out "$far" DOWN 'Not responding'
  within 30 job_is "$id" Restarts 1
  as alice "scontrol hold $id"
  took "$start" 'connection cut: the node is down and its job requeued'
  start=$(now)
  "$here/node.sh" mend "$dir"
  within 120 node_is_idle "$far"
  within 60 runs_no_step "$far"
  took "$start" 'connection restored: the node is idle, and the first run of the job has ended'
  as alice "scancel $id"
}

# Succeeds when a worker runs no step.
runs_no_step() {
  [ "$(k exec "$1" --container slurmd -- sh -c 'grep -lsx slurmstepd /proc/[0-9]*/comm | wc -l')" = 0 ]
}

# slurmctld is killed while a job runs and another one waits.
survives_without_slurmctld() {
  local start id waiting
  id=$(hold "$far")
  waiting=$(queue '--hold' 'echo later')
  within 30 job_is "$id" JobState RUNNING
  # slurmctld saves a change within five seconds (SAVE_MAX_WAIT in slurmctld/state_save.c). If it is killed earlier, the job is lost.
  # Change something, because it may have saved both jobs already.
  touch "$dir/runs"
  as alice "scontrol update jobid=$waiting comment=changed" || fail "the waiting job cannot be changed"
  within 20 state_is_saved
  start=$(now)
  "$here/node.sh" kill "$dir" "$(k get pod twin-slurmctld-0 --output 'jsonpath={.status.containerStatuses[?(@.name=="slurmctld")].containerID}')"
  within 60 job_is "$waiting" JobState PENDING
  took "$start" 'slurmctld killed: it answers again'
  release "$id"
  within 60 job_is "$id" JobState COMPLETED
  job_is "$id" Restarts 0 || fail "a killed slurmctld requeued the job"
  as alice "scontrol release $waiting" || fail "the waiting job is lost"
  within 60 job_is "$waiting" JobState COMPLETED
}

# The API server does not answer for five minutes. Jobs start, run and end as usual, also on a node whose connection was cut meanwhile.
needs_no_api_server() {
  local id end
  id=$(queue "-w $near" 'sleep 290; echo whole')
  within 30 job_is "$id" JobState RUNNING
  # shellcheck disable=SC2034 # for `fail`
  stopped=$(awk '$2 == "apiserver" { print $1 }' "$dir/pids")
  kill -STOP "$stopped"
  end=$((SECONDS + 300))
  survives_a_short_cut
  while [ "$SECONDS" -lt "$end" ]; do
    as alice "srun --immediate=40 -w $far true" || fail "a job does not start without the API server"
    sleep 5
  done
  within 30 job_is "$id" JobState COMPLETED
  job_is "$id" Restarts 0 || fail "the stopped API server requeued the job"
  kill -CONT "$stopped"
  stopped=
  # Kubernetes has not heard from its nodes for long, and removes their pods from the Services until it hears from them again.
  within 180 is_steady
  node_is_idle "$near" || fail "$near is $(node_state "$near") with the API server back"
  printf '%8s  %s\n' '' 'API server stopped for five minutes: jobs started, ran and completed'
}

# A Kubernetes node dies under a job. Its Slurm node is set down with a reason. The
# job is requeued, and runs when the node is back, because it is pinned to the node.
loses_a_node() {
  local start id pinned
  # The first run of the job does not end by itself.
  # shellcheck disable=SC2016 # expanded by the job
  pinned=$(queue "-w $far" '[ "$SLURM_RESTART_COUNT" ] || sleep infinity; hostname')
  within 30 job_is "$pinned" JobState RUNNING
  start=$(now)
  "$here/node.sh" lose "$dir"
  within 120 node_is_out "$far" DOWN 'Not responding'
  took "$start" 'Kubernetes node dead: its Slurm node is down, not responding'
  within 30 job_is "$pinned" Restarts 1
  as alice 'srun --immediate=40 hostname' | grep -x "$near" >/dev/null || fail "the other node runs no job"
  start=$(now)
  "$here/node.sh" join "$dir" "$imported"
  within 180 node_is_idle "$far"
  took "$start" 'Kubernetes node back: its Slurm node is idle'
  start_now "$pinned"
  within 90 job_is "$pinned" JobState COMPLETED
  [ "$(as alice "cat out.$pinned")" = "$far" ] || fail "the second run of the job has the wrong output"
}

# With deadNodes, the worker moves to the other Kubernetes node, and its job runs there. All nodes are back at the end.
replaces_a_dead_node() {
  local start id uid
  sed -e 's/resources: {cpu: 100m, memory: 512Mi}}/resources: {cpu: 100m, memory: 512Mi}, sidecar: {deadNodes: {after: 20s}}}/' \
    -e 's/^      requests: .*/&\n      topologySpread: false/' "$here/two_nodes.yaml" >"$dir/dead_nodes.yaml"
  "$skiff" build "$dir/dead_nodes.yaml" -o "$out" >&2
  k apply --kustomize "$out" >/dev/null
  k rollout status statefulset/twin-slurmctld --timeout=240s >/dev/null || fail "slurmctld is not replaced"
  # The other worker must not insist on a Kubernetes node of its own any more.
  uid=$(pod_uid "$near")
  k delete pod "$near" --wait=false >/dev/null
  within 60 pod_is_another "$near" "$uid"
  within 60 node_is_idle "$near"
  within 60 node_is_idle "$far"
  # shellcheck disable=SC2016 # expanded by the job
  id=$(queue "-w $far" '[ "$SLURM_RESTART_COUNT" ] || sleep infinity; hostname')
  within 30 job_is "$id" JobState RUNNING
  start=$(now)
  "$here/node.sh" lose "$dir"
  within 240 node_is_idle "$far"
  took "$start" 'Kubernetes node dead: its worker is idle on the other one'
  k logs twin-slurmctld-0 --container sidecar | grep -F "other: deleting the pods of a failed Kubernetes node: $far" >/dev/null ||
    fail "the sidecar has not replaced the pod"
  start_now "$id"
  within 90 job_is "$id" JobState COMPLETED
  took "$start" 'its job has run there'
}

"$skiff" build "$here/two_nodes.yaml" -o "$out" >&2
node_for "$out" 1
comes_up
shares_a_root
has_an_administrator
runs_mpi
ends_what_was_cut_off
survives_without_slurmctld
needs_no_api_server
loses_a_node
replaces_a_dead_node
echo "ok: $(basename "$0")"
