#!/usr/bin/env bash
# Sourced by quickstart_test.sh: the steps of the quickstart test. Each step
# leaves the cluster working. The test sets `here`, `dir`, `spec` and `out`.
# shellcheck disable=SC2154

# Only kubectl apply -k, and then waiting.
comes_up() {
  local start job
  # A kubelet that is younger than the period of a probe delays the first probe at random, by up to one period. Users' kubelets are older.
  # The longest period is 30 seconds.
  sleep 30
  start=$(now)
  k apply --kustomize "$out" >/dev/null
  # Wait for the job and for the pods at the same time, so that neither time includes the other.
  (within 720 login srun --nodes=2 hostname && took "$start" 'applied, and a job has run on both workers') &
  job=$!
  within 120 k get pod cpu-1 atlas-slurmctld-0 atlas-login-0
  k wait --for=condition=Ready pod --all --timeout=720s >/dev/null || fail "the pods are not ready"
  took "$start" 'applied, and all pods are ready'
  wait "$job" || fail "no job has run on both workers"
  within 60 node_is_idle cpu-0
  within 60 node_is_idle cpu-1
  took "$start" 'applied, all pods ready, all nodes idle'
  time_line
}

# Prints, for each pod, the seconds from its creation until its containers started and until it was ready, as the kubelet reports them.
time_line() {
  k get pods --output json | jq --raw-output '
    def seconds($from): if . then (fromdate - ($from | fromdate) | tostring) else "never" end;
    .items[] | .metadata.creationTimestamp as $made |
    ([.status.containerStatuses[] | (.name + " " + (.state.running.startedAt | seconds($made)))] | join(", ")) as $begun |
    (.status.conditions[] | select(.type == "Ready").lastTransitionTime | seconds($made)) as $ready |
    "           \(.metadata.name): containers started after \($begun) s; ready after \($ready) s"'
}

# Prints when the kubelet delivered the files that slurmctld's pod has now, in milliseconds since 1970.
delivered() {
  local seconds
  # The kubelet writes new files into a new directory, and then replaces this link.
  seconds=$(k exec atlas-slurmctld-0 --container sidecar -- stat --format=%.3Y /etc/slurm/..data) || fail "cannot tell when the files were delivered"
  printf '%s\n' "${seconds/./}"
}

# Prints the time from the delivery until the sidecar's last log line with TEXT: took_from_delivery TEXT WHAT
took_from_delivery() {
  local at ms
  at=$(k logs atlas-slurmctld-0 --container sidecar | grep --fixed-strings "$1" | tail -n 1 | cut -d' ' -f1)
  at=$(date --date="$at" +%s%3N) || fail "the sidecar does not log '$1'"
  ms=$((at - $(delivered)))
  printf '%6d.%d s  after the kubelet delivered the files: %s\n' "$((ms / 1000))" "$((ms / 100 % 10))" "$2"
}

# Prints the memory of all processes in the cluster that do not belong to Slurm, munge or sshd: the programs of runtime/pod, and the
# commands in which they wait. In slurmctld's pod, they may use 5 MiB.
reports_memory() {
  local pod container line sum
  for pod in $(k get pods --output 'jsonpath={.items[*].metadata.name}'); do
    sum=0
    for container in $(k get pod "$pod" --output 'jsonpath={.spec.containers[*].name} {.spec.initContainers[?(@.restartPolicy=="Always")].name}'); do
      # shellcheck disable=SC2016 # expanded in the container
      line=$(k exec "$pod" --container "$container" -- sh -c 'for process in /proc/[0-9]*; do
          echo "$(cat "$process/comm")" $(sed -n "s/^Pss: *//p" "$process/smaps_rollup")
        done' 2>/dev/null | awk -v where="$pod, $container" '
          NF == 3 && $1 !~ /^(slurm|sackd|sshd|munged|sh$|cat$|sed$)/ { sum += $2 }
          END { printf "%6d KiB  %s: processes other than Slurm, munge and sshd\n", sum, where }')
      printf '%s\n' "$line"
      sum=$((sum + ${line%% KiB*}))
    done
    case $pod in
      atlas-slurmctld-*) [ "$sum" -gt 0 ] && [ "$sum" -le 5120 ] ;;
    esac || fail "$pod uses $sum KiB for processes other than Slurm, munge and sshd"
  done
}

