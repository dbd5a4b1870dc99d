#!/usr/bin/env bash
# reconfigure.sh: a changed file is checked, then taken up once; whatever goes wrong is in the status file until it is right.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
conf=$lab/conf
status=$lab/status
mkdir "$conf"

# `show hostnames` parses SLURM_CONF, as the real one does; the rest stands for slurmctld.
fake scontrol <<'SH'
case "$*" in
  "show hostnames x")
    if grep -q Bogus "$SLURM_CONF"; then
      echo 'scontrol: error: Parsing error at unrecognized key: Bogus' >&2
      exit 1
    fi
    ;;
  "show config") printf 'Configuration data\nBOOT_TIME               = %s\n' "$(cat "$lab/answer.boot")" ;;
  reconfigure)
    if [ -e "$lab/answer.refuse" ]; then
      echo 'slurm_reconfigure error: Unspecified error' >&2
      exit 1
    fi
    [ ! -e "$lab/answer.dies" ] || touch "$lab/answer.dead"
    ;;
  ping) [ ! -e "$lab/answer.dead" ] ;;
esac
SH

# Sets when slurmctld started.
booted() {
  TZ=UTC date -d "$1" +%Y-%m-%dT%H:%M:%S >"$lab/answer.boot"
}

# Starts the program under test, with the present files in use.
start() {
  echo 'ClusterName=a' >"$conf/slurm.conf"
  booted '1 minute'
  "$pod/reconfigure.sh" "$conf" "$status" >"$lab/out" 2>&1 &
  pid=$!
  soon grep -q watching "$lab/out"
  # It read them at its start, long before the changes to come.
  booted '1 hour ago'
}

# Ends it.
stop() {
  kill -TERM "$pid"
  wait "$pid" || bad "exit code $?"
}

# Prints how often slurmctld was asked to reconfigure.
count() {
  grep -c '^scontrol reconfigure$' "$lab/calls" || true
}

new_case "nothing changes"
start
/usr/bin/sleep 0.5
[ "$(count)" -eq 0 ] || bad "reconfigured without a change"

case_name="a good change"
echo 'ClusterName=a # new' >"$conf/slurm.conf"
soon grep -q 'uses the new files' "$lab/out"
/usr/bin/sleep 0.3
[ "$(count)" -eq 1 ] || bad "reconfigured $(count) times"
[ ! -e "$status" ] || bad "status after success"

case_name="files that do not parse"
echo 'Bogus=1' >"$conf/slurm.conf"
soon test -e "$status"
/usr/bin/sleep 0.3
[ "$(count)" -eq 1 ] || bad "offered a bad file to slurmctld"
grep -q 'unrecognized key: Bogus' "$status" || bad "status lacks the reason"
[ "$(grep -c refused "$lab/out")" -eq 1 ] || bad "not one line in the log"

case_name="and are put right"
echo 'ClusterName=a # right' >"$conf/slurm.conf"
soon test ! -e "$status"
[ "$(count)" -eq 2 ] || bad "reconfigured $(count) times"
stop

new_case "slurmctld refuses"
start
touch "$lab/answer.refuse"
echo 'ClusterName=a # 2' >"$conf/slurm.conf"
soon test -e "$status"
/usr/bin/sleep 0.3
[ "$(count)" -eq 5 ] || bad "$(count) tries, not 5"
grep -q 'gave up after 5 tries: slurm_reconfigure error' "$status" || bad "status lacks the reason"
case_name="until it is started again"
booted '2 minutes'
soon test ! -e "$status"
stop

new_case "slurmctld says yes and dies"
start
touch "$lab/answer.dies"
echo 'ClusterName=a # 3' >"$conf/slurm.conf"
soon test -e "$status"
grep -q 'answers no more' "$status" || bad "status lacks the reason"
stop

new_case "the files changed before it started"
rm -f "$status"
echo 'ClusterName=a' >"$conf/slurm.conf"
booted '1 hour ago'
"$pod/reconfigure.sh" "$conf" "$status" >"$lab/out" 2>&1 &
pid=$!
soon grep -q watching "$lab/out"
[ "$(count)" -eq 1 ] || bad "reconfigured $(count) times"
stop
finish
