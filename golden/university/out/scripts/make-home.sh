#!/usr/bin/env bash
# PAM runs it as root whenever somebody logs in (pam_exec, images/login). It creates the home directory of a user of spec.users who has none.
# Only then does the pod have a file of users or the sockets of sssd. With a jail the file is the jail's own, and root of the jail makes the
# homes.
#   make-home.sh      with PAM_TYPE and PAM_USER
set -euo pipefail
if [ "$PAM_TYPE" != open_session ] || { [ ! -e /var/lib/extrausers/passwd ] && [ ! -d /var/lib/sss/pipes ]; } || [ -e /mnt/jail ]; then
  exit 0
fi
IFS=: read -r _ _ _ _ _ home _ < <(getent passwd "$PAM_USER")
if [ -e "$home" ]; then
  exit 0
fi
# The directory above belongs to root: nobody else can put a link in this place.
mkhomedir_helper "$PAM_USER" 0077
