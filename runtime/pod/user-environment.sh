#!/usr/bin/env bash
# Replaces su on a node whose jobs run in a jail (see close-node.sh). slurmd calls su to get the environment of a user. This script gives it
# the initial environment of a login, and runs no file of the user, such as a profile.
#   user-environment.sh [-] USER -c COMMAND      COMMAND: comes from slurmd and is always the same; it prints its environment
set -euo pipefail
if [ "$1" = - ]; then
  shift
fi
IFS=: read -r user _ _ _ _ home shell < <(getent passwd "$1")
exec env -i "HOME=$home" "LOGNAME=$user" "SHELL=$shell" "USER=$user" PATH=/usr/local/bin:/usr/bin:/bin bash -c "$3"
