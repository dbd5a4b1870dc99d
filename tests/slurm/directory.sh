#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): every pod knows the users of a directory, with the real sssd, slapd and Slurm of a release. The
# directory changes, goes away, and gets another password and certificate. Prints one line per check, "ok WHAT" or "FAIL WHAT". Exits with 1
# if a check failed. /w/out is the output, /w/release its Slurm release, /w/lab has these scripts.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh
. $here/probes.sh
. $here/directory_parts.sh
. $here/directory_checks.sh

begin
LAB_NODES=1 name_pods
make_secrets
base=$(sssd_value ldap_search_base)
entries() {
  top_entries "$base"
  user_entry "$base" carol 5001 5000 /w/user_key.pub
  user_entry "$base" dave 5002 5002
  user_entry "$base" erin 5003 5000
  user_entry "$base" lowly 300 300
  group_entry "$base" physics 5000 erin
  group_entry "$base" astronomy 5009 carol dave
}
make_directory < <(entries)
start_directory
if [ "$release" = 22.05 ]; then
  start_munge
fi
overlay_cgroup /w/lab-out/slurm "$release"
overlay_hardware /w/lab-out/slurm
overlay_absent /w/lab-out/slurm >/dev/null
output=/w/lab-out
start_accounting
start_slurmctld "slurmctld starts"
start_nodes
start_logins
worker=${started[0]} login=$(login_sets)-0
log=$lab_log/$controller.log
# Seconds for a lookup while the directory hangs (docs/users.md), and for a busy machine. The sssd of bookworm waits until its watchdog ends it.
patience=13
[ "$release" != 22.05 ] || patience=33
pods=("$controller" "$dbd" "$worker" "$login")

step 30 "every pod knows the users and groups of the directory" all_know
step 1 "numbers below 500 are ignored" unknown_everywhere lowly
step 1 "users of the images stay" all_say slurm:x:64030:64030 passwd slurm
step 60 "slurmdbd gives a user of the directory her account" has_account carol
step 30 "a worker registers" nodes_idle
step 10 "a user of the directory logs in with the key of the directory" logs_in carol
step 10 "her job runs as her, in her groups" job_prints carol 5001:5000:5009
step 10 "a member of a group may use its partition" job_prints erin 5003:5000 --partition=physics
step 1 "somebody else may not" job_refused dave --partition=physics
step 10 "the directory answers slurmctld's pod" ready

# It goes away. What the pods have looked up is used for longer than the spec says.
lab_in "$login" setpriv --reuid 5001 --regid 5000 --init-groups \
  sbatch --parsable --mem=1M --chdir=/tmp --output=/tmp/out --wrap 'sleep 60; id -un' >/w/job
lab_stop lab-directory
step 60 "the container sssd is unready and its log says why" unready "ldap2.*Can't contact LDAP server"
sleep 25
step 1 "users who have been looked up are still known" all_say carol:\*:5001:5000 passwd carol
step 1 "their jobs run" job_prints carol 5001:5000:5009
step 5 "they can log in" logs_in carol
step 1 "others are refused at once" unknown_everywhere frank
start_directory
step 90 "the container sssd is ready again" ready
step 90 "a job that has run meanwhile ends well" job_ended "$(cat /w/job)"

# It hangs: connections are accepted, but nothing answers.
hang_directory
step 1 "a lookup of somebody else ends while the directory hangs" unknown_within "$patience" frank
# The sssd of bookworm blocks again each time.
if [ "$release" != 22.05 ]; then
  step 1 "then others are refused at once" unknown_everywhere grace
  step 1 "users who have been looked up are known while the directory hangs" all_say carol:\*:5001:5000 passwd carol
  step 5 "they can log in while the directory hangs" logs_in carol
fi
step 60 "the log says that the directory does not answer" unready 'ldap2.*no answer within 5 seconds'
wake_directory
step 90 "the container sssd is ready after the directory hung" ready

# It changes. The pods have not looked up the new user yet.
user_entry "$base" frank 5006 5000 /w/user_key.pub | directory_change ldapadd
# sssd tries within half a minute whether it has come back.
step 10 "a new user is known" all_say frank:\*:5006:5000 passwd frank
step 10 "a new user logs in" logs_in frank
step 10 "the job of a new user runs" job_prints frank 5006:5000
directory_change ldapdelete "uid=frank,ou=people,$base"
sleep 20
step 1 "after the time of the cache, a removed user is unknown" unknown_everywhere frank
step 1 "a removed user does not log in" not_logs_in frank
step 1 "the job of a removed user is refused" number_refused 5006

# The password of the directory in the Secret is another one than that of the directory.
another_password wrong
step 60 "sssd ends, so that its container starts again" sssd_ended
again_sssd
step 60 "a wrong password is seen" unready 'ldap2.*Invalid credentials'
step 1 "no password is in the log" nothing_secret
another_password "$(cat /w/ldap/password)"
step 60 "sssd ends because of the right password" sssd_ended
again_sssd
step 60 "with the right password the container is ready" ready

# The certificate of the server has expired.
certificate /w/ldap 0 ldap1.example.com ldap2.example.com
lab_stop lab-directory
start_directory
step 60 "an expired certificate is seen" unready 'ldap2.*(expired|peer cert untrusted)'
# The certificate is that of another server.
certificate /w/ldap 30 ldap3.example.com
lab_stop lab-directory
start_directory
step 60 "the certificate of another server is seen" unready 'ldap2.*hostname .*does not match'
# The certificate of the authority has expired, and no other.
certificate /w/ldap 30 ldap1.example.com ldap2.example.com
lab_stop lab-directory
start_directory
step 60 "with the right certificate the container is ready" ready
expire_authority
step 60 "an expired authority is seen" unready 'ldap2.*(expired|peer cert untrusted)'
exit "$failed"
