#!/usr/bin/env bash
# after-drain.sh against an API server that refuses, lies or is not there, and a record that can't be read or written: it says what is
# wrong, and does nothing. What it decides is after_drain_plan_test.sh's.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
folder=$lab/after-drain
mkdir "$lab/account" "$lab/state" "$lab/scripts"
record=$lab/state/after-drain.json
echo 'first.token' >"$lab/account/token"
touch "$lab/account/ca.crt"
export KUBERNETES_SERVICE_HOST=fd00::1 KUBERNETES_SERVICE_PORT=443 SKIFF_ACCOUNT=$lab/account
# Beside the settings, as in the ConfigMap.
cp "$pod"/*.sh "$pod"/*.jq "$pod"/*.awk "$lab/scripts/"

fake scontrol <<'SH'
case "$*" in
  *"show nodes") [ -e "$lab/answer.nodes" ] && cat "$lab/answer.nodes" ;;
  update*) [ ! -e "$lab/answer.busy" ] || { echo "slurm_update error: Invalid node state specified" >&2; exit 1; } ;;
esac
SH

# What it was told is kept in $lab/told, with the record as it was then in $lab/record.then.
fake curl <<'SH'
[ ! -e "$lab/answer.away" ] || { cat >/dev/null; echo "curl: (28) Operation timed out" >&2; exit 28; }
while [ "$#" -gt 0 ]; do
  case $1 in
    --output) output=$2; shift ;;
  esac
  shift
done
config=$(tee -a "$lab/told")
case $config in
  *'request = "'*)
    cp "$lab/state/after-drain.json" "$lab/record.then"
    answer=done code=$(cat "$lab/answer.done.code" 2>/dev/null || echo 200)
    ;;
  *) answer=pods code=$(cat "$lab/answer.code" 2>/dev/null || echo 200) ;;
esac
cat "$lab/answer.$answer" >"$output" 2>/dev/null || : >"$output"
printf '%s' "$code"
SH

# Starts a case in which a-0 has been drained for long.
begin() {
  new_case "$1"
  rm -rf "$folder" "$lab/record.then" "$record"
  mkdir "$folder"
  : >"$lab/told"
  echo 'NodeName=a-0 Arch=x86_64 State=IDLE+CLOUD+DRAIN Comment=State=IDLE Partitions=main Reason=[HC] gpu-count: 1 of 2 [root@2025-11-21T18:21:40]' >"$lab/answer.nodes"
  echo '{"metadata":{},"items":[{"metadata":{"name":"a-0","uid":"u","creationTimestamp":"2025-11-01T10:00:00Z"},"spec":{"nodeName":"m-1"},"status":{"phase":"Running"}}]}' >"$lab/answer.pods"
  echo '{"pods":true,"machines":false,"wait":600,"sets":{"a":"fixed"},"checks":["gpu-count"],
    "replace":{"sets":{"a":"fixed"},"perHour":2,"atOnce":1,"patience":900,"again":86400}}' >"$lab/scripts/after-drain.json"
}
start() {
  "$lab/scripts/after-drain.sh" tide slurm "$folder" "$record" >"$lab/out" 2>&1 &
  program=$!
}

# Ends the program as the kubelet does.
end() {
  kill -TERM "$program"
  wait "$program" || bad "exit code $?"
}
asked() {
  grep -q "request = \"$1\"" "$lab/told"
}

begin "a pod is replaced"
start
soon asked DELETE
soon asked PATCH
end
grep -q 'url = "https://\[fd00::1\]:443/api/v1/namespaces/slurm/pods/a-0"' "$lab/told" || bad "the address"
grep -qF '\"preconditions\":{\"uid\":\"u\"}' "$lab/told" || bad "of this uid alone"
grep -q 'url = "https://\[fd00::1\]:443/api/v1/namespaces/slurm/pods/a-0/status"' "$lab/told" || bad "the status"
grep -q 'labelSelector=app.kubernetes.io/instance=tide,app.kubernetes.io/name=slurmd"' "$lab/told" || bad "the selector"
grep -q 'header = "Content-Type: application/strategic-merge-patch+json"' "$lab/told" || bad "the kind of patch"
sed -n '/PATCH/,$s/^data-binary = //p' "$lab/told" | head -n 1 | jq -r . |
  jq -e '.status.conditions[0] | .type == "skiff/Unhealthy" and .status == "True" and .message == "[HC] gpu-count: 1 of 2"' >/dev/null || bad "the condition"
jq -e '.replaced[0] | .node == "a-0" and .uid == "u" and .machine == "m-1"' "$lab/record.then" >/dev/null || bad "deleted before it was recorded"
! grep -q 'token' "$lab/calls" || bad "the token is an argument"
says 'after-drain: a-0: drained and idle, its pod is replaced, the 1. of 2 in this hour: \[HC\] gpu-count: 1 of 2'

case_name="started again"
cp "$record" "$lab/record.before"
: >"$lab/told"
start
soon asked PATCH
end
! asked DELETE || bad "deleted twice"
cmp -s <(jq .replaced "$record") <(jq .replaced "$lab/record.before") || bad "the record has changed"

begin "nothing of ours"
echo 'NodeName=a-0 State=IDLE+CLOUD+DRAIN Reason=disk swap [root@2025-11-21T18:21:40]' >"$lab/answer.nodes"
start
soon grep -q 'url' "$lab/told"
soon test ! -e "$folder/pending"
: >"$lab/told"
sleep 1
end
[ ! -s "$lab/told" ] || bad "asks the API server without need"

for fault in 'an empty answer::200' 'no list:{"kind":"Status"}:200' 'half a list:{"metadata":{},"items":[{"meta:200' 'not allowed:{"message":"pods is forbidden"}:403'; do
  begin "${fault%%:*}"
  rest=${fault#*:}
  printf '%s' "${rest%:*}" >"$lab/answer.pods"
  echo "${rest##*:}" >"$lab/answer.code"
  start
  soon grep -qsE 'makes no sense|403 pods is forbidden' "$folder/failing"
  end
  ! asked DELETE || bad "deleted"
done

begin "the API server is away, and back"
touch "$lab/answer.away"
start
soon grep -qs 'the API server does not answer: curl: (28)' "$folder/failing"
sleep 1
[ "$(grep -c 'does not answer' "$lab/out")" -eq 1 ] || bad "says it more than once"
jq -e '.replaced == []' "$record" >/dev/null || bad "counted what was not done"
rm "$lab/answer.away"
soon asked DELETE
soon test ! -e "$folder/failing"
end

begin "slurmctld is away"
rm "$lab/answer.nodes"
start
soon grep -qs 'slurmctld does not answer' "$folder/failing"
end
! asked DELETE || bad "deleted"

for text in '' '{"replaced":' '{"replaced":{}}' '[]'; do
  begin "a record like '$text'"
  printf '%s' "$text" >"$record"
  start
  soon grep -qs 'is no record of replacements' "$folder/failing"
  end
  ! asked DELETE || bad "deleted"
  [ "$(cat "$record")" = "$text" ] || bad "overwritten"
done

begin "a record that can't be written"
printf '{"replaced":[],"marked":{},"said":{}}' >"$record"
mkdir "$record.new"
start
soon grep -qs "can't be written, nothing is done" "$folder/failing"
end
rmdir "$record.new" 2>/dev/null || rm -rf "$record.new"
! asked DELETE || bad "deleted"

begin "the settings can't be read"
echo '{"pods":' >"$lab/scripts/after-drain.json"
start
soon grep -qs 'a defect of skiff' "$folder/failing"
end
! asked DELETE || bad "deleted"

begin "a deletion is refused"
echo 403 >"$lab/answer.done.code"
echo '{"message":"pods \"a-0\" is forbidden"}' >"$lab/answer.done"
start
soon grep -q 'DELETE /api/v1/namespaces/slurm/pods/a-0: 403 pods "a-0" is forbidden' "$lab/out"
sleep 1
end
[ "$(grep -c 'DELETE .*: 403' "$lab/out")" -eq 1 ] || bad "says it more than once"

begin "an elastic set"
sed -i 's/fixed/elastic/g' "$lab/scripts/after-drain.json"
touch "$lab/answer.busy"
start
soon grep -q 'a-0: slurmctld does not take power_down_asap: slurm_update error' "$lab/out"
end
called 'scontrol update nodename=a-0 state=power_down_asap'
! asked DELETE || bad "deleted"

finish
