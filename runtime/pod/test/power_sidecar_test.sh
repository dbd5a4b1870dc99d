#!/usr/bin/env bash
# power.sh against an API server that pages, refuses, lies or is not there: it asks with the token of the day, says what is
# wrong, and does nothing on an answer that is not complete. What it decides is power_plan_test.sh's.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
power=$lab/power
mkdir "$power" "$lab/account"
echo 'first.token' >"$lab/account/token"
touch "$lab/account/ca.crt"
export KUBERNETES_SERVICE_HOST=fd00::1 KUBERNETES_SERVICE_PORT=443 SKIFF_ACCOUNT=$lab/account

fake scontrol <<'SH'
case "$*" in
  *"show nodes") [ -e "$lab/answer.nodes" ] && cat "$lab/answer.nodes" ;;
  *"show node "*) cat "$lab/answer.node" ;;
  update*) [ ! -e "$lab/answer.busy" ] || { echo "slurm_update error: Invalid node state specified" >&2; exit 1; } ;;
esac
SH

# Answers each request of its configuration; what it was told is kept in $lab/told, arguments in $lab/calls.
fake curl <<'SH'
[ ! -e "$lab/answer.away" ] || { cat >/dev/null; echo "curl: (28) Operation timed out" >&2; exit 28; }
output='' format=''
while [ "$#" -gt 0 ]; do
  case $1 in
    --output) output=$2; shift ;;
    --write-out) format=$2; shift ;;
  esac
  shift
done
config=$(tee -a "$lab/told")
while IFS= read -r line; do
  case $line in
    *'/podtemplates"') answer=sets code=$(cat "$lab/answer.code" 2>/dev/null || echo 200) ;;
    *'continue=second"') answer=pods2 code=200 ;;
    *'/pods"') answer=pods code=200 ;;
    'output = '*)
      output=$(jq -r . <<<"${line#* = }")
      answer=made code=$(cat "$lab/answer.made.code" 2>/dev/null || echo 201)
      ;;
    'write-out = '*)
      format=$(jq -r . <<<"${line#* = }")
      cat "$lab/answer.$answer" >"$output" 2>/dev/null || : >"$output"
      printf '%b' "${format//'%{http_code}'/$code}"
      output=''
      ;;
  esac
done <<<"$config"
if [ -n "$output" ]; then
  cat "$lab/answer.$answer" >"$output" 2>/dev/null || : >"$output"
  printf '%s' "$code"
fi
SH

# Starts a case in which a node is powered up: a-0 of the set a.
begin() {
  new_case "$1"
  rm -rf "$power"
  mkdir "$power"
  : >"$lab/told"
  echo 'NodeName=a-0 Arch=x86_64 State=ALLOCATED+CLOUD+POWERING_UP Comment=State=IDLE Partitions=main ' >"$lab/answer.nodes"
  cat >"$lab/answer.sets" <<'J'
{"metadata":{},"items":[{"metadata":{"name":"a","namespace":"slurm","uid":"t","annotations":{"skiff/min":"0","skiff/max":"4","skiff/retry-after":"300"}},
  "template":{"metadata":{},"spec":{"containers":[{"command":["sh","-c","echo \"a\\b\""]}]}}}]}
J
  echo '{"metadata":{},"items":[]}' >"$lab/answer.pods"
  "$pod/power.sh" tide slurm "$power" >"$lab/out" 2>&1 &
  program=$!
}

# Ends the program as the kubelet does.
end() {
  kill -TERM "$program"
  wait "$program" || bad "exit code $?"
}

begin "a pod is asked for"
soon grep -q 'request = "POST"' "$lab/told"
grep -q 'header = "Authorization: Bearer first.token"' "$lab/told" || bad "no token"
grep -q 'url = "https://\[fd00::1\]:443/api/v1/namespaces/slurm/pods"' "$lab/told" || bad "the address"
grep -q 'labelSelector=app.kubernetes.io/instance=tide,skiff/scaling=elastic"' "$lab/told" || bad "the selector"
sed -n 's/^data-binary = //p' "$lab/told" | head -n 1 | jq -r . | jq -e '.metadata.name == "a-0" and .spec.containers[0].command[2] == "echo \"a\\b\""' >/dev/null ||
  bad "the pod's text does not survive"
! grep -q 'token' "$lab/calls" || bad "the token is an argument"
echo 'second.token' >"$lab/account/token"
touch "$power/wake"
soon grep -q 'Bearer second.token' "$lab/told"
end
says 'looking after the elastic node sets of tide'

