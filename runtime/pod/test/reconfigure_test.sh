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
  "show hostnames "*) tr ',' '\n' <<<"$3" ;;
  "show hostlistsorted "*) echo "$3" ;;
  *"show nodes")
    [ ! -e "$lab/answer.silent" ] || exit 1
    cat "$lab/answer.nodes"
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
# Prints the jobs on the nodes that are asked for.
fake squeue <<'SH'
[ ! -e "$lab/answer.no-jobs" ] || exit 1
cat "$lab/answer.jobs" 2>/dev/null || true
SH

# The nodes that slurmctld has: nodes NAME=STATE[=REASON]...
nodes() {
  local each
  for each in "$@"; do
    awk -F = '{ printf "NodeName=%s Arch=x86_64 State=%s ThreadsPerCore=1 %s\n", $1, $2, $3 == "" ? "" : "Reason=" $3 " [slurm@2026-01-01T00:00:00]" }' <<<"$each"
  done >"$lab/answer.nodes"
}

# Gives slurm.conf another line.
edit() {
  exchange "$conf/slurm.conf" "$1"$'\n'
}

# Sets when slurmctld started.
booted() {
  TZ=UTC date -d "$1" +%Y-%m-%dT%H:%M:%S >"$lab/answer.boot"
}

# Starts the program under test, with the present files in use.
start() {
  edit 'ClusterName=a'
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
edit 'ClusterName=a # new'
soon grep -q 'uses the new files' "$lab/out"
/usr/bin/sleep 0.3
[ "$(count)" -eq 1 ] || bad "reconfigured $(count) times"
[ ! -e "$status" ] || bad "status after success"

case_name="files that do not parse"
edit 'Bogus=1'
soon test -e "$status"
/usr/bin/sleep 0.3
[ "$(count)" -eq 1 ] || bad "offered a bad file to slurmctld"
grep -q 'unrecognized key: Bogus' "$status" || bad "status lacks the reason"
[ "$(grep -c refused "$lab/out")" -eq 1 ] || bad "not one line in the log"

case_name="and are put right"
edit 'ClusterName=a # right'
soon test ! -e "$status"
[ "$(count)" -eq 2 ] || bad "reconfigured $(count) times"
stop

new_case "slurmctld refuses"
start
touch "$lab/answer.refuse"
edit 'ClusterName=a # 2'
soon test -e "$status"
/usr/bin/sleep 0.3
[ "$(count)" -eq 5 ] || bad "$(count) tries, not 5"
grep -q 'gave up after 5 tries: slurm_reconfigure error' "$status" || bad "status lacks the reason"
case_name="until it is started again"
booted '2 minutes'
soon test ! -e "$status"
stop

new_case "nodes leave"
start
nodes a-0=IDLE+CLOUD a-1=ALLOCATED+CLOUD a-2=IDLE+CLOUD+DRAIN=disk b-0=IDLE+DYNAMIC_NORM
echo 77 >"$lab/answer.jobs"
edit 'NodeName=a-0 CPUs=1'
soon test -e "$status"
soon grep -q squeue "$lab/calls"
grep -qx 'waits for jobs on a-1,a-2, which leave: 77' "$status" || bad "status: $(cat "$status")"
called '^scontrol update nodename=a-1 state=drain reason=skiff: node leaves the cluster$'
/usr/bin/sleep 0.5
[ "$(count)" -eq 0 ] || bad "reconfigured under a job"
[ "$(grep -c 'waits for jobs' "$lab/out")" -eq 1 ] || bad "not one line in the log"
case_name="once they are empty"
rm "$lab/answer.jobs"
soon test ! -e "$status"
[ "$(count)" -eq 1 ] || bad "reconfigured $(count) times"
stop

new_case "nodes stay after all"
start
nodes a-0=IDLE+CLOUD 'a-1=IDLE+CLOUD+DRAIN=skiff: node leaves the cluster' 'a-2=IDLE+CLOUD+DRAIN=disk'
edit 'NodeName=a-0,a-1,a-2 CPUs=1'
soon grep -q 'uses the new files' "$lab/out"
called '^scontrol update nodename=a-1 state=undrain$'
called not 'state=drain'
stop

new_case "slurmctld does not say its nodes"
start
touch "$lab/answer.silent"
edit 'NodeName=a-0 CPUs=2'
soon test -e "$status"
grep -q 'gave up after 5 tries: slurmctld does not say what runs' "$status" || bad "status: $(cat "$status")"
[ "$(count)" -eq 0 ] || bad "reconfigured without knowing"
stop

new_case "slurmctld does not say what runs"
start
nodes a-0=IDLE a-1=ALLOCATED
touch "$lab/answer.no-jobs"
edit 'NodeName=a-0 CPUs=3'
soon test -e "$status"
grep -q 'gave up after 5 tries: slurmctld does not say what runs' "$status" || bad "status: $(cat "$status")"
[ "$(count)" -eq 0 ] || bad "reconfigured without knowing"
stop

new_case "slurmctld says yes and dies"
start
touch "$lab/answer.dies"
edit 'ClusterName=a # 3'
soon test -e "$status"
grep -q 'answers no more' "$status" || bad "status lacks the reason"
stop

new_case "the files changed before it started"
rm -f "$status"
edit 'ClusterName=a'
booted '1 hour ago'
"$pod/reconfigure.sh" "$conf" "$status" >"$lab/out" 2>&1 &
pid=$!
soon grep -q watching "$lab/out"
[ "$(count)" -eq 1 ] || bad "reconfigured $(count) times"
stop
finish