# Runs srun and sbatch in the login pod, as an ordinary user and as root.
runs_jobs() {
  local start id
  start=$(now)
  # shellcheck disable=SC2016 # expanded by the job
  [ "$(alice srun --chdir=/tmp --nodes=2 sh -c 'echo "$(hostname) $(id --user --name)"' | sort | tr '\n' ' ')" = 'cpu-0 alice cpu-1 alice ' ] ||
    fail "srun on two nodes fails as alice"
  took "$start" 'srun on two nodes as alice'
  start=$(now)
  [ "$(login srun id --user)" = 0 ] || fail "srun fails as root"
  took "$start" 'srun as root'
  start=$(now)
  id=$(submit --nodelist=cpu-1 --wrap 'id --user --name; srun --chdir=/tmp hostname')
  within 30 job_is "$id" JobState COMPLETED
  [ "$(k exec cpu-1 -- cat "/tmp/out.$id" | tr '\n' ' ')" = 'alice cpu-1 ' ] || fail "the batch job has the wrong output"
  took "$start" 'sbatch with a step as alice'
  start=$(now)
  id=$(submit --wrap 'sleep 600')
  within 30 job_is "$id" JobState RUNNING
  alice scancel "$id"
  within 30 job_is "$id" JobState CANCELLED
  within 30 node_is_idle cpu-0
  # slurmd's pod must have no zombies. A first process that does not reap its children would leave them.
  if k exec cpu-0 -- sh -c 'cat /proc/[0-9]*/status' 2>/dev/null | grep '^State:.Z'; then
    fail "zombies in the worker's pod"
  fi
  took "$start" 'a running job cancelled, the node idle again'
}

# Logs in to the login pod over SSH, through its Service. The host key must be the one of the Secret.
logs_in() {
  local start service
  start=$(now)
  service=$(k get service atlas-login --output 'jsonpath={.spec.clusterIP}')
  printf '%s %s\n' "$service" "$(cat "$dir/ssh_host_ed25519_key.pub")" >"$dir/known_hosts"
  [ "$("$here/node.sh" in "$dir" ssh -i "$dir/key" -o BatchMode=yes -o UserKnownHostsFile="$dir/known_hosts" \
    "alice@$service" 'srun --chdir=/tmp id --user --name')" = alice ] || fail "srun fails over ssh"
  took "$start" 'ssh as alice, and srun in the session'
}

# After a pod is deleted, its node runs a job again within seconds of the new pod.
replaces_a_worker() {
  local start uid
  uid=$(pod_uid cpu-0)
  start=$(now)
  k delete pod cpu-0 --wait=false >/dev/null
  within 60 pod_is_another cpu-0 "$uid"
  took "$start" 'worker pod deleted: the new pod is created'
  login srun --nodelist=cpu-0 hostname >/dev/null || fail "the replaced worker runs no job"
  took "$start" 'worker pod deleted: a job has run in the new pod'
  [ "$(($(now) - start))" -lt 120000 ] || fail "a replaced worker accepts jobs only after more than two minutes"
}

