#!/usr/bin/env bash
# Sourced by cgroup.sh: jobs, sessions of a login pod, and queries about their control groups.
# shellcheck disable=SC2154 # lab_log, groups, release, login_port: lab.sh, cgroup.sh, services.sh

# Prints information about a failed step.
shown() {
  in_controller shown_states
  tail -n 15 "$lab_log"/*.log
}

# Runs a command as alice, or as $user, in a job: job SRUN-ARGUMENT... COMMAND
job() {
  client_run setpriv --reuid "${user:-alice}" --regid "${user:-alice}" --clear-groups srun --immediate=20 "$@"
}
# Succeeds when a job prints exactly this: says TEXT SRUN-ARGUMENT... COMMAND
says() {
  local got
  got=$(job "${@:2}")
  [ "$got" = "$1" ] || { printf '       printed: %s\n' "$got" && return 1; }
}
# Prints a command that opens both GPU device files. There is no driver, so the error message shows whether the control group allows it.
open_gpu() {
  # shellcheck disable=SC2016 # the job's shell expands it
  echo 'for gpu in 0 1; do (: </dev/nvidia$gpu) 2>&1 | sed "s/.*: //"; done | sed "s/No such device or address/open/; s/Operation not permitted/closed/" | paste -sd" "'
}
# Prints a command that shows the memory limit of its own process: the lowest of its control group and those above.
memory_limit() {
  # shellcheck disable=SC2016 # the job's shell expands it
  echo 'at=$(sed s,^0::,, /proc/self/cgroup); while [ "$at" != / ]; do cat "/sys/fs/cgroup$at/memory.max"; at=$(dirname "$at"); done |
    grep -vx max | sort -n | head -n 1'
}
# Prints a command that tries to raise the memory limit of its own control group.
raise_limit() {
  # shellcheck disable=SC2016 # the job's shell expands it
  echo '(echo max >"/sys/fs/cgroup$(sed s,^0::,, /proc/self/cgroup)/memory.max") 2>&1 | sed "s/.*: //"'
}
processes_of() {
  pgrep -u alice -x "$1" >/dev/null
}
no_processes_of() {
  ! processes_of "$1"
}
# Prints the control groups of jobs. Their names depend on the release,
# but slurmd's scope contains only them and two groups of slurmd itself.
job_groups() {
  find "$groups" -mindepth 1 -path '*slurmstepd.scope/*' -type d ! -path '*.scope/system*' ! -path '*.scope/slurmd*'
}
job_groups_are_there() {
  [ -n "$(job_groups)" ]
}
job_groups_are_gone() {
  [ -z "$(job_groups)" ]
}

# Adds a second user, who logs in with the same key.
add_bob() {
  useradd --create-home --shell /bin/bash --password '*' bob
  cp -a /home/alice/.ssh /home/bob/
  chown -R bob:bob /home/bob/.ssh
}
# Starts the login pod in a container that is not privileged. PAM calls the script as in the login image.
start_limited_login() {
  local name
  name=$(login_sets)
  login=$name-0
  printf 'session required pam_exec.so quiet /etc/skiff/scripts/limit-user.sh\n' >>/etc/pam.d/sshd
  mkdir "$groups/$login"
  # As the kubelet: if this group runs out of memory, the kernel kills all that is in it.
  echo 1G >"$groups/$login/memory.max"
  echo 1 >"$groups/$login/memory.oom.group"
  lab_name "$login"
  lay_out "$login" "$name"
  login_port["$name"]=$(template 'containers[0].ports[0].containerPort')
  READ_ONLY_GROUPS=yes lab_pod "$login" "$here/container.sh" "$login" "/w/pods/$login.run"
}
# Succeeds when a session of alice, or $user, prints exactly this: session_says TEXT COMMAND
session_says() {
  local got
  got=$(ssh_to "$login" "${login_port[${login%-0}]}" "${user:-alice}" "$2") || true
  [ "$got" = "$1" ] || { printf '       printed: %s\n' "$got" && return 1; }
}
# Prints the limits of alice's sessions.
session_limits() {
  (cd "$groups/$login/users/$(id -u alice)" && cat cpu.max memory.max pids.max) | paste -sd ' '
}
# Prints a command that shows 0 if no process of the session can have CAP_SYS_ADMIN, bit 21.
may_mount() {
  # shellcheck disable=SC2016 # the session's shell expands it
  echo 'echo $((0x$(sed -n "s/^CapBnd:[[:blank:]]*//p" /proc/self/status) >> 21 & 1))'
}
daemon_is_apart() {
  pgrep -x sshd | grep -xF -f "$groups/$login/daemon/cgroup.procs" >/dev/null
}
start_fork_bomb() {
  # shellcheck disable=SC2016 # the session's shell expands it
  ssh_to "$login" "${login_port[${login%-0}]}" alice 'bomb() { bomb | bomb & }; bomb 2>/dev/null; sleep 900' >/dev/null 2>&1 &
}
bomb_is_full() {
  [ "$(cat "$groups/$login/users/$(id -u alice)/pids.current")" -ge 39 ]
}
stop_fork_bomb() {
  echo 1 >"$groups/$login/users/$(id -u alice)/cgroup.kill"
}

