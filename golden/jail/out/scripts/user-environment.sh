#!/usr/bin/env bash
# In the place of su on a node whose jobs are in a jail (close-node.sh): slurmd asks it for the environment of a user, and gets what a
# login begins with. Nothing of the user's own is run. The command is slurmd's and always the same: it prints its environment.
#   user-environment.sh [-] USER -c COMMAND
set -euo pipefail
if [ "$1" = - ]; then
  shift
fi
IFS=: read -r user _ _ _ _ home shell < <(getent passwd "$1")
exec env -i "HOME=$home" "LOGNAME=$user" "SHELL=$shell" "USER=$user" PATH=/usr/local/bin:/usr/bin:/bin bash -c "$3"
