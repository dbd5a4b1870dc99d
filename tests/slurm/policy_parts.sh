#!/usr/bin/env bash
# Sourced by policy.sh: queries to the accounting database, and changes of files.
# shellcheck disable=SC2154 # controller, client, dbd, log: parts.sh, services.sh, policy.sh

# Prints information about a failed step.
shown() {
  lab_in "$controller" sacctmgr -nP show qos format=Name,Description,Priority,MaxWall,GrpTRES,Preempt,Flags,MaxTRESPerUser
  lab_in "$controller" sacctmgr -nP show association format=Account,User,Partition,ParentName,Fairshare,QOS,DefaultQOS,MaxJobs,MaxSubmitJobs
  grep -E 'policy|reconfigure' "$log" | tail -n 12
}

# Succeeds when sacctmgr shows these values for a record: shows VALUES KIND NAME COLUMNS
shows() {
  [ "$(lab_in "$controller" sacctmgr -nP show "$2" where name="$3" format="$4")" = "$1" ]
}
qos_is() {
  shows "$2" qos "$1" Description,Priority,MaxWall,GrpTRES
}
account_is() {
  [ "$(lab_in "$controller" sacctmgr -nP show association where account="$1" user= format=ParentName,Fairshare,QOS,DefaultQOS)" = "$2" ]
}
coordinator_is() {
  [ "$(lab_in "$controller" sacctmgr -nP show account where name="$1" withcoord format=Coordinators)" = "$2" ]
}
associations_are() {
  [ "$(lab_in "$controller" sacctmgr -nP show association where user="$1" format=Account,Partition,Fairshare,MaxJobs | LC_ALL=C sort | paste -sd' ')" = "$2" ]
}
user_is() {
  [ "$(lab_in "$controller" sacctmgr -nP show user where name="$1" format=AdminLevel,DefaultAccount)" = "$2" ]
}

# Succeeds when the sidecar has logged at least this number of times that the database matches the spec: settled NUMBER
settled() {
  [ "$(grep -c 'policy: the accounting database matches the spec' "$log")" -ge "$1" ]
}

state_is() {
  lab_in "$client" scontrol -a --oneliner show node "$1" | sed -n 's/.* State=\([^ ]*\).*/\1/p' | grep -E "$2" >/dev/null
}
in_partition() {
  lab_in "$client" scontrol -a --oneliner show partition "$1" 2>/dev/null | grep -F " $2 " >/dev/null
}

# Succeeds when the line of a reservation matches: reserved NAME EXPRESSION
reserved() {
  lab_in "$controller" scontrol --oneliner show reservation "$1" 2>/dev/null | grep -E "$2" >/dev/null
}

# Succeeds when slurmctld has this number of a license: license_is NAME NUMBER
license_is() {
  [ "$(lab_in "$controller" scontrol --oneliner show license "$1" 2>/dev/null | sed -n 's/.* Total=\([0-9]*\).*/\1/p')" = "$2" ]
}
no_license() {
  ! lab_in "$controller" scontrol --oneliner show license | grep "^LicenseName=$1 " >/dev/null
}

# Runs a command as a user in the client pod: as USER COMMAND...
as() {
  lab_in "$client" setpriv --reuid "$1" --regid "$1" --clear-groups timeout 20 "${@:2}" </dev/null
}
refused() {
  ! as "$@" >/w/refused 2>&1 && grep -qi 'invalid account' /w/refused
}
second_is_refused() {
  as bob sbatch --parsable --mem=1M --chdir=/tmp --output=/dev/null -p main --hold --wrap true >/w/first
  ! as bob sbatch --mem=1M --chdir=/tmp --output=/dev/null -p main --hold --wrap true >/w/second 2>&1 || return 1
  as bob scancel "$(cat /w/first)"
  grep -q 'AssocMaxSubmitJobLimit\|job submit limit' /w/second
}

