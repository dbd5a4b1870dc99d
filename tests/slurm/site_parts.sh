#!/usr/bin/env bash
# Sourced by site.sh: queries to Slurm, and changes of files.
# shellcheck disable=SC2154 # controller, client: parts.sh; login: site.sh

# Prints information about a failed step.
shown() {
  lab_in "$client" sinfo -a -N -o '%N %T %E'
  lab_in "$client" scontrol show topology
  tail -n 12 "$lab_log/$controller.log"
}

# Succeeds when a node's state matches.
state_is() {
  lab_in "$client" scontrol -a --oneliner show node "$1" | sed -n 's/.* State=\([^ ]*\).*/\1/p' | grep -E "$2" >/dev/null
}

# Succeeds when a switch has these nodes below it: below_switch NAME NODES
below_switch() {
  lab_in "$client" scontrol --oneliner show topology | grep -E "^SwitchName=$1 .*Nodes=$2( |$)" >/dev/null
}
shows_switch() {
  lab_in "$client" scontrol --oneliner show topology | grep -E "^SwitchName=$1 " >/dev/null
}

# Succeeds when a job is refused and the message to the user contains TEXT: refused TEXT ARGUMENT...
refused() {
  local said
  if said=$(lab_in "$client" sbatch "${@:2}" --wrap hostname 2>&1 </dev/null); then
    return 1
  fi
  grep -qF -- "$1" <<<"$said"
}

# Succeeds when commands in a job find the file beside their slurm.conf: in_job NODE FILE
in_job() {
  lab_in "$1" test -r "/run/slurm/conf/$2"
}

# Succeeds when the login pod has the file, either mounted or as a copy of sackd: login_reads FILE
login_reads() {
  # shellcheck disable=SC2016 # that shell's own
  lab_in "$login" sh -c '[ -r /etc/slurm/slurm.conf ] && [ -r "/etc/slurm/$1" ] || [ -r "/run/slurm/conf/$1" ]' - "$1"
}

# Changes a file in slurmctld's pod: change FILE SED-SCRIPT
change() {
  # shellcheck disable=SC2016 # that shell's own
  lab_in "$controller" sh -c 'sed "$2" "/etc/slurm/$1" >/tmp/changed && cat /tmp/changed >"/etc/slurm/$1"' - "$1" "$2"
}

# Creates stand-ins for programs of the images: the health checks, and a program of the site.
make_programs() {
  local name
  mkdir -p /opt/site
  printf '#!/bin/sh\necho epilog one >>/tmp/order\n' >/opt/site/epilog
  for name in prolog epilog periodic; do
    printf '#!/bin/sh\n[ %s = periodic ] || echo health %s >>/tmp/order\n' "$name" "$name" >"/usr/libexec/skiff/skiff-health-$name"
  done
  chmod 755 /opt/site/epilog /usr/libexec/skiff/skiff-health-*
}

# Runs a line of shell as alice from a login pod: user_srun LOGIN NODE LINE
user_srun() {
  lab_in "$1" setpriv --reuid alice --regid alice --clear-groups srun --mem=1M --chdir=/tmp -w "$2" bash -c "$3" </dev/null
}

# Deletes the record of programs that ran in the worker's pod.
forget() {
  # An epilog may still run.
  lab_until 10 state_is "$worker" '^IDLE\+CLOUD$'
  lab_in "$worker" rm -f /tmp/order /tmp/after-task
}
order_is() {
  [ "$(lab_in "$worker" paste -sd, /tmp/order)" = "$1" ]
}

# Succeeds when something ran, but not this: not_run LINE
not_run() {
  lab_in "$worker" grep -q . /tmp/order && ! lab_in "$worker" grep -qx "$1" /tmp/order
}

# Submits a job of alice and prints its ID.
submit() {
  lab_in "$client" setpriv --reuid alice --regid alice --clear-groups sbatch --parsable --mem=1M --chdir=/tmp --output=/dev/null "$@" </dev/null
}
job_is() {
  lab_in "$client" scontrol update jobid="$1" starttime=now >/dev/null 2>&1 || true
  lab_in "$client" scontrol --oneliner show job "$1" | grep -E " JobState=$2 " >/dev/null
}

# Succeeds when a job was requeued, is pending, and is not held. A held job has priority 0.
requeued() {
  local record
  record=$(lab_in "$client" scontrol --oneliner show job "$1")
  grep -q ' JobState=PENDING ' <<<"$record" && grep -q ' Restarts=1 ' <<<"$record" && ! grep -qE ' Priority=0 |Held' <<<"$record"
}

# Resumes a node.
back() {
  lab_in "$client" scontrol update nodename="$1" state=resume
}

# Succeeds when the site's program gets the mail about the end of a job.
mailed() {
  [ -n "${mailing-}" ] || mailing=$(submit -w "$worker" --mail-type=END --mail-user=alice@example.com --wrap true)
  lab_in "$controller" grep -qs 'alice@example.com' /tmp/mail
}
