#!/usr/bin/env bash
# Sourced by example.sh: accounting, REST and login pods, and their checks.
# shellcheck disable=SC2154 # slurm, release, client, controller, here: example.sh and parts.sh

dbd='' rest='' rest_port='' database_args=()
declare -A login_port=()

# Prints a value of the compiled slurmdbd.conf: dbd_key KEY
dbd_key() {
  get_key "$slurm/slurmdbd.conf" "$1"
}

# Prints the host or the port of the database server: database_at Host|Port
database_at() {
  local field=fqdn
  if [ "$(dbd_key StorageHost)" != localhost ]; then
    dbd_key "Storage$1"
    return
  fi
  # With TLS, slurmdbd connects to a socket of its pod.
  [ "$1" = Host ] || field=port
  awk -f "$here/flatten.awk" /w/out/plan.yaml | sed -n "s/^accounting\.database\.$field\t//p"
}

# Starts MariaDB and slurmdbd, with the names in the compiled files.
start_accounting() {
  local port
  dbd=$(dbd_key DbdHost)
  lab_name lab-mariadb "$(database_at Host)"
  lab_name "$dbd" "$(get_key "$slurm/slurm.conf" AccountingStorageHost)"
  start_database
  # This build of libmariadb regards every result as too wide unless a TLS option is set.
  # shellcheck disable=SC2016 # dpkg's own field
  if [ "$(dpkg-query -W -f '${Version}' libmariadb3)" = 1:11.8.9+ds-4 ]; then
    set_key /w/lab-out/slurm/slurmdbd.conf StorageParameters SSL_CIPHER=TLS_AES_256_GCM_SHA384
  fi
  lay_out_with /w/lab-out "$dbd" "${dbd%-0}"
  lab_pod "$dbd" "/w/pods/$dbd.run"
  port=$(dbd_key DbdPort)
  if ! lab_wait "$dbd" 30 lab_answers "$dbd" "${port:-6819}"; then
    give_up "slurmdbd starts with the compiled file" "$dbd"
  fi
  verdict "slurmdbd starts with the compiled file" ""
}

# Succeeds when a pod's port accepts a connection: lab_answers POD PORT
lab_answers() {
  (: <>"/dev/tcp/${lab_ip[$1]}/$2") 2>/dev/null
}