# Scale-in waits for the job. Then the node has no pod and gets no job.
waits_for_a_job_on_scale_in() {
  local start id held
  id=$(hold cpu-1)
  within 30 job_is "$id" JobState RUNNING
  start=$(now)
  k scale statefulset cpu --replicas=1 >/dev/null
  within 10 node_is_out cpu-1 DRAIN 'skiff: pod is stopping'
  held=$(submit --nodelist=cpu-1 --wrap hostname)
  job_is "$id" JobState RUNNING || fail "scale-in ended the job: $(job "$id" JobState)"
  release cpu-1 "$id"
  within 90 pod_is_gone cpu-1
  took "$start" 'scaled in while a job ran: the pod is deleted'
  job_is "$id" JobState COMPLETED || fail "scale-in did not wait for the job: $(job "$id" JobState)"
  [ "$(job "$id" Restarts)" = 0 ] || fail "scale-in requeued the job"
  login srun hostname | grep -x cpu-0 >/dev/null || fail "no job runs on the remaining node"
  [ "$(job "$held" JobState)" = PENDING ] || fail "a node without a pod got a job"
  start=$(now)
  k scale statefulset cpu --replicas=2 >/dev/null
  within 60 job_is "$held" JobState COMPLETED
  took "$start" 'scaled out: the job that waited for the node has run'
}

# A worker crashes under a job and is back within seconds. Slurm must not take the job for running.
survives_a_crash() {
  local start id
  id=$(hold cpu-0 --requeue)
  within 30 job_is "$id" JobState RUNNING
  start=$(now)
  "$here/node.sh" kill "$dir" "$(k get pod cpu-0 --output 'jsonpath={.status.containerStatuses[0].containerID}')"
  within 60 job_is "$id" Restarts 1
  took "$start" 'worker crashed: its job is requeued'
  within 60 node_is_idle cpu-0
  took "$start" 'worker crashed: its node is idle again'
  start_now "$id"
  within 60 job_is "$id" JobState RUNNING
  release cpu-0 "$id"
  within 60 job_is "$id" JobState COMPLETED
}

# The spec changes: a parameter, and one more node, whose pod cannot be scheduled at first.
takes_up_a_change() {
  local start id before
  id=$(hold cpu-1)
  within 30 job_is "$id" JobState RUNNING
  before=$(pod_identities)
  sed -i 's/replicas: 2/replicas: 3/' "$spec"
  printf '  slurm: {config: {MessageTimeout: 17}}\n' >>"$spec"
  compile
  k cordon node >/dev/null
  start=$(now)
  k apply --kustomize "$out" >/dev/null
  within 240 parameter_is MessageTimeout 17
  within 30 node_state cpu-2
  within 10 login grep -qx MessageTimeout=17 /run/slurm/conf/slurm.conf
  took "$start" 'spec changed: slurmctld and the login pod use it'
  within 30 has_said atlas-slurmctld-0 sidecar 'slurmctld uses the new files'
  took_from_delivery 'slurmctld uses the new files' 'slurmctld uses them'
  [ "$(pod_identities | grep -v '^cpu-2 ')" = "$before" ] || fail "the change restarted a pod"
  job_is "$id" JobState RUNNING || fail "the change ended a job"
  release cpu-1 "$id"
  within 30 job_is "$id" JobState COMPLETED
  [ "$(job "$id" Restarts)" = 0 ] || fail "the change requeued a job"
  start=$(now)
  id=$(submit --nodelist=cpu-2 --wrap hostname)
  within 30 node_is_out cpu-2 DOWN 'no pod'
  job_is "$id" JobState PENDING || fail "a job for a node without a pod is not pending"
  took "$start" 'a job for a node without a pod: the node is down and the job pending'
  login srun hostname >/dev/null || fail "the other nodes run no job"
  start=$(now)
  k uncordon node >/dev/null
  within 60 node_is_idle cpu-2
  took "$start" 'its pod can be scheduled: the node is idle'
  start_now "$id"
  within 60 job_is "$id" JobState COMPLETED
}

