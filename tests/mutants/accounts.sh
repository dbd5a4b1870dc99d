#!/usr/bin/env bash
# Sourced by judge.sh: MariaDB, which all mutants share, and slurmdbd, which those with the same slurmdbd.conf share.
# shellcheck disable=SC2154 # dir, most_polls: judge.sh and daemons.sh

database_pid='' accounts_pid='' accounts_conf=''
declare -A databases=()

# Starts MariaDB with an empty data directory.
database_begin() {
  local poll
  install -d -o mysql /run/mysqld /run/database
  mariadb-install-db --user=mysql --datadir=/run/database --skip-test-db >/w/log/install-db 2>&1
  mariadbd --user=mysql --datadir=/run/database --bind-address=10.77.0.1 --port=3306 --pid-file=/run/mysqld/pid --socket=/run/mysqld/socket \
    --innodb-buffer-pool-size=64M --innodb-lock-wait-timeout=900 --loose-innodb-snapshot-isolation=OFF \
    --innodb-flush-log-at-trx-commit=0 --skip-name-resolve >/w/log/mariadb 2>&1 </dev/null &
  database_pid=$!
  for ((poll = 1; poll <= most_polls; poll++)); do
    sql 'SELECT 1' >/dev/null 2>&1 && return
    nap
  done
  echo "judge: MariaDB does not start: $(tail -n 3 /w/log/mariadb)" >&2
  exit 1
}

# Runs SQL as the root user: sql STATEMENTS
sql() {
  mariadb --socket=/run/mysqld/socket -e "$1"
}

# Prints a value of the mutant's slurmdbd.conf: accounts_key KEY
accounts_key() {
  get_key "$dir/slurm/slurmdbd.conf" "$1"
}

# Starts slurmdbd unless it runs with this slurmdbd.conf. Returns 0 when it answers, its status if it exits, or 255.
accounts_up() {
  local poll status name user port
  write_hosts
  # Each mutant has its own part of the log.
  : >/w/log/slurmdbd
  if [ -n "$accounts_pid" ] && [ "$accounts_conf" = "$(<"$dir/slurm/slurmdbd.conf")" ] && alive "$accounts_pid"; then
    add_qos
    return
  fi
  accounts_end
  [ -n "$database_pid" ] || database_begin
  name=$(accounts_key StorageLoc)
  user=$(accounts_key StorageUser)
  port=$(accounts_key DbdPort)
  if [ -z "${databases[$name/$user]-}" ]; then
    sql "CREATE DATABASE IF NOT EXISTS \`${name:-slurm_acct_db}\`; CREATE USER IF NOT EXISTS '$user'@'%' IDENTIFIED BY 'x';
      GRANT ALL ON \`${name:-slurm_acct_db}\`.* TO '$user'@'%'"
    databases[$name/$user]=yes
  fi
  rm -rf /run/slurmdbd/*
  install_keys
  ln -sfn /etc/slurm/slurm.key /run/slurmdbd/slurm.key
  {
    cat "$dir/slurm/slurmdbd.conf"
    printf '\nStoragePass="x"\n'
  } >/run/slurmdbd/slurmdbd.conf
  # One database server for all mutants, whatever its port is in their specs.
  set_key /run/slurmdbd/slurmdbd.conf StoragePort 3306
  # shellcheck disable=SC2016 # dpkg's own field
  if [ "$(dpkg-query -W -f '${Version}' libmariadb3)" = 1:11.8.9+ds-4 ] && [ -z "$(accounts_key StorageParameters)" ]; then
    # This build of libmariadb regards every result as too wide unless a TLS option is set (services.sh).
    set_key /run/slurmdbd/slurmdbd.conf StorageParameters SSL_CIPHER=TLS_AES_256_GCM_SHA384
  fi
  make_archive "$(accounts_key ArchiveDir)"
  chown slurm:slurm /run/slurmdbd/slurmdbd.conf
  chmod 600 /run/slurmdbd/slurmdbd.conf
  with_name "$(accounts_key DbdHost)" env SLURM_CONF=/run/slurmdbd/slurm.conf setpriv --reuid slurm --regid slurm --clear-groups slurmdbd -D \
    >>/w/log/slurmdbd 2>&1 </dev/null &
  accounts_pid=$!
  for ((poll = 1; poll <= most_polls; poll++)); do
    nap
    status=0
    alive "$accounts_pid" || status=$?
    if [ "$status" -ne 0 ]; then
      accounts_pid=
      return "$status"
    fi
    if (: <>"/dev/tcp/10.77.0.1/${port:-6819}") 2>/dev/null; then
      accounts_conf=$(<"$dir/slurm/slurmdbd.conf")
      add_qos
      return 0
    fi
  done
  return 255
}

# Makes the directory of the archive, as slurmdbd's init container does on a volume: make_archive FOLDER
make_archive() {
  if [ -z "$1" ] || [ -d "$1" ]; then
    return
  fi
  # The root is read only (daemons_begin).
  mount -o remount,bind,rw /
  mkdir -p "$1"
  mount -o remount,bind,ro /
  mount -t tmpfs -o uid=slurm,gid=slurm,mode=755 lab "$1"
}

# Creates the QOS that partitions name, as slurmctld's sidecar does: 26.05 does not start without them.
add_qos() {
  local name
  for name in $(conf_rows "$dir/mounted/slurm.conf" | awk -F '\t' '
    $1 == "PartitionName" && tolower($3) ~ /^(allow|deny)qos$|^qos$/ { gsub(/,/, "\n", $4); print $4 }' | sort -u); do
    sacctmgr -i add qos "$name" >/dev/null 2>&1 || true
  done
}

# Compares slurmdbd.conf with "sacctmgr show config": compare_accounts FOLDER
compare_accounts() {
  local shown
  shown=$(mktemp)
  sacctmgr show config 2>/dev/null | sed -nE '/^SlurmDBD configuration/,$ s/^([A-Za-z0-9_]+)[[:space:]]*=[[:space:]]?(.*)$/\1\t\2/p' >"$shown"
  conf_rows "$1/slurm/slurmdbd.conf" | awk -F '\t' -v release="$release" '
    NR == FNR { value[tolower($1)] = $2; has[tolower($1)] = 1; next }
    # The lab replaces the database, and slurmdbd 26.05 sends its user and its name only to administrators.
    $3 ~ /^Storage(Port|Host|BackupHost|User|Loc|PassScript)$/ { next }
    # sacctmgr 26.05 prints these from its own slurm.conf (slurmdb_config_get_keypairs).
    release == "26.05" && $3 ~ /^(AuthAlt.*|Auth(Info|Type)|CommunicationParameters|DebugFlags|HashPlugin|MessageTimeout|PluginDir)$/ { next }
    release == "26.05" && $3 ~ /^(PrivateData|SlurmUser|StorageParameters|StorageType|TCPTimeout|TLS.*)$/ { next }
    tolower($3) in has { print $3 "\t" $4 "\t" value[tolower($3)] }' "$shown" - |
    awk -f /w/lab/same.awk | sed 's/^/slurmdbd: /'
  rm -f "$shown"
}

# Ends slurmdbd.
accounts_end() {
  if [ -n "$accounts_pid" ]; then
    kill -KILL "$accounts_pid" 2>/dev/null || true
    wait "$accounts_pid" 2>/dev/null || true
    accounts_pid='' accounts_conf=''
  fi
}
