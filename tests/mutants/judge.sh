#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): starts the daemons with the files of each mutant, one mutant after the other, and compares what
# they report with the files. /w/list has the names of the directories in /w/mutants, each base before its mutants. /w/lab has the programs of
# tests/slurm and tests/mutants. Prints one line per directory: VERDICT, its name, what was changed, and what a daemon said, separated by tabs.
# The verdicts:
#   good            the daemons run and show what the files say
#   crash           a daemon ended by a signal
#   fatal           a daemon exited or does not answer
#   other-value     a daemon shows another value than the file has
#   warned          one of the next two, but skiff has warned
#   error-logged    a daemon logs an error or warning that it does not log with the unchanged base
#   not-registered  slurmd runs, but its node does not register
#   no-base         not run, because the base itself is not good in this lab
# shellcheck source-path=SCRIPTDIR source-path=SCRIPTDIR/../slurm
set -Eeuo pipefail
trap 'echo "judge: failed at $BASH_SOURCE:$LINENO: $BASH_COMMAND" >&2' ERR
here=/w/lab
. $here/overlay.sh
. $here/compare.sh
. $here/static.sh
. $here/daemons.sh
. $here/accounts.sh

# The comparison (compare.sh) asks for the same several times. The answers are kept: of a list of hosts for good, of a cluster for one mutant.
# A mutant can leave clients without an answer, hence the time limit.
client_seconds=${LAB_SECONDS:-40}
mkdir /tmp/hostnames
hostnames() {
  local name=${1//\//_} file new
  # A list of addresses can be longer than the name of a file.
  if [ ${#name} -gt 200 ]; then
    name=$(sha256sum <<<"$1")
  fi
  file=/tmp/hostnames/${name%% *}
  new=$file.$BASHPID
  # A node set can have no node.
  [ -n "$1" ] || return 0
  if [ ! -e "$file" ]; then
    # Several processes may ask for the same list at once.
    SLURM_CONF=$here/hostnames.conf command scontrol show hostnames "$1" >"$new"
    mv "$new" "$file"
  fi
  printf '%s\n' "$(<"$file")"
}
scontrol() {
  local file
  case $* in
    'show node --all -o' | 'show partition --all -o')
      file=/tmp/shown.$2
      if [ ! -e "$file" ]; then
        timeout "$client_seconds" scontrol "$@" >"$file" 2>&1 || printf 'scontrol %s fails: %s\n' "$*" "$(<"$file")" >>/tmp/failures
      fi
      printf '%s\n' "$(<"$file")"
      ;;
    *) timeout "$client_seconds" scontrol "$@" ;;
  esac
}

# Removes the time at the start of each line of a log.
undated() {
  sed -E 's/^\[?[^ ]*[0-9]:[0-9][^ ]*\]? ?//; s/^\[[A-Z][a-z]{2} [^]]*\] //'
}

# Prints the last lines of a log that explain why a daemon does not run: reason_in LOG
reason_in() {
  { grep -aiE 'fatal|error' "$1" || tail -n 3 "$1"; } | undated | tail -n 3
}

# Prints a log's errors and warnings, with N for each number, because numbers such as process IDs differ between two runs: errors_in LOG
errors_in() {
  { grep -aiE '\b(error|fatal|warning)\b' "$1" || true; } | { grep -avEf /tmp/allowed || true; } | undated | sed -E 's/[0-9]+/N/g'
}

# Reports the current mutant: say VERDICT TEXT
say() {
  verdict=$1
  # skiff has told the user that this value has no effect, or that it does not know it.
  if [[ $verdict =~ ^(other-value|error-logged)$ ]] && [ -s "$dir/warned" ]; then
    verdict=warned
  fi
  printf '%s\t%s\t%s\t%s\n' "$verdict" "$mutant" "$(<"$dir/what")" "$(tr '\n\t' '; ' <<<"$2" | cut -c1-600)"
}

# Reports a daemon that ended or does not answer: ended NAME STATUS
ended() {
  case $2 in
    132 | 134 | 135 | 136 | 139) say crash "$1 ended with status $2: $(reason_in "/w/log/$1")" ;;
    255) say fatal "$1 does not answer: $(reason_in "/w/log/$1")" ;;
    *) say fatal "$1: $(reason_in "/w/log/$1")" ;;
  esac
}

# Prints the differences between what the daemons show and the files.
differences() {
  compare_config "$dir/mounted/slurm.conf" || true
  compare_nodes "$dir/mounted/slurm.conf" || true
  compare_partitions "$dir/mounted/slurm.conf" || true
  compare_plan || true
  if [ -e "$dir/slurm/slurmdbd.conf" ]; then
    compare_accounts "$dir" || true
  fi
}

# Prints the errors of all daemons, sorted.
all_errors() {
  local name
  for name in slurmctld slurmd slurmdbd; do
    # The slurmdbd that runs beside a mutant without accounting belongs to an earlier one.
    if [ -e "/w/log/$name" ] && { [ "$name" != slurmdbd ] || [ -e "$dir/slurm/slurmdbd.conf" ]; }; then
      errors_in "/w/log/$name"
    fi
  done | LC_ALL=C sort -u
}

# Starts the daemons with the files of the current mutant, and reports it.
judge() {
  local status=0 found
  if [ -e "$dir/slurm/slurmdbd.conf" ]; then
    accounts_up || status=$?
    if [ "$status" -ne 0 ]; then
      ended slurmdbd "$status"
      return
    fi
  fi
  controller_up || status=$?
  if [ "$status" -ne 0 ]; then
    ended slurmctld "$status"
    return
  fi
  # Registration changes an address.
  found=$(compare_addresses "$dir/mounted/slurm.conf" || true)
  rm -f /tmp/shown.*
  node_begin
  found+=$(differences)
  # A request can end slurmctld too.
  controller_alive || status=$?
  if [ "$status" -ne 0 ]; then
    ended slurmctld "$status"
    return
  fi
  if [ -s /tmp/failures ]; then
    say fatal "$(</tmp/failures)"
    return
  fi
  if [ -n "$found" ]; then
    say other-value "$found"
    return
  fi
  node_up || status=$?
  if [ "$status" -eq 255 ]; then
    say not-registered "$(reason_in /w/log/slurmd)"
    return
  elif [ "$status" -ne 0 ]; then
    ended slurmd "$status"
    return
  fi
  all_errors >/tmp/errors
  if [[ $mutant == base-* ]]; then
    # The lab itself causes these.
    cp /tmp/errors /tmp/noise
    found=
  else
    found=$(LC_ALL=C comm -23 /tmp/errors /tmp/noise)
  fi
  if [ -n "$found" ]; then
    say error-logged "$found"
  else
    say good ''
  fi
}

daemons_begin
grep -vE '^(#|$)' $here/allowed_errors.txt $here/lab_errors.txt -h >/tmp/allowed
base_verdict=good
while read -r mutant <&3; do
  dir=/w/mutants/$mutant
  ln -sfn "$dir" /w/out
  export SLURM_CONF=$dir/mounted/slurm.conf
  verdict=
  rm -f /tmp/shown.* /tmp/failures
  if [[ $mutant == base-* ]]; then
    : >/tmp/noise
    judge
    base_verdict=$verdict
  elif [ "$base_verdict" = good ]; then
    judge
  else
    say no-base "$base_verdict"
  fi
  daemons_end
done 3</w/list
