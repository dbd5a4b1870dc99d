#!/usr/bin/env bash
# PAM runs it as root whenever somebody logs in (pam_exec, images/login). It creates the home directory of a user of spec.users who has none.
# Only then does the pod have a file of users or the sockets of sssd. With a jail the file is the jail's own. Then root of the jail makes the
# homes of the users in that file, and this script those of a directory's users.
#   make-home.sh [USERS SOCKETS JAIL]      with PAM_TYPE and PAM_USER
#     USERS     the file of users
#     SOCKETS   the directory of sssd's sockets
#     JAIL      the shared root
set -euo pipefail
users=/var/lib/extrausers/passwd
sockets=/var/lib/sss/pipes
jail=/mnt/jail
if [ "$#" -gt 0 ]; then
  users=$1
  sockets=$2
  jail=$3
fi
if [ "$PAM_TYPE" != open_session ] || { [ ! -e "$users" ] && [ ! -d "$sockets" ]; }; then
  exit 0
fi
IFS=: read -r _ _ user group _ home _ < <(getent passwd "$PAM_USER")
if [ ! -e "$jail" ]; then
  # The directory above belongs to root: nobody else can put a link in this place.
  [ -e "$home" ] || mkhomedir_helper "$PAM_USER" 0077
  exit 0
fi
if [ ! -d "$sockets" ] || [ -e "$jail$home" ] || [ -L "$jail$home" ] ||
  cut -d : -f 1 "$users" | grep -xF -e "$PAM_USER" >/dev/null; then
  exit 0
fi
# Root of the jail could put a link there that leads out of the jail. So work in the directory itself, and follow no link.
cd "$(dirname "$jail$home")"
if [ "$(pwd -P)" != "$(dirname "$jail$home")" ] || [ "$(stat --format=%u .)" -ne 0 ]; then
  exit 0
fi
name=$(basename "$home")
mkdir --mode=0700 "$name"
chown --no-dereference "$user:$group" "$name"
if [ -d "$jail/etc/skel" ]; then
  setpriv --reuid "$user" --regid "$group" --clear-groups cp --recursive --no-target-directory "$jail/etc/skel" "$name"
fi
