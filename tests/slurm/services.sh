#!/usr/bin/env bash
# Sourced by example.sh: accounting, REST and login pods and what is asked of them.
# shellcheck disable=SC2154 # slurm, release, client, controller, here: example.sh and parts.sh

dbd='' dbd_password=''

# A key of the compiled slurmdbd.conf.
dbd_key() {
  get_key "$slurm/slurmdbd.conf" "$1"
}

# MariaDB and slurmdbd, under the names that the compiled files give them.
start_accounting() {
  dbd=$(dbd_key DbdHost)
  dbd_password=$(head -c 24 /dev/urandom | base64 | tr -d '+/=')
  lab_name lab-mariadb "$(dbd_key StorageHost)"
  lab_name "$dbd" "$(get_key "$slurm/slurm.conf" AccountingStorageHost)"
  start_database
  dbd_files
  lab_pod "$dbd" "$here/slurmdbd.sh"
  local port
  port=$(dbd_key DbdPort)
  if ! lab_wait "$dbd" 30 lab_answers "$dbd" "${port:-6819}"; then
    give_up "slurmdbd starts with the compiled file" "$dbd"
  fi
  verdict "slurmdbd starts with the compiled file" ""
}

# True when a pod's port takes a connection: lab_answers POD PORT
lab_answers() {
  (: <>"/dev/tcp/${lab_ip[$1]}/$2") 2>/dev/null
}

