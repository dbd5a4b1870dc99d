#!/usr/bin/env bash
# Sourced by directory.sh: what pods know, who may log in and submit jobs, and what the container sssd of slurmctld's pod says.
# shellcheck disable=SC2154 # pods, controller, login, log, dbd: directory.sh, parts.sh, services.sh

# Prints information about a failed step.
shown() {
  local pod
  cat /w/said 2>/dev/null || true
  for pod in "${pods[@]}"; do
    echo "$pod:"
    grep -iE 'sssd|directory|ldap' "$lab_log/$pod.log" | tail -n 4
  done
}

# Succeeds if every pod prints a line with this beginning for a key: all_say TEXT DATABASE KEY
all_say() {
  local pod
  for pod in "${pods[@]}"; do
    lab_in "$pod" timeout 5 getent "$2" "$3" >/w/said || { echo "$pod does not know $3" >>/w/said && return 1; }
    [[ $(cat /w/said) == "$1"* ]] || { echo "$pod" >>/w/said && return 1; }
  done
}

# Succeeds if every pod knows the users and groups.
all_know() {
  all_say 'carol:*:5001:5000:carol:/home/carol:/bin/bash' passwd carol &&
    all_say 'dave:*:5002:5002:' passwd 5002 &&
    all_say 'physics:*:5000:erin' group physics &&
    all_say 'astronomy:*:5009:' group 5009
}

# Succeeds if no pod knows a user, and each says so within some seconds: unknown_within SECONDS NAME
unknown_within() {
  local pod status
  for pod in "${pods[@]}"; do
    status=0
    lab_in "$pod" timeout "$1" getent passwd "$2" >/w/said || status=$?
    [ "$status" -eq 2 ] || { echo "$pod: getent returns $status" >>/w/said && return 1; }
  done
}
unknown_everywhere() {
  unknown_within 1 "$1"
}

# Succeeds if a user logs in with the lab's key, which is in the directory: logs_in NAME
logs_in() {
  ssh -i /w/user_key -p "${login_port[${login%-0}]}" -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null \
    -o LogLevel=ERROR "$1@${lab_ip[$login]}" 'id -un' </dev/null >/w/said 2>&1 && [ "$(tail -n 1 /w/said)" = "$1" ]
}
not_logs_in() {
  ! logs_in "$1" && grep -q 'Permission denied' /w/said
}

# Runs a job of a user of the directory, from the login pod: job NAME OPTION...
job() {
  # shellcheck disable=SC2016 # expanded in the job
  lab_in "$login" timeout 30 setpriv --reuid "$1" --regid "$(lab_in "$login" id -g "$1")" --init-groups \
    srun --mem=1M "${@:2}" bash -c 'echo "$(id -u):$(id -G | tr " " :)"' </dev/null >/w/said 2>&1
}

# Succeeds if the job prints the user's number and those of the groups: job_prints NAME TEXT OPTION...
job_prints() {
  job "$1" "${@:3}" && grep -qx "$2" /w/said
}
job_refused() {
  ! job "$@" --immediate=5 && grep -qE 'Requested partition configuration not available|group not permitted to use this partition' /w/said
}

# Succeeds if slurmctld starts no step of a number that nobody has: number_refused NUMBER
number_refused() {
  ! lab_in "$login" timeout 30 setpriv --reuid "$1" --regid 5000 --clear-groups srun --mem=1M true </dev/null >/w/said 2>&1 &&
    grep -q 'Error generating job credential' /w/said
}

# Succeeds if slurmdbd shows an association of the user.
has_account() {
  lab_in "$controller" sacctmgr -nP show assoc user="$1" format=user,account >/w/said && grep -qx "$1|physics" /w/said
}

job_ended() {
  lab_in "$controller" sacct -X -n -P -j "$1" -o State,User >/w/said && grep -qx 'COMPLETED|carol' /w/said
}

# Runs the readiness probe of slurmctld's container sssd, and succeeds if it succeeds.
ready() {
  lab_in "$controller" env SKIFF_LOG="$log" timeout 20 /etc/skiff/scripts/check-directory.sh >/w/said 2>&1
}

# Succeeds if it fails, and both its output and the log have the reason: unready REGEX
unready() {
  ! ready && grep -qiE "$1" /w/said && grep 'check-directory: ' "$log" | tail -n 1 | grep -iE "$1" >/dev/null
}

# Replaces the password in slurmctld's pod as the kubelet does: another_password TEXT
another_password() {
  # shellcheck disable=SC2016 # that shell's own
  lab_in "$controller" sh -c 'printf "%s\n" "$1" >/etc/skiff/sssd/password' - "$1"
}

# Replaces the authority in slurmctld's pod by one with the same key and name, which has expired when it is made.
expire_authority() {
  openssl x509 -in /w/ldap/ca.crt -signkey /w/ldap/ca.key -days 0 -out /w/ldap/expired.crt 2>/dev/null
  # shellcheck disable=SC2016 # that shell's own
  lab_in "$controller" sh -c 'cat /w/ldap/expired.crt >"$1"' - "$(sssd_value ldap_tls_cacert)"
}

# Succeeds if no sssd runs in slurmctld's pod.
sssd_ended() {
  ! lab_in "$controller" test -e /run/sssd.pid && ! sssd_of_controller
}
sssd_of_controller() {
  local pid
  for pid in $(pgrep -x sssd); do
    [ "$(stat -Lc %i "/proc/$pid/ns/mnt")" != "$(stat -Lc %i "/proc/${lab_pid[$controller]}/ns/mnt")" ] || return 0
  done
  return 1
}

# Starts the container sssd of slurmctld's pod again, as the kubelet does.
again_sssd() {
  local line
  line=$(grep 'start-sssd.sh' "/w/pods/$controller.run")
  lab_in "$controller" bash -c "${line%&} </dev/null >>'$log' 2>&1 &"
}

# Succeeds if the log of slurmctld's pod has no password.
nothing_secret() {
  ! grep -F -e "$(cat /w/password)" "$log" >/dev/null
}
