#!/usr/bin/env bash
# Sourced by tests of a compiled cluster on a real node: actions of a user with kubectl and in the login
# pod, preparations of an administrator (node, volumes, Secrets), and timing. It sets `dir`, the test's
# directory. The test sets `namespace` and `login_pod`. SKIFF_RELEASE is the Slurm release of the
# images, default 24.11; `later_releases` are further ones. Pipes from kubectl do not use grep -q: it exits early, and then kubectl fails.
# shellcheck disable=SC2154
node_tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=state.sh
. "$node_tests/state.sh"

if [ -z "${SKIFF_NODE_TEST:-}" ]; then
  exec "$node_tests/watch.sh" "$0" "$@"
fi
dir=$SKIFF_NODE_TEST
trap 'fail "line $LINENO: $BASH_COMMAND"' ERR

# Starts a node with the images of an output, a number of volumes for the claims, and the Secrets that every cluster needs:
# node_for OUTPUT VOLUMES [GPUS TEMPLATE]
node_for() {
  start_node "$@"
  provide_secrets "$1"
}

# The same without the Secrets: start_node OUTPUT VOLUMES [GPUS TEMPLATE]
start_node() {
  local volumes start
  start=$(now)
  take_images "$1"
  took "$start" 'images'
  start=$(now)
  "$node_tests/node.sh" up "$dir" "$imported" "${@:3}"
  took "$start" 'node ready'
  mapfile -t volumes < <(seq "$2")
  provide_volumes "${volumes[@]}"
  # Wait for the volumes. A claim that is created before Kubernetes has seen a volume waits for its next sync, 15 seconds later.
  if [ "$2" -gt 0 ]; then
    k wait --for=jsonpath='{.status.phase}'=Available persistentvolume --all --timeout=240s >/dev/null
  fi
}

# Sets `imported`, the directory of the imported images for the nodes, and
# locks it until the test ends. Fails if the output names other images.
take_images() {
  local release=${SKIFF_RELEASE:-24.11} lock
  lock=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/roots.lock
  if grep -rhoE 'image: \S+' "$1/k8s" | grep -vE "^image: localhost/skiff/[a-z]+:$release$"; then
    fail "the output names images that the node does not have: it has only localhost/skiff/NAME:$release"
  fi
  mkdir -p "$(dirname "$lock")"
  exec 8>"$lock"
  flock 8
  # shellcheck disable=SC2086 # several words
  imported=$("$node_tests/imported.sh" "$release" ${later_releases:-} 8>&-)
  exec 7<"$imported"
  flock --shared 7
  exec 8>&-
  printf '%s\n' "$imported" >"$dir/imported"
  # Write it atomically, because watch.sh compares it even if the test is interrupted here.
  state_of "$imported" >"$dir/state"
  mv "$dir/state" "$dir/imported-state"
  install -m 0600 "$imported/key" "$dir/key"
}

# Runs kubectl in the cluster's namespace, with a separate HOME as in control-plane.sh.
k() {
  HOME=$dir nsenter --net="/run/netns/$(<"$dir/node-netns")" "$dir/kubectl" --kubeconfig="$dir/admin.conf" --namespace "$namespace" "$@"
}

# Runs a command in the login pod as root, for at most four minutes.
login() {
  k exec "$login_pod" --container sshd -- timeout 240 "$@"
}

# Runs a command in the login pod as an ordinary user.
alice() {
  login setpriv --reuid alice --regid alice --init-groups env HOME=/home/alice "$@"
}

# Finds a login Service for `as`, and records its address and the host key that it must have: find_login NAME
find_login() {
  service=$(k get service "$1" --output 'jsonpath={.spec.clusterIP}')
  printf '%s %s\n' "$service" "$(cat "$dir/ssh_host_ed25519_key.pub")" >"$dir/known_hosts"
}

# Runs a command over SSH as a user, through the login Service. It needs no API server: as USER COMMAND
as() {
  "$node_tests/node.sh" in "$dir" ssh -i "$dir/key" -o BatchMode=yes -o UserKnownHostsFile="$dir/known_hosts" -o LogLevel=ERROR \
    -o ConnectTimeout=40 "$1@$service" "$2"
}

