#!/usr/bin/env bash
# power.jq: what follows from the state of a node and of its pod, case by case.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
failures=0
now=1763750000
memory='{"old":{},"said":{}}'
set_of='[{"metadata":{"name":"a","namespace":"slurm","uid":"t","annotations":{"skiff/min":"MIN","skiff/max":"4","skiff/retry-after":"300"}},
  "template":{"metadata":{"labels":{"x":"y"}},"spec":{"subdomain":"nodes"}}}]'

# Prints a run's decision: decide MIN NODES PODS; a node is NAME STATE [REASON], one a line.
decide() {
  jq -L "$here/.." -nc --rawfile nodes <(sed -E 's/^([^ ]+) ([^ ]+) ?/\1\t\2\t/' <<<"$2") --slurpfile sets <(printf '%s' "${set_of/MIN/$1}") \
    --slurpfile pods <(printf '[%s]' "$3") --slurpfile memory <(printf '%s' "$memory") --argjson now "$now" -f "$here/../power.jq"
}

# Checks one part of a decision: expect NAME FILTER VALUE, of the last `decided`
expect() {
  local got
  got=$(jq -c "$2" <<<"$decided")
  if [ "$got" != "$3" ]; then
    printf 'FAIL: power_plan_test.sh: %s: %s is %s, not %s\n  %s\n' "$1" "$2" "$got" "$3" "$decided" >&2
    failures=$((failures + 1))
  fi
}

# Checks that nothing is done: idle NAME
idle() {
  expect "$1" '[.update, .delete, .create]' '[[],[],[]]'
}

# A pod of node a-0: pod PHASE [LEAVING [TROUBLE]]
pod() {
  jq -nc --arg phase "$1" --argjson leaving "${2:-false}" --arg trouble "${3:-}" \
    '{name: "a-0", uid: "u", phase: $phase, leaving: $leaving, trouble: (if $trouble == "" then null else $trouble end)}'
}
stamp() {
  printf '[root@%s]' "$(TZ=UTC date -d "@$((now - $1))" +%Y-%m-%dT%H:%M:%S)"
}

decided=$(decide 0 'a-0 ALLOCATED+CLOUD+NOT_RESPONDING+POWERING_UP' '')
expect "powered up" '[.create[].node, .busy]' '["a-0",true]'
expect "its pod" '.create[0].pod | [.metadata.name, .metadata.namespace, .metadata.labels.x, .spec.hostname, .spec.subdomain]' '["a-0","slurm","y","a-0","nodes"]'
expect "its owner" '.create[0].pod.metadata.ownerReferences' '[{"apiVersion":"v1","kind":"PodTemplate","name":"a","uid":"t","controller":true}]'

decided=$(decide 0 'a-0 ALLOCATED+CLOUD+POWERING_UP' "$(pod Running)")
idle "its pod is on its way"
expect "its pod is on its way" .busy true
decided=$(decide 0 'a-0 ALLOCATED+CLOUD+POWERING_UP' "$(pod Running true)")
idle "the pod of before is still leaving"
decided=$(decide 0 'a-0 ALLOCATED+CLOUD+POWERING_UP' "$(pod Failed)")
expect "the pod of before has failed" '[.delete, .create]' '[[{"node":"a-0","uid":"u"}],[]]'
memory='{"old":{"u":"a-0"},"said":{}}'
decided=$(decide 0 'a-0 ALLOCATED+CLOUD+POWERING_UP' "$(pod Running)")
expect "a pod that should have gone" '[.delete, .create]' '[[{"node":"a-0","uid":"u"}],[]]'
memory='{"old":{},"said":{}}'
decided=$(decide 0 'a-0 ALLOCATED+CLOUD+POWERING_UP' "$(pod Pending false "0/3 nodes: 'x'
y")")
idle "a pod without a place"
expect "a pod without a place" '[.say, .memory.said]' "[[\"a-0: its pod does not start: 0/3 nodes: x y\"],{\"a-0\":\"0/3 nodes: x y\"}]"
memory=$(jq -c .memory <<<"$decided")
decided=$(decide 0 'a-0 ALLOCATED+CLOUD+POWERING_UP' "$(pod Pending false "0/3 nodes: 'x'
y")")
expect "said once" '.say' '[]'

