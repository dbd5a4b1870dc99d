#!/usr/bin/env bash
# Sourced by reservations.sh: queries to slurmctld, and changes of the file.
# shellcheck disable=SC2154 # controller, client, started, log: parts.sh, reservations.sh

# Prints information about a failed step.
shown() {
  scontrol_utc --oneliner show reservation
  [ -z "${client:-}" ] || lab_in "$client" squeue --format='%A %u %P %T %r %N'
  grep -E 'reservations|reconfigure' "$log" | tail -n 12
}

scontrol_utc() {
  lab_in "$controller" env TZ=UTC scontrol "$@"
}

# Prints a field of a reservation; nothing if there is no such reservation: field NAME FIELD
field() {
  scontrol_utc --oneliner show reservation "$1" 2>/dev/null | sed -n "s/.* $2=\([^ ]*\).*/\1/p"
}

# Succeeds when the fields of a reservation have these values: has NAME FIELD=VALUE...
has() {
  local name=$1 pair
  shift
  for pair; do
    [ "$(field "$name" "${pair%%=*}")" = "${pair#*=}" ] || return 1
  done
}

# Succeeds when a reservation has these flags, in any order, and no others: has_flags NAME FLAG...
has_flags() {
  [ "$(field "$1" Flags | tr , '\n' | LC_ALL=C sort | paste -sd' ')" = "$(printf '%s\n' "${@:2}" | LC_ALL=C sort | paste -sd' ')" ]
}

exists() {
  scontrol_utc --oneliner show reservation "$1" 2>/dev/null | grep "^ReservationName=$1 " >/dev/null
}
is_gone() {
  ! exists "$1"
}

# Succeeds when every worker has registered. A node of a reservation that has begun is RESERVED.
registered() {
  local node
  for node in "${started[@]}"; do
    scontrol_utc --all --oneliner show node "$node" | grep -E ' State=IDLE\+CLOUD(\+RESERVED)? ' >/dev/null || return 1
  done
}

# Prints a time of the test: time_of NAME
time_of() {
  sed -n "s/^$1 //p" /w/times
}

# Succeeds when the sidecar has logged at least this number of times that the reservations match the spec: settled NUMBER
settled() {
  [ "$(grep -c 'reservations: the reservations match the spec' "$log")" -ge "$1" ]
}

# Records where the log ends now.
note_log() {
  log_before=$(wc -l <"$log")
}
said_since() {
  tail -n +"$((log_before + 1))" "$log" | grep -F "$1" >/dev/null
}

# Makes the sidecar compare again at once: a comment is appended to the file.
touch_file() {
  note_log
  printf "# %s\n" "$(date +%s%N)" | lab_in "$controller" sh -c "cat >>/etc/slurm/reservations.conf"
}

# Succeeds when the sidecar has compared the reservations and has changed none.
nothing_is_set() {
  said_since 'reservations: not in the spec and left unchanged: by_hand' || return 1
  ! said_since 'reservations: scontrol'
}

# Runs a command as a user in the client pod: as USER COMMAND...
as() {
  lab_in "$client" setpriv --reuid "$1" --regid "$1" --clear-groups timeout 20 "${@:2}" </dev/null
}

runs() {
  lab_in "$client" squeue --noheader --jobs="$1" --format=%T | grep -x RUNNING >/dev/null
}

is_pending() {
  lab_in "$client" squeue --noheader --jobs="$1" --format=%T | grep -x PENDING >/dev/null
}

no_jobs() {
  ! lab_in "$client" squeue --noheader --jobs="$1" --states=PENDING,RUNNING,COMPLETING --format=%A | grep . >/dev/null
}

# Prints a regular expression of log lines that are expected: about reservations that wait or are over. When slurmctld 24.11 compares an hourly
# reservation with others, it may log an error about its own calculation.
expected_errors() {
  printf '%s' ' warning reservations: (past|busy): |_resv_time_overlap: Reservation slot is the later one again'
}