# A database server with the empty database and the user that slurmdbd.conf names.
start_database() {
  local name user port
  name=$(dbd_key StorageLoc)
  user=$(dbd_key StorageUser)
  port=$(dbd_key StoragePort)
  cat >/etc/database.sql <<SQL
CREATE DATABASE \`${name:-slurm_acct_db}\`;
CREATE USER '$user'@'%' IDENTIFIED BY '$dbd_password';
GRANT ALL ON \`${name:-slurm_acct_db}\`.* TO '$user'@'%';
SQL
  mariadb-install-db --user=mysql --datadir=/var/lib/mysql --skip-test-db >"$lab_log/install-db.out" 2>&1
  chown mysql /etc/database.sql
  # slurmdbd complains of smaller values than these two.
  # shellcheck disable=SC2016 # $1 is the inner shell's
  lab_pod lab-mariadb bash -c 'mkdir -p /run/mysqld && chown mysql /run/mysqld && exec mariadbd --user=mysql \
    --bind-address=0.0.0.0 --port="$1" --init-file=/etc/database.sql --pid-file=/run/mysqld/pid --socket=/run/mysqld/socket \
    --innodb-buffer-pool-size=2G --innodb-log-file-size=64M --innodb-lock-wait-timeout=900 --loose-innodb-snapshot-isolation=OFF' - "${port:-3306}"
  lab_wait lab-mariadb 30 lab_answers lab-mariadb "${port:-3306}" || give_up "MariaDB starts" lab-mariadb
}

# What the slurmdbd pod mounts: the compiled file, completed with the password as the pod's own program does it.
dbd_files() {
  local to=/w/pods/$dbd/etc/slurm
  mkdir -p "$to"
  cp "$slurm/slurmdbd.conf" "$to/slurmdbd.conf"
  printf 'StoragePass=%s\n' "$dbd_password" >>"$to/slurmdbd.conf"
  # This build of the library takes every result for too wide unless some TLS option is set.
  # shellcheck disable=SC2016 # dpkg's own field
  if [ "$(dpkg-query -W -f '${Version}' libmariadb3)" = 1:11.8.9+ds-4 ]; then
    printf 'StorageParameters=SSL_CIPHER=TLS_AES_256_GCM_SHA384\n' >>"$to/slurmdbd.conf"
  fi
  cp -p /w/slurm.key /w/jwt_hs256.key "$to/"
  chown slurm:slurm "$to/slurmdbd.conf"
  chmod 600 "$to/slurmdbd.conf"
}

# An account with the lab's user, so that limits and associations may be enforced.
prepare_accounts() {
  in_controller sacctmgr -i add account lab >/dev/null
  in_controller sacctmgr -i add user alice account=lab >/dev/null
}

# The last job of the lab's user, once slurmdbd knows that it ended.
check_sacct() {
  lab_until 20 sacct_knows || echo "sacct says: $(last_job)"
}

# State and resources of the user's newest job.
last_job() {
  lab_in "$controller" sacct -X -n -P -u alice -o State,AllocTRES,Account | tail -n 1
}

# True when that job is complete with processors, memory and node counted.
sacct_knows() {
  last_job | grep -qE '^COMPLETED\|(.*,)?cpu=[0-9]+.*mem=.*node=1.*\|lab$'
}

# Sends one request and prints the answer: http POD PORT PATH [HEADER...]
http() {
  local ip=${lab_ip[$1]} port=$2 path=$3
  shift 3
  # shellcheck disable=SC2016 # expanded by the inner shell
  timeout 20 bash -c 'exec 5<>"/dev/tcp/$1/$2"; printf "GET %s HTTP/1.1\r\nHost: lab\r\nConnection: close\r\n" "$3" >&5
    shift 3; for header in "$@"; do printf "%s\r\n" "$header" >&5; done; printf "\r\n" >&5; cat <&5' - "$ip" "$port" "$path" "$@"
}

# The newest REST data format of this release: the version in a request's path.
rest_version() {
  find /usr/lib -path '*/slurm-wlm/*' \( -name 'data_parser_v0_0_*.so' -o -name 'openapi_v0_0_*.so' \) |
    sed -nE 's/.*_v0_0_([0-9]+)\.so/v0.0.\1/p' | sort -V | tail -n 1
}

# slurmrestd as nobody, the compiled files around it, no key.
start_rest() {
  local args=(-a rest_auth/jwt) version
  version=$(rest_version)
  mkdir -p /w/pods/lab-rest
  cp -a "/w/pods/$controller/etc" /w/pods/lab-rest/
  rm -f /w/pods/lab-rest/etc/slurm/*.key
  # Without slurmdbd the accounting half does not load, and that ends slurmrestd.
  if [ ! -e "$slurm/slurmdbd.conf" ]; then
    if [ "${version#v0.0.}" -ge 40 ]; then
      args+=(-s openapi/slurmctld -d "$version")
    else
      args+=(-s "openapi/$version")
    fi
  fi
  lab_name lab-rest
  lab_pod lab-rest setpriv --reuid nobody --regid nogroup --clear-groups env SLURM_JWT=daemon slurmrestd "${args[@]}" 0.0.0.0:6820
}

# Asks slurmrestd with a token of the controller's key, and without one.
check_rest() {
  local version token answer path
  version=$(rest_version)
  path=/slurm/$version/ping
  if [ "${version#v0.0.}" -ge 40 ]; then
    path=$path/
  fi
  lab_until 10 lab_answers lab-rest 6820 || tail -n 3 "$lab_log/lab-rest.log"
  token=$(lab_in "$controller" scontrol token username=alice lifespan=300 | sed -n 's/^SLURM_JWT=//p')
  answer=$(http lab-rest 6820 "$path" "X-SLURM-USER-NAME: alice" "X-SLURM-USER-TOKEN: $token")
  if ! grep -q '^HTTP/1.1 200' <<<"$answer" || ! grep -q '"pings"' <<<"$answer"; then
    echo "with a token: ${answer:0:300}"
  fi
  answer=$(http lab-rest 6820 "$path" | head -n 1)
  if ! grep -qE ' (401|500)' <<<"$answer"; then
    echo "without a token: $answer"
  fi
}

# The pod of a login set, by its sshd_config.
login_pod() {
  printf 'lab-%s' "$(basename "$1")" | tr -c 'a-z0-9' -
}

# One value of an sshd_config, or what is given for none: sshd_value FILE KEY DEFAULT
sshd_value() {
  sed -nE "s/^$2[[:space:]]+//Ip" "$1" | head -n 1 | grep . || printf '%s\n' "$3"
}

# The kind of an ssh host key, from its file's name.
key_kind() {
  basename "$1" | grep -oE 'rsa|ecdsa|ed25519' || echo ed25519
}

# A login pod for each compiled sshd_config, with host keys where it looks for them and a key of the lab's user.
start_logins() {
  local config pod key to
  ssh-keygen -q -t ed25519 -N '' -f /w/user_key
  install -d -o alice -g alice -m 700 /home/alice/.ssh
  install -o alice -g alice -m 600 /w/user_key.pub /home/alice/.ssh/authorized_keys
  usermod -p '*' alice
  for config in "$slurm"/sshd_config*; do
    pod=$(login_pod "$config")
    to=/w/pods/$pod
    mkdir -p "$to/etc/ssh"
    cp -a "/w/pods/$controller/etc" "$to/"
    cp "$config" "$to/etc/ssh/sshd_config"
    while read -r key; do
      mkdir -p "$to/$(dirname "$key")"
      ssh-keygen -q -t "$(key_kind "$key")" -N '' -f "$to/$key"
    done < <(sed -nE 's/^HostKey[[:space:]]+//Ip' "$config")
    lab_name "$pod"
    lab_pod "$pod" "$here/login.sh"
  done
}

# Each login set: sshd accepts the compiled file, the user's key lets them in, and srun runs there.
check_login() {
  local config pod port got
  for config in "$slurm"/sshd_config*; do
    pod=$(login_pod "$config")
    port=$(sshd_value "$config" Port 22)
    if ! lab_until 10 lab_answers "$pod" "$port"; then
      echo "$pod: sshd is not up: $(tail -n 3 "$lab_log/$pod.log")"
      continue
    fi
    got=$(client_run ssh -i /w/user_key -p "$port" -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null \
      -o LogLevel=ERROR "alice@${lab_ip[$pod]}" "hostname; srun --mem=1M -w $(a_node) id -un")
    if [ "$got" != "$pod"$'\n'alice ]; then
      echo "$pod: hostname and srun in a login said: $got $(tail -n 3 "$lab_log/$pod.log")"
    fi
  done
}