before=$memory
decided=$(decide 0 'a-0 IDLE+CLOUD+POWERED_DOWN+NOT_RESPONDING' '')
idle "off, and marked, as one that has just gone is"
expect "is looked at again soon" .busy true
memory=$(jq -c '.memory | .marked["a-0"].since -= 19' <<<"$decided")
decided=$(decide 0 'a-0 IDLE+CLOUD+POWERED_DOWN+NOT_RESPONDING' '')
idle "not yet for long"
memory=$(jq -c '.memory | .marked["a-0"].since -= 1' <<<"$decided")
decided=$(decide 0 'a-0 IDLE+CLOUD+POWERED_DOWN+NOT_RESPONDING' '')
expect "off, and marked for ever" '[.update[] | [.state, .undrained]]' '[["down",true],["resume",true]]'
memory=$(jq -c .memory <<<"$decided")
decided=$(decide 0 'a-0 IDLE+CLOUD+POWERED_DOWN+NOT_RESPONDING' '')
idle "off, and marked again"
expect "is not looked at again" .busy false
decided=$(decide 0 'a-0 IDLE+CLOUD+POWERED_DOWN' '')
expect "no longer marked" .memory.marked '{}'
memory=$before
decided=$(decide 0 'a-0 IDLE+CLOUD+POWERED_DOWN' '')
idle "off, as it should be"
decided=$(decide 0 'a-0 IDLE+CLOUD+DRAIN+POWERED_DOWN+NOT_RESPONDING broken fan' '')
idle "marked and drained"

decided=$(decide 0 "a-0 DOWN+CLOUD+POWERED_DOWN ResumeTimeout reached $(stamp 1)" "$(pod Pending false 'no room')")
expect "did not come" '[.delete, .update]' '[[{"node":"a-0","uid":"u"}],[{"node":"a-0","reason":"skiff: pod did not start: no room"}]]'
decided=$(decide 0 "a-0 DOWN+CLOUD+POWERED_DOWN ResumeTimeout reached $(stamp 1)" '')
expect "could not be made" '.update' '[{"node":"a-0","reason":"skiff: pod did not start: 0/3 nodes: x y"}]'
memory='{"old":{},"said":{}}'
decided=$(decide 0 "a-0 DOWN+CLOUD+POWERED_DOWN skiff: pod did not start: no room $(stamp 299)" '')
idle "not yet tried again"
decided=$(decide 0 "a-0 DOWN+CLOUD+POWERED_DOWN skiff: pod did not start: no room $(stamp 300)" '')
expect "tried again" '.update' '[{"node":"a-0","state":"resume","undrained":true}]'
decided=$(decide 0 "a-0 DOWN+CLOUD+POWERED_DOWN broken fan $(stamp 9999)" '')
idle "an administrator's down"
decided=$(decide 0 "a-0 IDLE+CLOUD+DRAIN+POWERED_DOWN skiff: x $(stamp 9999)" '')
idle "drained while it is off"

decided=$(decide 0 'a-0 IDLE+CLOUD+POWERING_DOWN' "$(pod Running)")
expect "powered down" '[.delete, .memory.old]' '[[{"node":"a-0","uid":"u"}],{"u":"a-0"}]'
decided=$(decide 0 'a-0 IDLE+CLOUD+POWERING_DOWN' "$(pod Running true)")
idle "its pod is leaving"
decided=$(decide 0 'a-0 IDLE+CLOUD+POWERING_DOWN' '')
expect "has gone" '.update' '[{"node":"a-0","state":"resume","undrained":true}]'
decided=$(decide 0 "a-0 IDLE+CLOUD+DRAIN+POWERING_DOWN disk swap $(stamp 5)" '')
idle "has gone, drained by an administrator"
for state in POWERING_DOWN POWERED_DOWN; do
  for reason in stopping gone; do
    decided=$(decide 0 "a-0 IDLE+CLOUD+DRAIN+$state skiff: pod is $reason $(stamp 5)" '')
    expect "has gone, powered down while its pod was ending" '.update' '[{"node":"a-0","state":"resume","undrained":"ours"}]'
  done