# Gives a worker that is laid out the PAM of its image: add_pam POD
add_pam() {
  mkdir -p "/w/pods/$1/etc/pam.d"
  cp /etc/pam.d/* "/w/pods/$1/etc/pam.d/"
  cp /w/sshd "/w/pods/$1/etc/pam.d/sshd"
  echo '/etc/pam.d 755' >>"/w/pods/$1.mounts"
}
# Gives a worker that is laid out a host key that no client knows: replace_host_key POD
replace_host_key() {
  local file=/w/pods/$1/etc/ssh/host-keys/ssh_host_ed25519_key
  rm -f "$file"
  ssh-keygen -q -t ed25519 -N '' -f "$file"
}
# Lets a user log in from the login pod with the key of the lab: give_key USER
give_key() {
  install -D -m 600 -o "$1" -g "$1" /w/user_key "/mnt/jail/home/$1/.ssh/id_ed25519"
}
# Starts a job of alice, with a file in its /tmp, and writes its number to /w/ssh.job: start_job_for_ssh NAME [NODE]
start_job_for_ssh() {
  lab_in "$client" setpriv --reuid alice --regid alice --clear-groups sbatch --parsable --chdir=/tmp --output=/dev/null -w "${2:-gpu-0}" -c 1 \
    --gpus=1 --mem=100M --wrap "echo of-the-job >/tmp/mine; touch /w/ssh.$1; sleep 900" >/w/ssh.job
  cp /w/ssh.job "/w/ssh.job.$1"
}
# Succeeds when a session of alice, or $user, from the login pod to gpu-0 prints exactly this: on_node TEXT COMMAND
on_node() {
  session_says "$1" "ssh -o BatchMode=yes gpu-0 $(printf %q "$2") 2>&1"
}
# Succeeds when a session on gpu-1 has the CPU of the job, and the root of the node.
session_outside_jail() {
  # shellcheck disable=SC2016 # expanded in the session
  [ "$(ssh_to gpu-1 2022 alice 'echo $(nproc) $(test -e /etc/skiff-jail || echo outside)')" = '1 outside' ]
}
# Succeeds when ssh from the login pod is refused with this message: node_refuses TEXT HOST
node_refuses() {
  local got
  got=$(ssh_to "$login" "${login_port[${login%-0}]}" "${user:-alice}" "ssh -o BatchMode=yes $2 echo in 2>&1") || true
  [[ $got == *"$1"* ]] || { printf '       printed: %s\n' "$got" && return 1; }
}
# Kills sshd of gpu-0, but not its sessions. A process ID in the pod is another one here.
end_node_sshd() {
  local pid
  while read -r pid; do
    if tr '\0' ' ' <"/proc/$pid/cmdline" | grep '^sshd: /usr/sbin/sshd -D' >/dev/null; then
      kill "$pid"
      lab_until 10 test ! -e "/proc/$pid"
      return
    fi
  done <"$groups/gpu-0/system/cgroup.procs"
  return 1
}
start_node_session() {
  ssh_to "$login" "${login_port[${login%-0}]}" alice 'ssh -o BatchMode=yes gpu-0 sleep 876' >/dev/null 2>&1 &
}
sessions_of_node() {
  lab_in gpu-0 pgrep -fx 'sleep 876' >/dev/null
}
no_session_of_node() {
  ! sessions_of_node
}

# Prints how often each slurmd has started, one per line. slurmd restarts to read a new configuration.
slurmd_starts() {
  grep -c 'slurmd started on' "$lab_log/gpu-0.log" "$lab_log/gpu-1.log"
}
# Succeeds when both have restarted since: both_began_after STARTS
both_began_after() {
  [ -z "$(comm -12 <(sort <<<"$1") <(slurmd_starts | sort))" ]
}

# Prints a regular expression of log lines that are expected: the job and the session that exceed their memory; jobs that the test cancels;
# connections that end when slurmd restarts at a reconfigure; sackd refuses a question of pam_slurm_adopt (docs/node-ssh.md); before 25.05,
# slurmd creates its control group only after it has looked for it, and exits at a reconfigure (start-slurmd.sh).
expected_errors() {
  local lines='oom_kill event in StepId=(9\.0|[0-9]+\.extern)|Unexpected missing socket error|slurm_receive_msgs: .*Socket timed out'
  lines="$lines|JOB [0-9]+ ON gpu-[01] CANCELLED|stepd_cleanup: done with step|rejecting REQUEST_NETWORK_CALLERID|on_data returned rc: Protocol authentication error"
  case $release in
    24.*)
      lines="$lines|system\.slice/cgroup\.subtree_control|restricted to a subset of cpus"
      lines="$lines|/slurmd/cgroup\.procs' failed: Device or resource busy|Unable to attach slurmd pid"
      lines="$lines|cannot setup the scope for cgroup|Unable to initialize cgroup plugin|slurmd initialization failed"
      ;;
  esac
  printf '%s\n' "$lines"
}