# A file that does not parse is refused and reported. slurmctld continues.
refuses_a_bad_change() {
  local start ms
  cp "$out/slurm/slurm.conf" "$dir/slurm.conf"
  echo 'Bogus=1' >>"$dir/slurm.conf"
  start=$(now)
  k create configmap atlas-slurm-config --from-file="$dir/slurm.conf" --from-file="$out/slurm/cgroup.conf" \
    --from-file="$out/slurm/plugstack.conf" --dry-run=client --output=yaml | k replace --filename=- >/dev/null
  k wait --for=condition=Ready=false pod/atlas-slurmctld-0 --timeout=480s >/dev/null || fail "slurmctld's pod stays ready with an invalid file"
  k logs atlas-slurmctld-0 --container sidecar | grep 'the new files do not parse and are not applied.*Bogus' >/dev/null || fail "the sidecar does not log why an invalid file is not applied"
  ms=$(($(date +%s%3N) - $(delivered)))
  took "$start" 'a file that does not parse: it is not applied, and the pod is not ready'
  took_from_delivery 'the new files do not parse' 'they are refused'
  printf '%6d.%d s  after the kubelet delivered the files: the pod is not ready\n' "$((ms / 1000))" "$((ms / 100 % 10))"
  login srun hostname >/dev/null || fail "no job runs while an invalid file is mounted"
  start=$(now)
  k apply --kustomize "$out" >/dev/null
  k wait --for=condition=Ready pod/atlas-slurmctld-0 --timeout=480s >/dev/null || fail "slurmctld's pod is not ready with the valid file"
  took "$start" 'valid file restored: the pod is ready again'
}

# The key in the Secret changes under a job: every daemon applies it by itself.
takes_another_key() {
  local start id node
  id=$(submit --nodelist=cpu-0 --wrap 'until [ -e /tmp/exchanged ]; do sleep 1; done')
  within 30 job_is "$id" JobState RUNNING
  start=$(now)
  new_auth_key "$out" | k replace --filename=- >/dev/null
  for node in cpu-0 cpu-1 cpu-2; do
    within 120 has_another_key "$node" slurmd
  done
  within 120 has_another_key atlas-login-0 sackd
  k wait --for=condition=Ready pod/atlas-slurmctld-0 --timeout=480s >/dev/null || fail "slurmctld does not apply the new key"
  within 60 alice srun --chdir=/tmp --nodes=2 --immediate=40 true
  took "$start" 'new key: every daemon uses it, and jobs start'
  k exec cpu-0 --container slurmd -- touch /tmp/exchanged
  within 60 job_is "$id" JobState COMPLETED
  [ "$(job "$id" Restarts)" = 0 ] || fail "the new key requeued the running job"
}

# A rolling update replaces one worker after another, each when its job has ended.
rolls_the_workers() {
  local start id ids=() node uids=()
  for node in cpu-0 cpu-1; do
    ids+=("$(hold "$node")")
    uids+=("$(pod_uid "$node")")
  done
  within 30 job_is "${ids[0]}" JobState RUNNING
  within 30 job_is "${ids[1]}" JobState RUNNING
  sed -i 's/{name: cpu, /&updates: {strategy: RollingUpdate}, sharedMemory: 64Mi, /' "$spec"
  compile
  start=$(now)
  k apply --kustomize "$out" >/dev/null
  for node in 1 0; do
    within 240 node_is_out "cpu-$node" DRAIN 'skiff: pod is stopping'
    job_is "${ids[node]}" JobState RUNNING || fail "the rolling update ended a job"
    release "cpu-$node" "${ids[node]}"
    within 240 pod_is_another "cpu-$node" "${uids[node]}"
  done
  within 120 node_is_idle cpu-0
  took "$start" 'rolling update with two running jobs: every worker has a new pod'
  for id in "${ids[@]}"; do
    within 30 job_is "$id" JobState COMPLETED
    [ "$(job "$id" Restarts)" = 0 ] || fail "the rolling update requeued a job"
  done
}