done
decided=$(decide 0 "a-0 IDLE+CLOUD+DRAIN+POWERED_DOWN skiff: pod is stopping $(stamp 5)" "$(pod Running true)")
expect "its pod is leaving still" '.update' '[]'
decided=$(decide 0 'a-0 IDLE+CLOUD+POWERED_DOWN' '')
idle "off"
decided=$(decide 0 'a-0 IDLE+CLOUD+POWERED_DOWN' "$(pod Running)")
expect "an orphan" '.delete' '[{"node":"a-0","uid":"u"}]'

decided=$(decide 0 'a-0 ALLOCATED+CLOUD' "$(pod Running)")
idle "up"
decided=$(decide 0 'a-0 IDLE+CLOUD+DRAIN+POWER_DOWN' "$(pod Running)")
idle "to be powered down when its jobs are over"
decided=$(decide 0 'a-0 ALLOCATED+CLOUD+DRAIN' "$(pod Running true)")
idle "drains before it ends"
decided=$(decide 0 'a-0 ALLOCATED+CLOUD' '')
expect "lost" '[.update, .delete]' '[[{"node":"a-0","state":"down","reason":"skiff: pod is gone"}],[]]'
decided=$(decide 0 'a-0 ALLOCATED+CLOUD' "$(pod Failed false 'Evicted: low on memory')")
expect "evicted" '[.update, .delete]' '[[{"node":"a-0","state":"down","reason":"skiff: pod is gone: Evicted: low on memory"}],[{"node":"a-0","uid":"u"}]]'
decided=$(decide 0 "a-0 DOWN+CLOUD skiff: pod is gone $(stamp 2)" '')
expect "lost, and down" '.update' '[{"node":"a-0","state":"power_down_force"}]'
decided=$(decide 0 "a-0 DOWN+CLOUD+POWER_DOWN skiff: pod is gone $(stamp 2)" '')
idle "to be powered down"
decided=$(decide 0 "a-0 IDLE+CLOUD+DRAIN skiff: pod is stopping $(stamp 5)" '')
expect "drained and ended" '.update' '[{"node":"a-0","state":"down","reason":"skiff: pod is gone"}]'
decided=$(decide 0 "a-0 IDLE+CLOUD+DRAIN disk swap $(stamp 5)" '')
idle "drained by an administrator and without a pod"
expect "drained by an administrator and without a pod" '.say' '["a-0 has no pod; left as it is, with the reason disk swap"]'
memory=$(jq -c .memory <<<"$decided")
decided=$(decide 0 "a-0 IDLE+CLOUD+DRAIN disk swap $(stamp 5)" '')
expect "said once" '.say' '[]'
memory='{"old":{},"said":{}}'
decided=$(decide 0 "a-0 DOWN+CLOUD+NOT_RESPONDING Not responding $(stamp 5)" "$(pod Running)")
idle "a machine that does not answer, while Kubernetes has the pod"

nodes='a-0 IDLE+CLOUD
a-1 IDLE+CLOUD+DRAIN broken
a-2 IDLE+CLOUD+POWERED_DOWN
a-3 IDLE+CLOUD+POWERED_DOWN'
decided=$(decide 1 "$nodes" '{"name":"a-0","uid":"0","phase":"Running"},{"name":"a-1","uid":"1","phase":"Running"}')
idle "as many as are to stay"
decided=$(decide 2 "$nodes" '{"name":"a-0","uid":"0","phase":"Running"},{"name":"a-1","uid":"1","phase":"Running"}')
expect "fewer than are to stay" '.update' '[{"node":"a-2","state":"power_up"}]'
decided=$(decide 4 "$nodes" '{"name":"a-0","uid":"0","phase":"Running"},{"name":"a-1","uid":"1","phase":"Running"}')
expect "as many as there are" '[.update[].node]' '["a-2","a-3"]'
decided=$(decide 0 "$nodes" '{"name":"a-0","uid":"0","phase":"Running"},{"name":"a-1","uid":"1","phase":"Running"},{"name":"a-9","uid":"9","phase":"Running"}')
expect "a node that has left slurm.conf" '.delete' '[{"node":"a-9","uid":"9"}]'
decided=$(decide 0 '' '{"name":"a-9","uid":"9","phase":"Running"}')
idle "no answer about nodes"
decided=$(decide 0 'b-0 IDLE+CLOUD+POWERING_UP
login IDLE' '')
idle "nodes of other sets"

[ "$failures" -eq 0 ] || exit 1
echo 'ok: power_plan_test.sh'