# Submits a job that takes the whole node for ten minutes, and prints its number: whole_node USER OPTION...
whole_node() {
  as "$1" sbatch --parsable --mem=1M --chdir=/tmp --output=/dev/null -p main -c 2 "${@:2}" --wrap 'sleep 600'
}
# Succeeds when a field of a job has a value: job_has JOB FIELD VALUE
job_has() {
  lab_in "$client" scontrol --oneliner show job "$1" | grep -E " $2=$3( |$)" >/dev/null
}
# Prints the lowest fair-share factor of a user's associations with the account optics: factor USER
factor() {
  lab_in "$client" sshare -nPU -u "$1" -A optics -o FairShare | sort -n | head -n 1
}
has_less() {
  awk -v one="$(factor "$1")" -v other="$(factor "$2")" 'BEGIN { exit !(one != "" && one < other) }'
}
has_higher_priority() {
  [ "$(as alice squeue -h -j "$1" -o %Q)" -gt "$(as bob squeue -h -j "$2" -o %Q)" ]
}

manual_sacctmgr() {
  lab_in "$controller" sacctmgr -i "$@" >/w/said || {
    echo "FAIL sacctmgr $*: $(paste -sd' ' /w/said)"
    return 1
  }
}

# The options that the field `config` of a QOS can have, and of these, those of an account.
limits=(GrpJobs=10 GrpJobsAccrue=11 GrpSubmitJobs=12 'GrpTRES=cpu=20,mem=100G,gres/gpu=4' 'GrpTRESMins=cpu=5000,mem=2000000'
  GrpTRESRunMins=cpu=3000 GrpWall=2-0 'MaxTRESPerJob=cpu=8,mem=1536M' MaxTRESPerNode=cpu=2 MaxTRESMinsPerJob=cpu=600 MaxWall=90
  MinPrioThresh=5)
qos_limits=("${limits[@]}" 'Flags=DenyOnLimit,NoDecay' GraceTime=300 PreemptMode=requeue PreemptExemptTime=10 LimitFactor=2 UsageFactor=0.5
  UsageThreshold=0.25 MinTRESPerJob=cpu=1 MaxJobsPerUser=6 MaxJobsAccruePerUser=5 MaxSubmitJobsPerUser=7 'MaxTRESPerUser=cpu=9,gres/gpu=2'
  MaxTRESRunMinsPU=cpu=900 MaxJobsPerAccount=8 MaxJobsAccruePerAccount=7 MaxSubmitJobsPerAccount=9 MaxTRESPerAccount=mem=2T
  MaxTRESRunMinsPA=cpu=950)
account_limits=("${limits[@]}" MaxJobs=4 MaxJobsAccrue=3 MaxSubmitJobs=5 Priority=7)

# Sets every option that a spec can have, on a QOS and an account that were made by hand.
set_every_option() {
  manual_sacctmgr modify qos by_hand set Description='made by hand' Priority=7 Preempt=normal "${qos_limits[@]}"
  manual_sacctmgr modify account guests set Description='all guests' Organization=elsewhere
  manual_sacctmgr modify account guests set Fairshare=7 QOS=normal,long DefaultQOS=normal "${account_limits[@]}"
}
# Succeeds when the imported lists have these fields and options of a record: has_options RECORD NAME...
has_options() {
  local word record
  record=$(sed -n "/name: $1\$/,/config:/p" /w/lists.yaml)
  shift
  for word in "$@"; do
    grep -E "[ {]${word%%=*}: " <<<"$record" >/dev/null || { echo "no $word" && return 1; }
  done
}
has_every_option() {
  has_options by_hand description preempt priority "${qos_limits[@]}" &&
    has_options guests description organization fairshare qos defaultQos "${account_limits[@]}"
}

# Saves the sidecar's file on the state volume, because a lab pod starts with empty volumes (with_state.sh).
keep_state() {
  lab_in "$controller" tar --create --directory /var/spool/slurmctld policy.json >/w/state.tar
}

# Records where the log ends now.
note_log() {
  log_before=$(wc -l <"$log")
}
said_since() {
  tail -n +"$((log_before + 1))" "$log" | grep -F "$1" >/dev/null
}

# Succeeds when the restarted sidecar has compared the records and has set none.
nothing_is_set() {
  lab_in "$controller" test -e /var/spool/slurmctld/policy.json
  said_since 'policy: not in the spec' || return 1
  ! said_since 'policy: sacctmgr'
}

failing() {
  lab_in "$controller" grep -qsF "$1" /run/sidecar/failing
}
not_failing() {
  lab_in "$controller" test ! -e /run/sidecar/failing
}

# Replaces the files in slurmctld's pod with those of the changed spec: change_to FOLDER
change_to() {
  local file
  for file in slurm.conf policy.conf; do
    lab_put "$controller" "/w/$1/$file" "/etc/slurm/$file"
  done
}