# A set becomes smaller under a job: the node is removed when the job has ended.
shrinks_the_set() {
  local start id
  id=$(submit --nodelist=cpu-2 --wrap 'until [ -e /tmp/over ]; do sleep 1; done')
  within 30 job_is "$id" JobState RUNNING
  sed -i 's/replicas: 3/replicas: 2/' "$spec"
  compile
  start=$(now)
  k apply --kustomize "$out" >/dev/null
  k wait --for=condition=Ready=false pod/atlas-slurmctld-0 --timeout=240s >/dev/null || fail "slurmctld's pod stays ready while the change waits for a job"
  within 20 has_said atlas-slurmctld-0 sidecar "waiting for jobs on leaving nodes cpu-2: $id"
  job_is "$id" JobState RUNNING || fail "the job ended with its node: $(job "$id" JobState)"
  k exec cpu-2 --container slurmd -- touch /tmp/over
  within 30 job_is "$id" JobState COMPLETED
  [ "$(job "$id" Restarts)" = 0 ] || fail "the removal of its node requeued the job"
  within 60 pod_is_gone cpu-2
  within 90 node_is_unknown cpu-2
  k wait --for=condition=Ready pod/atlas-slurmctld-0 --timeout=240s >/dev/null || fail "slurmctld's pod is not ready after the change"
  took "$start" 'node removed from the spec while a job ran: it is removed after the job'
}

# Succeeds when slurmctld knows no node of this name.
node_is_unknown() {
  login sinfo --noheader --Node --format=%N >"$dir/nodes" && ! grep -qx "$1" "$dir/nodes"
}

# The volume of slurmctld's state is full: slurmctld continues, refuses jobs that it cannot save, and loses nothing.
survives_a_full_disk() {
  local start running waiting before
  before=$(pod_identities | grep slurmctld)
  running=$(hold cpu-0)
  waiting=$(submit --hold --wrap hostname)
  within 30 job_is "$running" JobState RUNNING
  start=$(now)
  dd if=/dev/zero of="$dir/volumes/1/filler" bs=64k 2>"$dir/dd" && fail "the volume is not full"
  grep -q 'No space left' "$dir/dd" || fail "the volume is not full: $(cat "$dir/dd")"
  if submit --wrap hostname 2>"$dir/refused"; then
    fail "slurmctld accepts a job that it cannot save"
  fi
  release cpu-0 "$running"
  within 60 job_is "$running" JobState COMPLETED
  within 60 has_said atlas-slurmctld-0 slurmctld 'No space left on device'
  rm "$dir/volumes/1/filler"
  login srun --nodelist=cpu-0 true || fail "no job runs once there is space"
  login scontrol release "$waiting"
  within 60 job_is "$waiting" JobState COMPLETED
  [ "$(job "$running" Restarts)" = 0 ] || fail "a full volume requeued the running job"
  [ "$(pod_identities | grep slurmctld)" = "$before" ] || fail "a full volume restarted slurmctld"
  took "$start" "state volume full and freed: a new job was rejected ($(head -n 1 "$dir/refused")), no job lost"
}

# slurmctld's pod is deleted: the queue and the running job survive.
keeps_its_state() {
  local start running waiting uid
  running=$(hold cpu-0)
  waiting=$(submit --hold --wrap hostname)
  within 30 job_is "$running" JobState RUNNING
  uid=$(pod_uid atlas-slurmctld-0)
  start=$(now)
  k delete pod atlas-slurmctld-0 --wait=false >/dev/null
  within 60 pod_is_another atlas-slurmctld-0 "$uid"
  within 60 login scontrol ping
  within 60 job_is "$waiting" JobState PENDING
  took "$start" "slurmctld's pod deleted: the new pod has the queue"
  [ "$(job "$running" Restarts)" = 0 ] || fail "the running job was requeued"
  login scontrol release "$waiting"
  within 60 job_is "$waiting" JobState COMPLETED
  release cpu-0 "$running"
  within 60 job_is "$running" JobState COMPLETED
  [ "$(job "$running" Restarts)" = 0 ] || fail "the running job was requeued"
}