begin "pods come in pages"
echo '{"metadata":{"continue":"second"},"items":[]}' >"$lab/answer.pods"
echo '{"metadata":{},"items":[{"metadata":{"name":"a-0","uid":"u"},"status":{"phase":"Running"}}]}' >"$lab/answer.pods2"
soon test -e "$power/memory.new" -o -s "$power/plan"
sleep 1
end
! grep -q 'request = "POST"' "$lab/told" || bad "a second pod"

for fault in 'an empty answer::200' 'no list:{"kind":"Status"}:200' 'half a list:{"metadata":{},"items":[{"meta:200'; do
  begin "${fault%%:*}"
  rest=${fault#*:}
  echo 'NodeName=a-0 State=ALLOCATED+CLOUD Partitions=main' >"$lab/answer.nodes"
  printf '%s' "${rest%:*}" >"$lab/answer.pods"
  soon grep -qs 'makes no sense' "$power/failing"
  end
  called not update
done

begin "the API server refuses"
echo 403 >"$lab/answer.code"
echo '{"message":"podtemplates is forbidden"}' >"$lab/answer.sets"
soon grep -qs '403 podtemplates is forbidden' "$power/failing"
rm "$lab/answer.code"
end

begin "the API server is away, and back"
touch "$lab/answer.away"
soon grep -qs 'the API server does not answer: curl: (28)' "$power/failing"
sleep 1
[ "$(grep -c 'does not answer' "$lab/out")" -eq 1 ] || bad "says it more than once"
rm "$lab/answer.away"
soon grep -q 'request = "POST"' "$lab/told"
soon test ! -e "$power/failing"
end

begin "slurmctld is away"
rm "$lab/answer.nodes"
soon grep -qs 'slurmctld does not answer' "$power/failing"
end

begin "a pod is refused"
echo 403 >"$lab/answer.made.code"
echo '{"message":"exceeded quota: pods=10"}' >"$lab/answer.made"
soon grep -q 'a-0: create pod: 403 exceeded quota: pods=10' "$lab/out"
soon grep -qs 'exceeded quota' "$power/memory"
rm "$lab/answer.made.code"
end

# What an administrator did between the look and its consequence is never undone.
for state in DOWN+CLOUD+POWERED_DOWN DOWN+CLOUD+DRAIN+POWERED_DOWN silent; do
  begin "a node that may be powered up again is $state by now"
  [ "$state" = silent ] || echo "NodeName=a-0 State=$state Partitions=main Reason=disk swap [root@2026-01-01T00:00:00]" >"$lab/answer.node"
  echo 'NodeName=a-0 State=DOWN+CLOUD+POWERED_DOWN Partitions=main Reason=skiff: pod did not start: no room [root@2026-01-01T00:00:00]' >"$lab/answer.nodes"
  touch "$power/wake"
  soon grep -q 'show node a-0' "$lab/calls"
  if [ "$state" = DOWN+CLOUD+POWERED_DOWN ]; then
    soon grep -q '^scontrol update nodename=a-0 state=resume$' "$lab/calls"
  else
    /usr/bin/sleep 0.3
    called not 'state=resume'
  fi
  end
done

for reason in 'skiff: pod is stopping' 'disk swap'; do
  begin "a node that was drained for its pod's end is drained for '$reason' by now"
  echo "NodeName=a-0 State=IDLE+CLOUD+DRAIN+POWERED_DOWN Partitions=main Reason=$reason [root@2026-01-01T00:00:00]" >"$lab/answer.node"
  echo 'NodeName=a-0 State=IDLE+CLOUD+DRAIN+POWERED_DOWN Partitions=main Reason=skiff: pod is stopping [root@2026-01-01T00:00:00]' >"$lab/answer.nodes"
  touch "$power/wake"
  soon grep -q 'show node a-0' "$lab/calls"
  if [ "$reason" = 'disk swap' ]; then
    /usr/bin/sleep 0.3
    called not 'state=resume'
  else
    soon grep -q '^scontrol update nodename=a-0 state=resume$' "$lab/calls"
  fi
  end
done

begin "slurmctld refuses an update"
touch "$lab/answer.busy"
echo 'NodeName=a-0 State=ALLOCATED+CLOUD Partitions=main' >"$lab/answer.nodes"
soon grep -q 'slurmctld does not take nodename=a-0 .*: slurm_update error' "$lab/out"
end

finish
