#!/usr/bin/env bash
# Tests power-resume.sh and power-suspend.sh: they set a node down only if it has not registered, and change nothing else.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"

fake scontrol <<'SH'
case "$*" in
  "show hostnames "*) printf 'a-0\na-1\n' ;;
  *"show node "*)
    state=$(cat "$lab/answer.${*: -1}" 2>/dev/null) || exit 1
    record "${*: -1}" "$state"
    ;;
  update*) [ ! -e "$lab/answer.busy" ] ;;
esac
SH

new_case "a node without a pod is set down, and a registered node is not"
echo 'IDLE+CLOUD+POWERING_UP' >"$lab/answer.a-0"
echo 'IDLE+CLOUD' >"$lab/answer.a-1"
"$pod/power-resume.sh" 'a-[0-1]' >"$lab/out" 2>&1 || bad "exit code $?"
called '^scontrol update nodename=a-0 state=down reason=no pod$'
called not 'update nodename=a-1'
says 'a-0 has no pod'
says 'a-1 has registered'

new_case "the program fails after three tries if slurmctld does not answer"
if "$pod/power-resume.sh" 'a-[0-1]' >"$lab/out" 2>&1; then
  bad "claims success"
fi
called not update
[ "$(grep -c 'show node a-0' "$lab/calls")" -eq 3 ] || bad "not three tries"

new_case "the program fails after three tries if slurmctld rejects the update"
echo 'MIXED+CLOUD+POWERING_UP' >"$lab/answer.a-0"
echo 'IDLE+CLOUD' >"$lab/answer.a-1"
touch "$lab/answer.busy"
if "$pod/power-resume.sh" 'a-[0-1]' >"$lab/out" 2>&1; then
  bad "claims success"
fi
[ "$(grep -c 'update nodename=a-0' "$lab/calls")" -eq 3 ] || bad "not three tries"
says 'cannot set it down'

new_case "power-suspend.sh does nothing for node sets of fixed size"
"$pod/power-suspend.sh" 'a-[0-1]' >"$lab/out" 2>&1 || bad "exit code $?"
says 'nothing to do'
[ ! -s "$lab/calls" ] || bad "calls Slurm"
# With elastic sets: the sidecar is woken for their nodes, and not for others.
mkdir "$lab/scripts" "$lab/power"
cp "$pod"/power-*.sh "$pod/node.sh" "$lab/scripts/"
echo a >"$lab/scripts/elastic-sets"
export SKIFF_POWER=$lab/power

new_case "for nodes of an elastic set, the sidecar is woken"
"$lab/scripts/power-resume.sh" 'a-[0-1]' >"$lab/out" 2>&1 || bad "exit code $?"
[ -e "$lab/power/wake" ] || bad "the sidecar is not woken"
called not update
says 'a-\[0-1\]: pods requested'
rm "$lab/power/wake"

new_case "for nodes of another set, the sidecar is not woken, and they are set down"
echo b >"$lab/scripts/elastic-sets"
echo 'IDLE+CLOUD+POWERING_UP' >"$lab/answer.a-0"
echo 'IDLE+CLOUD' >"$lab/answer.a-1"
"$lab/scripts/power-resume.sh" 'a-[0-1]' >"$lab/out" 2>&1 || bad "exit code $?"
[ ! -e "$lab/power/wake" ] || bad "the sidecar is woken"
called '^scontrol update nodename=a-0 state=down reason=no pod$'

new_case "the programs work with standard streams closed, as Slurm 22.05 calls them"
echo a >"$lab/scripts/elastic-sets"
"$lab/scripts/power-resume.sh" 'a-[0-1]' <&- >&- 2>&- || bad "exit code $?"
[ -e "$lab/power/wake" ] || bad "the sidecar is not woken"
rm "$lab/power/wake"
"$lab/scripts/power-suspend.sh" 'a-[0-1]' <&- >&- 2>&- || bad "exit code $?"
[ -e "$lab/power/wake" ] || bad "the sidecar is not woken"
finish