# Stops a pod, and kills it after five seconds, like a kubelet after the grace period. slurmdbd does not exit while slurmctld is connected.
stop_soon() {
  local end
  (sleep 5 && kill -KILL -- "-${lab_pid[$1]}") 2>/dev/null &
  end=$!
  lab_stop "$1" 2>/dev/null
  kill "$end" 2>/dev/null || true
  wait "$end" 2>/dev/null || true
}

# Adds a QOS to the database directly, so that no daemon is told of it: make_untold NAME
make_untold() {
  lab_in lab-mariadb mariadb --socket /run/mysqld/socket "$(dbd_key StorageLoc)" --execute \
    "INSERT INTO qos_table (creation_time, mod_time, name) VALUES (unix_timestamp(), unix_timestamp(), '$1')"
}
knows_qos() {
  lab_in "$client" scontrol show assoc_mgr flags=qos | grep -F "QOS=$1(" >/dev/null
}

# Adds usage of a user's association, and of the cluster, to the database, of a day two years ago: add_usage USER
add_usage() {
  local table
  table=$(dbd_key StorageLoc).reef
  lab_in lab-mariadb mariadb --socket /run/mysqld/socket --execute \
    "INSERT INTO ${table}_assoc_usage_day_table (creation_time, mod_time, id, id_tres, time_start, alloc_secs)
     SELECT unix_timestamp(), unix_timestamp(), id_assoc, 1, unix_timestamp(curdate() - interval 2 year), 60
     FROM ${table}_assoc_table WHERE user = '$1';
     INSERT INTO ${table}_usage_day_table (creation_time, mod_time, id_tres, time_start, count, alloc_secs)
     VALUES (unix_timestamp(), unix_timestamp(), 1, unix_timestamp(curdate() - interval 2 year), 2, 60)"
}

# Succeeds when the database has no such QOS: no_qos NAME
no_qos() {
  [ -z "$(lab_in "$controller" sacctmgr -nP show qos where name="$1" format=Name)" ]
}

# Writes a dump of the database to /w/dump.txt, and the same without the memory of the sidecar to /w/other.txt.
dump_records() {
  lab_in "$controller" bash </w/dump.sh >/w/dump.txt && sed '/^# skiff: memory$/,/^# skiff: end$/{/^# skiff: end$/!d}' /w/dump.txt >/w/other.txt
}
# Succeeds when `skiff policy plan` prints exactly this file: plan_is EXPECTED SPEC DUMP
plan_is() {
  local status=0
  /w/bin/skiff policy plan --quiet "$2" --against "$3" >/w/plan.txt || status=$?
  diff "$1" /w/plan.txt >&2 && [ "$status" = "$(if grep -q '^[ +-]' "$1"; then echo 1; else echo 0; fi)" ]
}
# Succeeds when the database matches a spec: plan_is_empty SPEC DUMP
plan_is_empty() {
  plan_is /dev/null "$@"
}
# Writes a spec whose accounting records are those of a dump: import_records DUMP SPEC
import_records() {
  /w/bin/skiff policy import "$1" >/w/imported.yaml && sed '1,/^  accounting:$/d' /w/imported.yaml >/w/lists.yaml &&
    sed -e '/^    qos:$/,/^  nodeSets:$/{/^  nodeSets:$/!d}' -e '/^    prune: Unused$/r /w/lists.yaml' /w/cluster.yaml >"$2"
}

# Prints a regular expression of log lines that are expected: about slurmdbd while it is down, about a user without an association, and
# about the QOS that the sidecar waits for. slurmctld 22.05 can get a change of an association before the association itself, and then asks
# for all associations. It also logs an error about a reservation whose account it has not heard of yet. slurmctld does not know the QOS of
# make_untold. When it restarts, it may join a thread of a connection twice. Jobs are preempted and cancelled.
expected_errors() {
  printf '%s' 'No association for user 1000 and account optics|SLURMDB_MODIFY_ASSOC|assoc_mgr_update gave error|Connection refused|persistent connection|PersistInit|slurmdbd|DBD_|sacctmgr|User 1 not found|waiting for QOS brief|conn_recv_server_fini: pthread_join|SLURMDB_MODIFY_QOS: qos [0-9]+.brief. not found|JOB [0-9]+ ON one-0 CANCELLED AT|stepd_cleanup: done with step'
}
