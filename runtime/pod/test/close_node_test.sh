#!/usr/bin/env bash
# Tests close-node.sh: users cannot write to the directories, and the program that replaces su runs no file of the user.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
mkdir "$lab/tmp" "$lab/run"
chmod 1777 "$lab/tmp"
chmod 777 "$lab/run"
# shellcheck disable=SC2016 # expanded by the stand-in
printf '#!/bin/sh\necho ran >>"$lab/calls"\n' >"$lab/su"
chmod 4755 "$lab/su"
export CLOSED="$lab/su $lab/run $lab/tmp"

# Calls su as slurmd does, with an empty environment, and prints the sorted answer on one line. In /, as bash adds PWD, and the path of the
# repository can contain spaces.
asked() {
  (cd / && env -i "$lab/su" "$@" -c '/bin/echo; /bin/echo BEGIN; /usr/bin/env; /bin/echo END') | sort | paste -sd' '
}

new_case "only root can write to the directories, and su runs no file of the user"
"$pod/close-node.sh" || bad "exit code $?"
for folder in "$lab/run" "$lab/tmp"; do
  [ "$(stat -c %a "$folder")" = 755 ] || bad "mode of $folder"
done
all=' BEGIN END HOME=/root LOGNAME=root PATH=/usr/local/bin:/usr/bin:/bin SHELL=/bin/bash USER=root'
for words in '- root' root; do
  # shellcheck disable=SC2086 # words
  said=$(asked $words)
  # bash adds variables of its own.
  said=$(sed -E 's/ (PWD|SHLVL|_|OLDPWD)=[^ ]*//g' <<<"$said")
  [ "$said" = "$all" ] || bad "su $words: $said"
done
called not ran
env -i "$lab/su" - nobody-of-that-name -c '/bin/echo BEGIN' >"$lab/out" 2>&1 && bad "an unknown user is accepted"

new_case "a second run, as after a container restart, changes nothing"
"$pod/close-node.sh" || bad "exit code $?"
[ "$(readlink "$lab/su")" = "$pod/user-environment.sh" ] || bad "su is a link to $(readlink "$lab/su")"

new_case "in an image without su, the link is created"
rm "$lab/su"
"$pod/close-node.sh" || bad "exit code $?"
[ -x "$lab/su" ] || bad "slurmd would not find su"

new_case "if a program cannot be replaced, the script fails, so slurmd does not start"
CLOSED="$lab/none/su" "$pod/close-node.sh" 2>/dev/null && bad "succeeds"

finish
