#!/usr/bin/env bash
# Sourced by inside.sh: SSH sessions on a node, which pam_slurm_adopt adopts into the user's job.
# shellcheck disable=SC2154,SC2016 # jail: cluster.sh; expanded by the session's shell

part_adopt() {
  local before
  cluster_conf mounts=/etc/slurm/jail.mounts version=7 exempt-users=dana
  conf PrologFlags Alloc,Contain
  cluster_mounts
  printf '%s\n' 'account required pam_slurm_adopt.so action_adopt_failure=deny' 'account required pam_permit.so' \
    'session required /w/built/pam_spank_chroot.so arguments=/etc/slurm/pam.arguments' >/etc/pam.d/sshd
  printf 'root=%s mounts=/etc/slurm/jail.mounts version=7\nexempt-users=dana\n' "$jail" >/w/conf/pam.arguments
  printf '%s\n' 'Port 2223' 'HostKey /w/ssh/host' 'UsePAM yes' 'StrictModes no' 'PidFile /run/sshd.pid' 'PrintMotd no' >/w/ssh/adopt
  cluster_start
  lab_in n1 mkdir -p /run/sshd
  # From OpenSSH 9.8 on, sshd delays a client after a failure. Older versions do not know the option.
  if lab_in n1 /usr/sbin/sshd -t -f /w/ssh/adopt -o PerSourcePenalties=no 2>/dev/null; then
    echo 'PerSourcePenalties no' >>/w/ssh/adopt
  fi
  lab_in n1 /usr/sbin/sshd -f /w/ssh/adopt -E /w/log/sshd.n1.log
  lab_until 20 lab_in ctl bash -c 'exec 3<>/dev/tcp/n1/2223' 2>/dev/null
  before=$(node_mounts n1)
  adopt_checks
  lab_in n1 sh -c 'kill "$(cat /run/sshd.pid)"'
  equals "adopt: the node's mounts are as before" "$before" node_mounts n1
  cluster_stop
}

adopt_checks() {
  local user
  fails "adopt: a user without a job on the node cannot log in" session alice true
  for user in alice dana; do
    as "$user" sbatch --quiet -w n1 --chdir / --output /dev/null --wrap "echo of-the-job >/tmp/x; touch /home/$user/began; sleep 1800" >/dev/null
  done
  lab_until 20 test -e "$jail/home/alice/began" || true
  lab_until 20 test -e /home/dana/began || true
  # Another part may wait for a file of that name.
  rm -f "$jail/home/alice/began" /home/dana/began
  equals "adopt: a session has the root and the /tmp of its job" $'7\nof-the-job' session alice cat /etc/skiff-jail /tmp/x
  fails "adopt: a session does not see the node's root" session alice test -e /node-secret
  equals "adopt: a session has the jail's capability bounding set" 00000000a00405fb session alice "sed -n 's/^CapBnd:\t//p' /proc/self/status"
  equals "adopt: a session sees only its own job in slurmd's spool" 1 session alice "ls /var/spool/slurmd | grep -c '^job'"
  prints "adopt: a session has a terminal" /dev/pts/ session_on_terminal
  prints "adopt: a session has SLURM_JOB_ID" "" session alice 'test -n "$SLURM_JOB_ID"'
  equals "adopt: a session of an exempt user is outside the jail" node session dana cat /node-secret
  others_jobs
  lab_in ctl scancel --user=alice
  lab_until 30 no_job_of alice
  fails "adopt: a user cannot log in after the job has ended" session alice true
  lab_in ctl scancel --user=dana
  # Without pam_slurm_adopt in front of skiff's module, and with the module's arguments on its line.
  sed -i -e 's/pam_slurm_adopt.so.*/pam_permit.so/' -e "s|arguments=.*|$(paste -sd ' ' /w/conf/pam.arguments)|" /etc/pam.d/sshd
  fails "adopt: without pam_slurm_adopt, a user who is not exempt cannot log in" session alice true
  equals "adopt: without pam_slurm_adopt, an exempt user can log in" node session dana cat /node-secret
}

# In Debian 12's own PAM configuration, sshd reads ~/.pam_environment, after the modules listed before. A user can set SLURM_JOB_ID there.
others_jobs() {
  local other own
  other=$(lab_in ctl squeue -h -u dana -o %i)
  cp /etc/pam.d/sshd /w/ssh/pam
  sed -i '1i session required pam_env.so user_readenv=1' /etc/pam.d/sshd
  sed -i '/^session.*pam_spank/i session required pam_env.so user_readenv=1' /etc/pam.d/sshd
  printf 'SLURM_JOB_ID DEFAULT=%s\n' "$other" >/home/alice/.pam_environment
  chown alice /home/alice/.pam_environment
  fails "adopt: a session is refused if ~/.pam_environment names another user's job" session alice true
  printf 'SLURM_JOB_ID DEFAULT=999999\n' >/home/alice/.pam_environment
  fails "adopt: a session is refused if ~/.pam_environment names a job that does not exist" session alice true
  own=$(lab_in ctl squeue -h -u alice -o %i)
  printf 'SLURM_JOB_ID DEFAULT=%s\n' "$own" >/home/alice/.pam_environment
  equals "adopt: a session is accepted if ~/.pam_environment names the session's job" 7 session alice cat /etc/skiff-jail
  rm /home/alice/.pam_environment
  cp /w/ssh/pam /etc/pam.d/sshd
}

no_job_of() {
  [ -z "$(lab_in ctl squeue -h --user="$1")" ]
}

# Runs a command over SSH on n1: session USER COMMAND...
session() {
  local user=$1
  shift
  lab_in ctl timeout $((20 * lab_patience)) ssh -q -i /w/ssh/user -p 2223 -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "$user@n1" "$@"
}

session_on_terminal() {
  lab_in ctl timeout $((20 * lab_patience)) ssh -q -tt -i /w/ssh/user -p 2223 -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null alice@n1 tty
}