# Starts a database server, with the empty database and the user of slurmdbd.conf. If the cluster has its own MariaDB, the server gets the
# arguments of the compiled container. Otherwise it gets those of $database_args, and the user must have what $database_requires says.
start_database() {
  local name user port args=() index
  name=$(dbd_key StorageLoc)
  user=$(dbd_key StorageUser)
  port=$(database_at Port)
  if awk -f "$here/flatten.awk" /w/out/plan.yaml | grep '^accounting\.mariadb\.data' >/dev/null; then
    workload "$(dbd_key StorageHost | cut -d. -f1)"
    for index in $(indexes 'containers[0].args'); do
      args+=("$(template "containers[0].args[$index]")")
    done
  else
    args=(--innodb-buffer-pool-size=2G --innodb-lock-wait-timeout=900 --loose-innodb-snapshot-isolation=OFF "${database_args[@]}")
  fi
  cat >/etc/database.sql <<SQL
CREATE DATABASE \`${name:-slurm_acct_db}\`;
CREATE USER '$user'@'%' IDENTIFIED BY '$(cat /w/password)' ${database_requires:-};
GRANT ALL ON \`${name:-slurm_acct_db}\`.* TO '$user'@'%';
SQL
  mariadb-install-db --user=mysql --datadir=/var/lib/mysql --skip-test-db >"$lab_log/install-db.out" 2>&1
  chown mysql /etc/database.sql
  # shellcheck disable=SC2016 # expanded by the pod's shell
  lab_pod lab-mariadb bash -c 'mkdir -p /run/mysqld && chown mysql /run/mysqld && exec mariadbd --user=mysql \
    --bind-address=0.0.0.0 --init-file=/etc/database.sql --pid-file=/run/mysqld/pid --socket=/run/mysqld/socket "$@"' - \
    --port="${port:-3306}" "${args[@]}"
  lab_wait lab-mariadb 30 lab_answers lab-mariadb "${port:-3306}" || give_up "MariaDB starts" lab-mariadb
}

# Creates the accounts that partitions name and an account of the lab, with the lab's user, so that limits and associations can be enforced.
# An administrator does this when slurmctld runs. The QOS already exist, because slurmctld does not start without them.
prepare_accounts() {
  local name
  for name in lab $(partition_words '^(allow|deny)accounts$'); do
    lab_in "$controller" sacctmgr -i add account "$name" >/dev/null
  done
  for name in lab $(partition_words '^(allow|deny)accounts$'); do
    lab_in "$controller" sacctmgr -i add user alice account="$name" >/dev/null
  done
  lab_in "$controller" sacctmgr -i modify user alice set \
    "qos=normal$(partition_words '^(allow|deny)qos$|^qos$' | sed 's/^/,/' | tr -d '\n')" defaultaccount=lab >/dev/null
}

# Prints every item in the partition parameters whose name matches: partition_words REGEX
partition_words() {
  conf_rows "$slurm/slurm.conf" | awk -F '\t' -v key="$1" '$1 == "PartitionName" && tolower($3) ~ key { gsub(/,/, "\n", $4); print $4 }' | sort -u
}

# Checks the last job of the lab's user, when slurmdbd knows that it ended.
check_sacct() {
  lab_until 20 sacct_knows || echo "sacct prints: $(last_job)"
}

# Prints state and resources of the user's newest job.
last_job() {
  lab_in "$controller" sacct -X -n -P -u alice -o State,AllocTRES,Account | tail -n 1
}

# Succeeds when this job is completed, with CPUs, memory and node recorded.
sacct_knows() {
  last_job | grep -E '^COMPLETED\|(.*,)?cpu=[0-9]+.*mem=.*node=1.*\|.+$' >/dev/null
}

# Sends one request and prints the answer: http POD PORT PATH [HEADER...]
http() {
  local ip=${lab_ip[$1]} port=$2 path=$3
  shift 3
  # shellcheck disable=SC2016 # expanded by the inner shell
  timeout $((20 * lab_patience)) bash -c 'exec 5<>"/dev/tcp/$1/$2"; printf "GET %s HTTP/1.1\r\nHost: lab\r\nConnection: close\r\n" "$3" >&5
    shift 3; for header in "$@"; do printf "%s\r\n" "$header" >&5; done; printf "\r\n" >&5; cat <&5' - "$ip" "$port" "$path" "$@"
}

# Prints the newest REST version of this release, as in the path of a request.
rest_version() {
  find /usr/lib -path '*/slurm-wlm/*' \( -name 'data_parser_v0_0_*.so' -o -name 'openapi_v0_0_*.so' \) |
    sed -nE 's/.*_v0_0_([0-9]+)\.so/v0.0.\1/p' | sort -V | tail -n 1
}

# Starts the compiled REST pod.
start_rest() {
  rest=$(awk -f "$here/flatten.awk" -v documents=1 /w/out/k8s/rest-api.yaml | awk -F '\t' '
    $1 ~ /^doc[0-9]+\.kind$/ && $2 == "Deployment" { at = $1; sub(/kind$/, "metadata.name", at) }
    at != "" && $1 == at { print $2 }')
  lab_name "$rest"
  lay_out "$rest" "$rest"
  rest_port=$(template 'containers[0].ports[0].containerPort')
  lab_pod "$rest" "/w/pods/$rest.run"
}

# Sends requests to slurmrestd, with a token of the controller and without one.
check_rest() {
  local version token answer path
  version=$(rest_version)
  path=/slurm/$version/ping
  if [ "${version#v0.0.}" -ge 40 ]; then
    path=$path/
  fi
  lab_wait "$rest" 10 lab_answers "$rest" "$rest_port" || tail -n 3 "$lab_log/$rest.log"
  token=$(lab_in "$controller" scontrol token username=alice lifespan=300 | sed -n 's/^SLURM_JWT=//p')
  answer=$(http "$rest" "$rest_port" "$path" "X-SLURM-USER-NAME: alice" "X-SLURM-USER-TOKEN: $token")
  if ! grep -q '^HTTP/1.1 200' <<<"$answer" || ! grep -q '"pings"' <<<"$answer"; then
    echo "with a token: ${answer:0:300}"
  fi
  answer=$(http "$rest" "$rest_port" "$path" | head -n 1)
  if ! grep -qE ' (401|500)' <<<"$answer"; then
    echo "without a token: $answer"
  fi
}

# Prints a value of an sshd_config, or the default: sshd_value FILE KEY DEFAULT
sshd_value() {
  sed -nE "s/^$2[[:space:]]+//Ip" "$1" | head -n 1 | grep . || printf '%s\n' "$3"
}

# Prints the type of an SSH host key, from its file name.
key_kind() {
  basename "$1" | grep -oE 'rsa|ecdsa|ed25519' || echo ed25519
}

# Prints the names of the workloads of the output's login sets.
login_sets() {
  local file
  for file in $(compgen -G "/w/out/k8s/login-*.yaml"); do
    awk -v documents=1 -f "$here/flatten.awk" "$file" | awk -F '\t' '
      $1 ~ /^doc[0-9]+\.kind$/ && $2 == "StatefulSet" { at = $1; sub(/kind$/, "metadata.name", at) }
      at != "" && $1 == at { print $2 }'
  done
}

# Starts the first pod of each compiled login set. The lab's user is in the groups that may log in.
start_logins() {
  local name group
  while IFS= read -r group; do
    groupadd --force "$group"
    usermod --append --groups "$group" alice
  done < <(sed -nE 's/^AllowGroups[[:space:]]+//Ip' "$slurm"/sshd_config* | tr -s ' ' '\n')
  for name in $(login_sets); do
    lab_name "$name-0"
    lay_out "$name-0" "$name"
    login_port[$name]=$(template 'containers[0].ports[0].containerPort')
    lab_pod "$name-0" "/w/pods/$name-0.run"
  done
}

# Checks each login set: sshd accepts the compiled file, the user can log in with a key, and srun works there.
check_login() {
  local name pod got
  for name in $(login_sets); do
    pod=$name-0
    if ! lab_wait "$pod" 10 lab_answers "$pod" "${login_port[$name]}"; then
      echo "$pod: sshd is not up: $(tail -n 3 "$lab_log/$pod.log")"
      continue
    fi
    got=$(ssh_to "$pod" "${login_port[$name]}" alice "hostname; srun --mem=1M -w $(a_node) id -un")
    if [ "$got" != "$pod"$'\n'alice ]; then
      echo "$pod: hostname and srun in a login printed: $got $(tail -n 3 "$lab_log/$pod.log")"
    fi
    if [ -e "/w/pods/$pod/etc/ssh/root-keys/authorized_keys" ]; then
      got=$(ssh_to "$pod" "${login_port[$name]}" root 'id -un')
      if [ "$got" != root ]; then
        echo "$pod: root's login printed: $got $(tail -n 3 "$lab_log/$pod.log")"
      fi
    fi
  done
}

# Checks that a changed configuration reaches the login pods that keep a copy for their commands. Only slurmctld's sidecar runs a
# reconfigure, because slurmd 22.05 would handle two at the same time and write both copies under the same names.
check_login_copies() {
  local name copy=/run/slurm/conf/slurm.conf
  lab_in "$controller" sh -c 'echo "# changed" >>/etc/slurm/slurm.conf'
  if ! lab_until 60 change_is_applied; then
    echo "slurmctld does not apply the change: $(grep -E 'reconfigure(:|")' "$lab_log/$controller.log" | tail -n 3)"
  fi
  for name in $(login_sets); do
    if lab_in "$name-0" test -e "$copy"; then
      lab_until 20 lab_in "$name-0" grep -qx '# changed' "$copy" || echo "$name-0 keeps its old files"
    fi
  done
}

# Succeeds when slurmctld's sidecar has noticed a change and slurmctld has applied it. The reconfigure at startup has another log line.
change_is_applied() {
  awk '/reconfigure.*the files changed/ { seen = 1 } seen && /reconfigure.*slurmctld uses the new files/ { taken = 1 }
    END { exit !taken }' "$lab_log/$controller.log"
}

# Runs a command over SSH, with the lab's key: ssh_to POD PORT USER COMMAND
ssh_to() {
  client_run ssh -i /w/user_key -p "$2" -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null \
    -o LogLevel=ERROR "$3@${lab_ip[$1]}" "$4"
}
