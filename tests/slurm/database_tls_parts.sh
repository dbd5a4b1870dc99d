#!/usr/bin/env bash
# Sourced by database_tls.sh: the server, its certificates, and what slurmdbd says.
# shellcheck disable=SC2154 # dbd, lab_pid, lab_log: services.sh, lab.sh

certificates=/w/database

# Starts the database server again, with further arguments: restart_server ARGUMENT...
restart_server() {
  local words
  mapfile -d '' -t words <"/w/database/command"
  lab_stop lab-mariadb 2>/dev/null
  # shellcheck disable=SC2016 # of that shell
  lab_again lab-mariadb bash -c 'mkdir -p /run/mysqld && chown mysql /run/mysqld && exec "$@"' - "${words[@]}" "$@"
  lab_wait lab-mariadb 60 lab_answers lab-mariadb 3307
}

# Remembers how the server was started.
remember_server() {
  cp "/proc/${lab_pid[lab-mariadb]}/cmdline" /w/database/command
}

# Makes files that only the server can read.
give_to_server() {
  chown mysql "$certificates"/*.key
}

# Succeeds if sacctmgr makes an account, which it then shows: makes ACCOUNT
makes() {
  lab_in "$controller" timeout 20 sacctmgr -iQ add account "$1" >/w/said 2>&1 &&
    [ "$(lab_in "$controller" sacctmgr -nP show account where name="$1" format=Account)" = "$1" ]
}

# Records where the log of slurmdbd's pod ends now.
note_log() {
  log_before=$(wc -l <"$lab_log/$dbd.log")
}
# Succeeds when the log of slurmdbd's pod has a line that matches since then: said_since EXPRESSION
said_since() {
  tail -n +"$((log_before + 1))" "$lab_log/$dbd.log" | grep -E -- "$1" >/dev/null
}

# Succeeds when skiff-database-tls and slurmdbd have given this reason, and sacctmgr makes no account: refused_because REASON
# The client library of Slurm 26.05 writes an early error as `1105 - REASON`.
refused_because() {
  ! makes refused && said_since "skiff-database-tls: db\.example\.com:3307: $1" && said_since "1105 (- )?db\.example\.com:3307: $1"
}

# Prints information about a failed step.
shown() {
  tail -n 12 "$lab_log/$dbd.log"
}

# Succeeds when twenty commands at once get an answer.
at_once() {
  local pids=() pid
  for _ in {1..20}; do
    lab_in "$controller" sacctmgr -nP show account where name=first format=Account >"/w/database/answer.$_" &
    pids+=("$!")
  done
  for pid in "${pids[@]}"; do wait "$pid" || return 1; done
}

# Prints a regular expression of log lines that are expected: about the server that is away or refused.
expected_errors() {
  printf '%s' 'skiff-database-tls: |mysql_real_connect failed: (1105 |2002 Received error packet before)|unable to re-connect to as_mysql database|Processing last message from connection|mysql_(real_)?query failed: |The database must be up'
}
