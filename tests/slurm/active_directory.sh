#!/usr/bin/env bash
# Runs inside a root filesystem with Samba (in_root.sh): an Active Directory, and the sssd of a pod with a compiled sssd.conf. Asks who
# exists, with which number and groups, and who may log in. Prints one line per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check
# failed. /w/true and /w/false are outputs with and without idMapping, /w/scripts has the programs of the pods.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/lab.sh
. $here/active_directory_parts.sh
failed=0

sed -i -E '/^(passwd|group):/s/$/ sss/' /etc/nsswitch.conf
printf '%s\n' 'auth required pam_sss.so' 'account required pam_sss.so' >/etc/pam.d/skiff
touch /w/said /w/sssd.log
password >/dev/null
make_domain || { echo "FAIL the domain: $(tail -n 3 /w/made)" && exit 1; }

start_sssd true
step 60 "sssd reads Active Directory" answers
step 20 "a user has a computed number and the groups of groups" is_user alice '[0-9]*' hpc
number=$(id -u alice)
# The smallest computed number is 200000.
step 1 "the number of the attribute is not used" is_user bob '[0-9]\{6,10\}' hpc
step 20 "a member of a group in the group may log in" may_log_in alice
step 1 "a member of the group may log in" may_log_in bob
step 1 "somebody who is in no group of the filter may not" may_not_log_in dave 'Permission denied'
step 1 "a password is checked" password_of alice "$(cat /w/password)"
step 1 "a wrong one is refused" not_password_of alice wrong

# Nobody deletes an account in Active Directory: it is disabled. Keys would still work without sssd's policy.
samba-tool user disable alice >/w/said
samba-tool user setexpiry bob --days=0 >/w/said
samba-tool user delete carol >/w/said
step 30 "a disabled user may not log in" may_not_log_in alice 'Permission denied'
step 30 "a user whose account has expired may not log in" may_not_log_in bob 'User account has expired'
step 30 "a deleted user may not log in" may_not_log_in carol 'User not known\|cannot retrieve'
step 1 "the files of the disabled user have an owner" is_user alice "$number" hpc
samba-tool user enable alice >/w/said
step 30 "a user who is enabled again may log in" may_log_in alice

start_sssd true
step 60 "sssd of another pod reads Active Directory" answers
step 20 "the user has the same number there" is_user alice "$number" physics

start_sssd false
step 60 "sssd reads Active Directory without computing numbers" answers
step 20 "a user has the number of the attribute" is_user bob 20001 hpc
step 1 "a user without the attribute does not exist" is_nobody dave
exit "$failed"