# Checks the output of a command over SSH: prints NAME EXPECTED USER COMMAND
prints() {
  local got
  # If the previous job has not ended, srun waits and prints a line. Remove it.
  got=$(as "$3" "$4" 2>"$dir/errors" | grep -v '^srun: job ') || true
  [ "$got" = "$2" ] || fail "$1: $3 got $(paste -sd' ' <<<"$got") ($(tail -n 3 "$dir/errors" | paste -sd' ')), not $(paste -sd' ' <<<"$2")"
}

# Applies an output with a jail, and waits until its volume is populated.
apply_and_populate() {
  k apply --kustomize "$1" >/dev/null
  within 60 k get job --selector=app.kubernetes.io/component=jail
  k wait --for=condition=Complete job --all --timeout=1200s >/dev/null || fail "the jail is not populated"
}

# Prints milliseconds of a monotonic clock.
now() {
  local up
  read -r up _ </proc/uptime
  printf '%s\n' "$((10#${up/./} * 10))"
}

# Prints the time since a value of `now`: took START WHAT
took() {
  local ms=$(($(now) - $1))
  printf '%6d.%d s  %s\n' "$((ms / 1000))" "$((ms / 100 % 10))" "$2"
  note "took $((ms / 1000)) s: $2"
}

# Writes a line with the time of day into the test's own log, so that it can be compared with the logs of the programs.
note() {
  printf '%(%T)T %s\n' -1 "$*" >>"$dir/steps.log"
}

# Ends the test and prints what helps to find the cause. First it continues the process `stopped`, if the test has stopped one.
fail() {
  [ -z "${stopped:-}" ] || kill -CONT "$stopped"
  note "FAIL: $*"
  printf 'FAIL: %s: %s\n' "$(basename "$0")" "$*" >&2
  {
    k get pods,pvc --output wide
    k get events --sort-by=.lastTimestamp | grep -v ' Normal ' | tail -n 10
    for pod in $(k get pods --output name); do
      printf -- '--- %s\n' "$pod"
      k logs "$pod" --all-containers --tail=12
    done
    login sh -c 'sinfo --Node --long; squeue'
  } >&2 2>&1 || true
  exit 1
}

# Waits until a command succeeds: within SECONDS COMMAND...
# SECONDS is enough on an idle machine. It waits four times as long, for a busy machine.
within() {
  local start=$EPOCHREALTIME deadline=$((SECONDS + 4 * $1)) look rest
  shift
  while true; do
    look=${EPOCHREALTIME/./}
    ! "$@" >/dev/null 2>&1 || break
    if [ "$SECONDS" -ge "$deadline" ]; then
      fail "timed out waiting for: $*"
    fi
    # Each check needs processor time, most of all on a busy machine. So sleep twice as long as the check took.
    rest=$((2 * (${EPOCHREALTIME/./} - look)))
    [ "$rest" -ge 200000 ] || rest=200000
    sleep "$((rest / 1000000)).$(printf '%06d' "$((rest % 1000000))")"
  done
  look=$(((${EPOCHREALTIME/./} - ${start/./}) / 1000000))
  [ "$look" -eq 0 ] || note "waited $look s: $*"
}

# Creates volumes for the claims, as a provisioner does in a real cluster: provide_volumes NAME...
provide_volumes() {
  local number
  for number in "$@"; do
    mkdir -p "$dir/volumes/$number"
    k apply --filename=- >/dev/null <<CONF
apiVersion: v1
kind: PersistentVolume
metadata: {name: volume-$number}
spec:
  capacity: {storage: 10Gi}
  accessModes: [ReadWriteOnce, ReadWriteMany]
  local: {path: $dir/volumes/$number}
  nodeAffinity:
    required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [node]}]}]}
CONF
  done
}

# Creates the namespace and the Secrets that the cluster needs: provide_secrets OUTPUT
provide_secrets() {
  ssh-keygen -q -t ed25519 -N '' -C '' -f "$dir/ssh_host_ed25519_key"
  k apply --filename="$1/k8s/namespace.yaml" >/dev/null
  new_auth_key "$1" | k create --filename=- >/dev/null
  k create secret generic ssh-host-keys --from-file="$dir/ssh_host_ed25519_key" >/dev/null
}

