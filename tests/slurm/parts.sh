#!/usr/bin/env bash
# Sourced by example.sh: the pods of Slurm itself, and the jobs that run on them.
# shellcheck disable=SC2154 # slurm, release, declared, started, here: example.sh

controller='' controller_address='' client=lab-client

# Names the pods: the controller, the nodes that will run, and a client.
name_pods() {
  local row value list address node sets=() each=() index=0 set limit
  value=$(get_key "$slurm/slurm.conf" SlurmctldHost)
  controller=${value%%(*}
  controller_address=${value#*(}
  controller_address=${controller_address%)}
  lab_name "$controller" "$controller_address"
  lab_name "$client"
  while IFS=$'\t' read -r list address; do
    mapfile -t each < <(paste <(hostnames "$list") <(hostnames "${address:-$list}"))
    declared+=("${each[@]}")
    sets+=("$list")
    printf '%s\n' "${each[@]}" >"/tmp/set.${#sets[@]}"
  done < <(conf_rows "$slurm/slurm.conf" | awk -F '\t' '
    $1 == "NodeName" && $3 == "NodeName" { order[++n] = $2 }
    $1 == "NodeName" && tolower($3) == "nodeaddr" { address[$2] = $4 }
    END { for (i = 1; i <= n; i++) print order[i] "\t" address[order[i]] }')
  # One node stays without a pod, if a set has several nodes.
  limit=${LAB_NODES:-24}
  if [ "$limit" -ge "${#declared[@]}" ] && [ "${#declared[@]}" -gt "${#sets[@]}" ]; then
    limit=$((${#declared[@]} - 1))
  fi
  # Choose the first node of each set, then the second of each, until the number is reached.
  while [ "${#started[@]}" -lt "$limit" ] && [ "${#started[@]}" -lt "${#declared[@]}" ]; do
    index=$((index + 1))
    for ((set = 1; set <= ${#sets[@]}; set++)); do
      row=$(sed -n "${index}p" "/tmp/set.$set")
      if [ -n "$row" ] && [ "${#started[@]}" -lt "$limit" ]; then
        node=${row%%$'\t'*}
        lab_name "$node" "${row#*$'\t'}"
        started+=("$node")
      fi
    done
  done
}

# Prints a slurm.jwks with random keys of these names, of which the first is used: key_set NAME...
key_set() {
  local name
  for name in "$@"; do
    head -c 48 /dev/urandom | basenc --base64url --wrap=0 |
      jq -R --arg name "$name" --arg first "$1" '{alg: "HS256", kty: "oct", kid: $name, k: .} + if $name == $first then {use: "default"} else {} end'
  done | jq -s '{keys: .}'
}

# Writes the contents of the cluster's Secrets.
make_secrets() {
  head -c 64 /dev/urandom >/w/slurm.key
  key_set the-one >/w/slurm.jwks
  head -c 32 /dev/urandom >/w/jwt_hs256.key
  head -c 128 /dev/urandom >/w/munge.key
  head -c 24 /dev/urandom | base64 | tr -d '+/=' >/w/password
  ssh-keygen -q -t ed25519 -N '' -f /w/user_key
  install -d -o alice -g alice -m 700 /home/alice/.ssh
  install -o alice -g alice -m 600 /w/user_key.pub /home/alice/.ssh/authorized_keys
  usermod -p '*' alice
}

# Starts a munged for the lab's own pods. The compiled pods have their own.
start_munge() {
  mkdir -p /w/munge
  install -o munge -g munge -m 400 /w/munge.key /etc/munge/munge.key
  chown munge:munge /w/munge /var/log/munge
  chmod 755 /w/munge
  mkdir -p /run/munge
  mount --bind /w/munge /run/munge
  # Discard its messages: munged complains that one of its addresses has no name, which nothing needs.
  setpriv --reuid munge --regid munge --init-groups munged 2>/dev/null
}

# Succeeds when slurmctld answers.
controller_up() {
  lab_in "$controller" scontrol ping 2>/dev/null | grep UP >/dev/null
}

# Starts slurmctld with $output, and waits until it answers: start_slurmctld WHAT
# WHAT names the check that fails if it does not.
start_slurmctld() {
  lay_out "$controller" "${controller%-0}"
  lab_pod "$controller" "/w/pods/$controller.run"
  lab_wait "$controller" 20 controller_up || give_up "$1" "$controller"
}

# Runs a function in the controller's pod, where scontrol uses the loaded files: in_controller FUNCTION ARGUMENT...
in_controller() {
  lab_in "$controller" bash -c '. /w/lab/overlay.sh; . /w/lab/compare.sh; . /w/lab/static.sh; "$@"' - "$@"
}

# Starts the worker pod of each chosen node.
start_nodes() {
  local node set
  for node in "${started[@]}"; do
    set=${node%-*}
    if [ -e "/w/pods/$set-model.run" ]; then
      lay_out_like "$node" "$set-model"
    else
      lay_out "$set-model" "$set"
      lay_out_like "$node" "$set-model"
    fi
    lab_pod "$node" "/w/pods/$node.run"
  done
}

# Prints the chosen nodes that are not idle, with state, reason and the last line of the log.
not_idle() {
  local node state
  in_controller shown_states >/tmp/states
  for node in "${started[@]}"; do
    state=$(sed -n "s/^$node //p" /tmp/states)
    case $state in
      'IDLE ' | IDLE+CLOUD\ *) ;;
      *) echo "$node: ${state:-unknown}: $(tail -n 1 "$lab_log/$node.log" 2>/dev/null)" ;;
    esac
  done
}

# Succeeds when every chosen node is idle.
nodes_idle() {
  [ -z "$(not_idle)" ]
}

# Starts the pod that jobs are submitted from. It is the lab's own, because an output may have no login set.
start_client() {
  mkdir -p "/w/pods/$client/etc"
  cp -a "/w/pods/$controller/etc/slurm" "/w/pods/$client/etc/"
  find "/w/pods/$client/etc/slurm" -type f ! -name '*.key' ! -name '*.jwks' -exec chmod 644 {} +
  if [ -e /usr/sbin/sackd ]; then
    lab_pod "$client" bash -c 'mkdir -p /run/slurm && chown slurm:slurm /run/slurm && exec setpriv --reuid slurm --regid slurm --init-groups sackd -D'
  else
    lab_pod "$client" sleep infinity
  fi
  if ! lab_until 10 client_answers; then
    give_up "a client reaches slurmctld" "$client"
  fi
}

# Succeeds when a client command gets an answer. From 23.11 on, it also needs sackd's socket, for authentication.
client_answers() {
  { [ ! -e /usr/sbin/sackd ] || lab_in "$client" test -S /run/slurm/sack.socket; } 2>/dev/null &&
    lab_in "$client" scontrol ping >/dev/null 2>&1
}

# Runs a command in the client pod with a time limit, and without standard input, which srun would read: client_run COMMAND...
client_run() {
  lab_in "$client" timeout $((60 * lab_patience)) "$@" </dev/null 2>/tmp/client.err || echo "status $?: $(paste -sd' ' /tmp/client.err)"
}

# Prints the chosen nodes of a partition, sorted: partition_nodes NAME
partition_nodes() {
  comm -12 <(printf '%s\n' "${started[@]}" | LC_ALL=C sort) \
    <(in_controller expand_nodes "$slurm/slurm.conf" "$(conf_rows "$slurm/slurm.conf" |
      awk -F '\t' -v name="$1" '$1 == "PartitionName" && $2 == name && $3 == "Nodes" { print $4 }')")
}

# Prints a value of a partition's line, or nothing if it is not set: partition_value NAME KEY
partition_value() {
  conf_rows "$slurm/slurm.conf" | awk -F '\t' -v name="$1" -v key="$2" '
    $1 == "PartitionName" && $2 == name && tolower($3) == tolower(key) { value = $4 }
    END { print value }'
}

# Prints the partitions that are up.
partitions_up() {
  local partition
  conf_rows "$slurm/slurm.conf" | awk -F '\t' '$1 == "PartitionName" && !seen[$2]++ { print $2 }' | while IFS= read -r partition; do
    case $(partition_value "$partition" State) in
      '' | [Uu][Pp]) echo "$partition" ;;
    esac
  done
}

# Prints an srun command that a partition accepts, with the right user, account and QOS, one argument per line: partition_srun NAME
partition_srun() {
  local words=(setpriv --reuid alice --regid alice --clear-groups srun) value
  if [ "$(partition_value "$1" RootOnly | tr '[:upper:]' '[:lower:]')" = yes ] || [ -n "$(partition_value "$1" AllowGroups)" ]; then
    words=(srun)
  fi
  value=$(partition_value "$1" AllowAccounts)
  if [ -n "$value" ]; then
    words+=(--account "${value%%,*}")
  fi
  value=$(partition_value "$1" AllowQos)
  if [ -n "$value" ]; then
    words+=(--qos "${value%%,*}")
  fi
  printf '%s\n' "${words[@]}" "--mem=1M" "--partition=$1"
}

# Runs a job that requests no memory in every partition that is up, and prints those that get another amount than the partition's defaults say:
# for each CPU, or for each GPU if the job requests one.
default_memory() {
  local partition node run=() got option key
  while IFS= read -r partition; do
    mapfile -t run < <(partition_srun "$partition" | grep -vx -- '--mem=1M')
    for option in --ntasks=1 --gpus=1; do
      key=DefMemPerCPU node=$(partition_nodes "$partition" | head -n 1)
      if [ "$option" = --gpus=1 ]; then
        key=DefMemPerGPU node=$(comm -12 <(partition_nodes "$partition") <(gpu_nodes) | head -n 1)
      fi
      if [ -z "$node" ] || [ -z "$(partition_value "$partition" "$key")" ]; then
        continue
      fi
      # shellcheck disable=SC2016 # expanded in the job
      got=$(client_run "${run[@]}" -N 1 -w "$node" "$option" sh -c 'scontrol show job -o "$SLURM_JOB_ID"')
      default_is "$(partition_value "$partition" "$key")" "$key" "$got" || echo "$partition: $key=$(partition_value "$partition" "$key"), but: $got"
    done
  done < <(partitions_up)
}

# Prints the limits of a node set in plan.yaml, soft and hard. If root may not set a limit on this machine, prints the hard limit, which jobs
# get instead: plan_limits SET
plan_limits() {
  local memlock nofile
  read -r memlock nofile < <(awk -f "$here/flatten.awk" /w/out/plan.yaml | awk -F '\t' -v set="$1" '
    $1 ~ /^nodeSets\[[0-9]+\]\.name$/ { here = $2 == set }
    here && $1 ~ /\.limits\.memlock\.value$/ { memlock = $2 }
    here && $1 ~ /\.limits\.nofile\.value$/ { print memlock, $2 }')
  (ulimit -l "$memlock") 2>/dev/null || memlock=$(ulimit -H -l)
  (ulimit -n "$nofile") 2>/dev/null || nofile=$(ulimit -H -n)
  echo "$memlock $memlock $nofile $nofile"
}

# Runs a job in every partition that is up, and prints the limits of its process that are not those of plan.yaml.
job_limits() {
  local partition node run=() want got
  while IFS= read -r partition; do
    node=$(partition_nodes "$partition" | head -n 1)
    if [ -z "$node" ]; then
      continue
    fi
    mapfile -t run < <(partition_srun "$partition")
    want=$(plan_limits "${node%-*}")
    # shellcheck disable=SC2016 # expanded in the job
    got=$(client_run "${run[@]}" -N 1 -w "$node" sh -c 'echo $(ulimit -S -l; ulimit -H -l; ulimit -S -n; ulimit -H -n)')
    [ "$got" = "$want" ] || echo "$partition on $node: memlock and nofile, soft and hard, are $got, not $want"
  done < <(partitions_up)
}

# Prints all nodes with GPUs, sorted.
gpu_nodes() {
  local list
  conf_rows "$slurm/slurm.conf" | awk -F '\t' '$1 == "NodeName" && $3 == "Gres" && $4 ~ /gpu:/ { print $2 }' | while IFS= read -r list; do
    in_controller hostnames "$list"
  done | LC_ALL=C sort
}

# Succeeds if the record of a job shows the memory that a default of MEBIBYTES gives: default_is MEBIBYTES KEY RECORD
default_is() {
  awk -v each="$1" -v key="$2" '{
      match($0, / (Alloc)?TRES=[^ ]*/); list = substr($0, RSTART, RLENGTH); sub(/^[^=]*=/, "", list)
      n = split(list, parts, ",")
      for (i = 1; i <= n; i++) { split(parts[i], pair, "="); value[pair[1]] = pair[2] }
      memory = value["mem"] + 0
      if (value["mem"] ~ /G$/) memory *= 1024
      if (value["mem"] ~ /T$/) memory *= 1048576
      want = each * (key == "DefMemPerGPU" ? 1 : value["cpu"])
      # scontrol shows two digits after the point.
      difference = memory - want; if (difference < 0) difference = -difference
      exit !(memory > 0 && difference <= want / 50)
    }' <<<"$3"
}

# Runs one task on every chosen node of every partition that is up, and
# prints errors. If a partition has MaxNodes, it uses only that many nodes.
run_partitions() {
  local partition nodes got limit run=()
  while IFS= read -r partition; do
    nodes=$(partition_nodes "$partition")
    if [ -z "$nodes" ]; then
      echo "$partition: none of its nodes is among the ${#started[@]} that run"
      continue
    fi
    case $(partition_value "$partition" State) in
      '' | [Uu][Pp]) ;;
      *) continue ;;
    esac
    limit=$(partition_value "$partition" MaxNodes)
    case $limit in
      *[0-9]) nodes=$(head -n "$limit" <<<"$nodes") ;;
    esac
    mapfile -t run < <(partition_srun "$partition")
    got=$(client_run "${run[@]}" -N "$(wc -l <<<"$nodes")" -w "$(paste -sd, <<<"$nodes")" hostname | LC_ALL=C sort)
    if [ "$got" != "$nodes" ]; then
      echo "$partition: hostname on $(paste -sd, <<<"$nodes") printed: $(paste -sd' ' <<<"$got")"
    fi
  done < <(conf_rows "$slurm/slurm.conf" | awk -F '\t' '$1 == "PartitionName" && $3 == "PartitionName" { print $2 }')
}

# Prints a chosen node of the default partition.
a_node() {
  partition_nodes "$(conf_rows "$slurm/slurm.conf" |
    awk -F '\t' '$1 == "PartitionName" && $3 == "Default" && tolower($4) == "yes" { print $2 }')" | head -n 1
}

# Runs a step as an ordinary user in the default partition.
run_as_user() {
  local got
  got=$(client_run setpriv --reuid alice --regid alice --clear-groups srun --mem=1M -w "$(a_node)" id -un)
  if [ "$got" != alice ]; then
    echo "srun id -un as alice printed: $got"
  fi
}

# Checks in each of these pods that users can write to the directories that they share, and cannot delete each other's files there. With a
# jail, only root may write to them. The last two are volumes of examples/storage: check_shared_folders POD...
check_shared_folders() {
  local pod folder
  for pod in "$@"; do
    for folder in /tmp /dev/shm /scratch /cache; do
      if ! lab_in "$pod" setpriv --reuid alice --regid alice --clear-groups touch "$folder/of-alice" 2>/dev/null; then
        [ -d /w/out/jail ] || [[ $folder != /tmp && $folder != /dev/shm ]] || echo "$pod: a user cannot write to $folder"
        continue
      fi
      ! lab_in "$pod" setpriv --reuid nobody --regid nogroup --clear-groups rm -f "$folder/of-alice" 2>/dev/null ||
        echo "$pod: another user can delete alice's files in $folder"
      lab_in "$pod" rm -f "$folder/of-alice"
    done
  done
}

# Submits a job to a declared node that has no pod: ResumeProgram must set the node down with a reason, so that no job waits for it. In an
# elastic set it must not, because the sidecar creates the pod (elastic.sh): run_absent NODE
run_absent() {
  local node=$1 partition run=()
  partition=$(lab_in "$controller" sinfo -h -N -n "$node" -o '%R %a' | awk '$2 == "up" && !seen++ { print $1 }')
  mapfile -t run < <(partition_srun "$partition")
  # Only the node's state matters. srun may end by itself or is killed.
  client_run "${run[@]}" -w "$node" hostname >/tmp/absent.out &
  local job=$!
  lab_until 30 absent_is_answered "$node" || echo "$node is $(in_controller shown_states | sed -n "s/^$node //p") while a job waits for it"
  kill "$job" 2>/dev/null || true
  wait "$job" || true
  in_controller scancel --user=alice
}

# Succeeds when a node is down because it has no pod, or, in an elastic set, when it is being powered up.
absent_is_answered() {
  if grep -qxF "${1%-*}" /w/out/scripts/elastic-sets 2>/dev/null; then
    in_controller shown_states | grep -E "^$1 [A-Z]+.*POWERING_UP" >/dev/null
  else
    in_controller shown_states | grep -E "^$1 DOWN.*\(no pod" >/dev/null
  fi
}

# Prints the first declared node that does not run here, or nothing if all run.
absent_node() {
  printf '%s\n' "${declared[@]}" | cut -f1 | grep -vxFf <(printf '%s\n' "${started[@]}") | head -n 1 || true
}

# Prints the first running node that has GPUs, and its partition.
gpu_node() {
  local node partition
  while read -r node partition; do
    if printf '%s\n' "${started[@]}" | grep -x "$node" >/dev/null; then
      echo "$node $partition"
      return
    fi
  done < <(lab_in "$controller" sinfo -h -N -o '%N %R %G %a' | awk '$3 ~ /gpu:/ && $4 == "up" { print $1, $2 }')
}

# Runs a step with one GPU on the first running node that has GPUs.
run_gpu() {
  local got partition node run=()
  read -r node partition < <(gpu_node)
  mapfile -t run < <(partition_srun "$partition")
  # shellcheck disable=SC2016 # the job's variables
  got=$(client_run "${run[@]}" -w "$node" --gres=gpu:1 bash -c 'echo "$SLURM_STEP_GPUS $CUDA_VISIBLE_DEVICES"')
  if [ "$got" != "0 0" ]; then
    echo "${run[*]} -w $node --gres=gpu:1 printed: $got"
  fi
}

# The same, and checks that the files for the DCGM exporter have the job while it runs.
map_gpu() {
  local partition node names in_file job run=() files=/run/skiff/gpu-jobs
  read -r node partition < <(gpu_node)
  mapfile -t run < <(partition_srun "$partition")
  # shellcheck disable=SC2016 # the job's variables
  read -r names in_file job < <(client_run "${run[@]}" -w "$node" --gres=gpu:1 \
    sh -c 'echo "$(ls "$0") $(cat "$0/0") $SLURM_JOB_ID"' $files)
  if [ "$names" != 0 ] || [ -z "$job" ] || [ "$in_file" != "$job" ]; then
    echo "while job $job ran on GPU 0, the files were '$names', with '$in_file'"
  fi
  lab_until 20 lab_in "$node" test ! -e $files/0 || echo "the file of GPU 0 is still there after the job"
}

# Prints lines of the daemons' logs with an error, a fatal error or a warning that allowed_errors.txt does not list.
log_errors() {
  find "$lab_log" -name '*.log' ! -name 'lab-mariadb.log' -exec grep -HiE '\b(error|fatal|warning)\b' {} + | sed "s|^$lab_log/||" |
    grep -vEf <(grep -vE '^(#|$)' "$here/allowed_errors.txt") | head -n 20 || true
}