# Prints a Secret with a new key, for munge or for Slurm, depending on the output: new_auth_key OUTPUT
new_auth_key() {
  local file=slurm.key
  ! grep -rqF 'key: munge.key' "$1/k8s" || file=munge.key
  head -c 64 /dev/urandom >"$dir/$file"
  k create secret generic slurm-keys --from-file="$dir/$file" --dry-run=client --output=yaml
}

# Succeeds when a container has applied another key: has_another_key POD CONTAINER
# The container munged is restarted. In other containers the daemon gets a signal.
has_another_key() {
  if [ -e "$dir/munge.key" ]; then
    k get pod "$1" --output 'jsonpath={.status.initContainerStatuses[?(@.name=="munged")].restartCount}' | grep '[1-9]' >/dev/null
  else
    has_said "$1" "$2" 'on-change: .*: kill .*HUP'
  fi
}

# Succeeds when a container's log has a line like PATTERN: has_said POD CONTAINER PATTERN
has_said() {
  k logs "$1" --container "$2" | grep "$3" >/dev/null
}

# Prints one field of a job, such as JobState, Restarts or NodeList: job JOB FIELD
job() {
  login scontrol --oneliner show job "$1" | tr ' ' '\n' | sed -n "s/^$2=//p"
}

# Succeeds when a field of a job has the value: job_is JOB FIELD VALUE
job_is() {
  [ "$(job "$1" "$2")" = "$3" ]
}

# Starts a requeued job, which Slurm delays by two minutes. An administrator can do the same. On a busy machine, these minutes may be over.
start_now() {
  login scontrol update jobid="$1" starttime=now 2>/dev/null || true
}

# Prints the state of a node, such as IDLE+CLOUD.
node_state() {
  login scontrol --oneliner show node "$1" | sed -n 's/.* State=\([^ ]*\).*/\1/p'
}

# Succeeds when a node can take a job.
node_is_idle() {
  [ "$(node_state "$1")" = IDLE+CLOUD ]
}

# Succeeds when a node's state and reason match these patterns: node_is_out NODE STATE REASON
node_is_out() {
  login scontrol --oneliner show node "$1" | grep "State=[^ ]*$2.* Reason=$3" >/dev/null
}

# Submits a batch job as the ordinary user and prints its ID.
submit() {
  alice sbatch --parsable --chdir=/tmp --output=/tmp/out.%j "$@"
}

# Submits a batch job that runs on a node until it is released, and prints its ID: hold NODE OPTIONS...
hold() {
  # shellcheck disable=SC2016 # expanded by the job
  submit --nodelist="$1" "${@:2}" --wrap 'until [ -e "/tmp/over.$SLURM_JOB_ID" ]; do sleep 1; done'
}

# Lets a job of `hold` end: release NODE JOB
release() {
  k exec "$1" --container slurmd -- touch "/tmp/over.$2"
}

# Succeeds when slurmctld uses a value for a parameter: parameter_is PARAMETER VALUE
parameter_is() {
  login scontrol show config | grep "^$1 *= $2\b" >/dev/null
}

# Prints a pod's UID, which no later pod of the same name has.
pod_uid() {
  k get pod "$1" --output 'jsonpath={.metadata.uid}'
}

# Succeeds when a pod has this name and another UID: pod_is_another POD UID
pod_is_another() {
  local uid
  uid=$(pod_uid "$1") && [ -n "$uid" ] && [ "$uid" != "$2" ]
}

# Succeeds when no pod has this name.
pod_is_gone() {
  [ -z "$(k get pod "$1" --ignore-not-found --output name)" ]
}

# Prints name, UID and restarts of every pod. This changes when a pod is replaced or restarted.
pod_identities() {
  k get pods --output 'jsonpath={range .items[*]}{.metadata.name} {.metadata.uid} {.status.containerStatuses[*].restartCount}{"\n"}{end}'
}
