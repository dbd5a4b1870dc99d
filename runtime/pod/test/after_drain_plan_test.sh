#!/usr/bin/env bash
# after-drain.jq: what follows from the state of a node, of its pod and of what was done before, case by case.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
failures=0
now=1763750000
settings='{"pods":true,"machines":true,"wait":600,"sets":{"a":"fixed","e":"elastic","c":"fixed"},"checks":["gpu-count","mount","clock"],"benchmarks":["nccl"],
  "replace":{"sets":{"a":"fixed","e":"elastic"},"checks":["gpu-count","mount"],"perHour":2,"atOnce":1,"patience":900,"again":86400}}'
empty='{"replaced":[],"marked":{},"said":{}}'
memory=$empty

# Prints a run's decision: decide NODES PODS; a node is NAME STATE [REASON], one a line.
decide() {
  jq -L "$here/.." -nc --rawfile nodes <(sed -E 's/^([^ ]+) ([^ ]+) ?/\1\t\2\t/' <<<"$1") --slurpfile pods <(printf '[%s]' "$2") \
    --slurpfile settings <(printf '%s' "$settings") --slurpfile memory <(printf '%s' "$memory") --arg type skiff/Unhealthy --argjson now "$now" \
    -f "$here/../after-drain.jq"
}

# Checks one part of a decision: expect NAME FILTER VALUE, of the last `decided`
expect() {
  local got
  got=$(jq -c "$2" <<<"$decided")
  if [ "$got" != "$3" ]; then
    printf 'FAIL: after_drain_plan_test.sh: %s: %s is %s, not %s\n  %s\n' "$1" "$2" "$got" "$3" "$decided" >&2
    failures=$((failures + 1))
  fi
}

# Checks that nothing is done to any node: idle NAME
idle() {
  expect "$1" '[.delete, .update, .memory.replaced]' "[[],[],$(jq -c .replaced <<<"$memory")]"
}

# The pods of nodes, made so many seconds ago: pods AGE NAME...
pods() {
  local name age=$1
  shift
  for name in "$@"; do
    jq -nc --arg name "$name" --argjson created "$((now - age))" '{name: $name, uid: "u-\($name)", leaving: false, machine: "m-\($name)", created: $created, condition: null}'
  done | paste -sd ,
}
# A drain's reason so many seconds old: reason AGE TEXT
reason() {
  printf '%s [root@%s]' "$2" "$(TZ=UTC date -d "@$((now - $1))" +%Y-%m-%dT%H:%M:%S)"
}
# An entry of the record: entry NODE AGE [FIELDS]
entry() {
  jq -nc --arg node "$1" --argjson at "$((now - $2))" "{node: \$node, at: \$at, reason: \"[HC] gpu-count: x\", uid: \"u-\(\$node)\", machine: \"m-\(\$node)\",
    tries: 1, tried: \$at, back: false} + ${3:-{\}}"
}
recorded() {
  memory=$(jq -nc --argjson empty "$empty" --argjson replaced "[$(printf '%s\n' "$@" | paste -sd ,)]" '$empty + {replaced: $replaced}')
}

drained="IDLE+CLOUD+DRAIN $(reason 700 '[HC] gpu-count: 1 of 2 GPUs')"
decided=$(decide "a-0 $drained" "$(pods 9000 a-0)")
expect "drained and idle" '[.delete, .update]' '[[{"node":"a-0","uid":"u-a-0"}],[]]'
expect "its entry" '.memory.replaced' "[{\"node\":\"a-0\",\"at\":$now,\"reason\":\"[HC] gpu-count: 1 of 2 GPUs\",\"uid\":\"u-a-0\",\"machine\":\"m-a-0\",\"tries\":1,\"tried\":$now,\"back\":false}]"
expect "its line" '.say' '["a-0: drained and idle, its pod is replaced, the 1. of 2 in this hour: [HC] gpu-count: 1 of 2 GPUs"]'
expect "its condition" '.patch[0] | [.kind, .name, .condition.type, .condition.status, .condition.reason, .condition.message]' \
  '["pod","a-0","skiff/Unhealthy","True","Replaced","[HC] gpu-count: 1 of 2 GPUs"]'
expect "looked at again" .pending true
decided=$(decide "a-0 IDLE+CLOUD+DRAIN $(reason 700 '[HC] mount:/data: does not answer')" "$(pods 9000 a-0)")
expect "a check of one mount" '.delete[].node' '"a-0"'

# Whose drain it is, and whether anything runs.
for case in "disk swap" "[HC] by hand" "[HC] unknown: x" "HC gpu-count: x" "see [HC] gpu-count: x" "x Reason=[HC] gpu-count: y" "[HC] gpu-count: y Reason=disk swap"; do
  decided=$(decide "a-0 IDLE+CLOUD+DRAIN $(reason 9000 "$case")" "$(pods 9000 a-0)")
  idle "somebody else's: $case"
  expect "somebody else's: $case" .patch '[]'
done
decided=$(decide "login IDLE+DRAIN $(reason 700 '[HC] gpu-count: x')
b-0 $drained" "$(pods 9000 b-0)")
idle "of no set of ours"
for state in MIXED+CLOUD+DRAIN ALLOCATED+CLOUD+DRAIN IDLE+CLOUD+DRAIN+COMPLETING IDLE+CLOUD+DRAIN+MAINTENANCE+RESERVED IDLE+CLOUD+DRAIN+NOT_RESPONDING \
  DOWN+CLOUD+DRAIN IDLE+CLOUD+DRAIN+INVALID_REG IDLE+CLOUD+DRAIN+REBOOT_REQUESTED IDLE+CLOUD IDLE+CLOUD+FAIL; do
  decided=$(decide "a-0 $state $(reason 700 '[HC] gpu-count: x')" "$(pods 9000 a-0)")
  idle "not quiet: $state"
done
decided=$(decide "a-0 MIXED+CLOUD+DRAIN $(reason 700 '[HC] gpu-count: x')" "$(pods 9000 a-0)")
expect "jobs are on it" '[.say[0], .patch[0].condition.reason]' '["a-0: waits: jobs are on it ([HC] gpu-count: x)","Draining"]'
memory=$(jq -c .memory <<<"$decided")
decided=$(decide "a-0 MIXED+CLOUD+DRAIN $(reason 700 '[HC] gpu-count: x')" "$(pods 9000 a-0)")
expect "said once" .say '[]'
memory=$empty
decided=$(decide "a-0 IDLE+CLOUD+DRAIN $(reason 599 '[HC] gpu-count: x')" "$(pods 9000 a-0)")
idle "may recover by itself"
expect "may recover by itself" '.patch[0].condition.reason' '"Drained"'
decided=$(decide "a-0 $drained" "$(pods 599 a-0)")
idle "somebody else replaced it"
decided=$(decide "a-0 $drained" '')
idle "no pod"
decided=$(decide "a-0 $drained" "$(pods 9000 a-0 | jq -c '.leaving = true')")
idle "the pod is leaving"
decided=$(decide "a-0 IDLE+CLOUD+DRAIN $(reason 700 '[HC] nccl: 300 GB/s below 460 GB/s')" "$(pods 9000 a-0)")
idle "not for this check"
expect "not for this check" '.say' '["a-0: an administrator'"'"'s turn: for nccl no pod is to be replaced ([HC] nccl: 300 GB/s below 460 GB/s)","m-a-0: marked for a-0"]'
decided=$(decide "c-0 $drained" "$(pods 9000 c-0)")
idle "not for this set"

# The bounds.
three="a-0 $drained
a-1 IDLE+CLOUD+DRAIN $(reason 900 '[HC] gpu-count: x')
a-2 IDLE+CLOUD+DRAIN $(reason 800 '[HC] gpu-count: x')"
decided=$(decide "$three" "$(pods 9000 a-0 a-1 a-2)")
expect "one at once" '[.delete[].node]' '["a-1"]'
expect "one at once" '[.say[] | select(test("at once"))]' '["a-2: waits: 1 at once are replaced, no more ([HC] gpu-count: x)"]'
recorded "$(entry a-7 3000 '{back: true}')" "$(entry a-8 2000 '{back: true}')"
decided=$(decide "$three" "$(pods 9000 a-0 a-1 a-2)")
idle "the hour's number is reached"
expect "the hour's number is reached" '.say[0]' '"a-0: waits: 2 pods an hour are replaced, no more ([HC] gpu-count: 1 of 2 GPUs)"'
recorded "$(entry a-7 3601 '{back: true}')" "$(entry a-8 2000 '{back: true}')"
decided=$(decide "$three" "$(pods 9000 a-0 a-1 a-2)")
expect "the hour has passed" '[.delete[].node]' '["a-1"]'
expect "the oldest is remembered" '[.memory.replaced[].node]' '["a-7","a-8","a-1"]'
recorded "$(entry a-9 100)"
decided=$(decide "$three
a-9 $drained" "$(pods 9000 a-0 a-1 a-2),$(pods 50 a-9 | jq -c '.uid = "new"')")
idle "one is under way"

# What a replacement came to.
recorded "$(entry a-0 100)"
decided=$(decide "a-0 $drained" "$(pods 50 a-0 | jq -c '.uid = "new"')")
idle "may prove good"
expect "may prove good" '.patch[0].condition.reason' '"Replaced"'
recorded "$(entry a-0 900)"
decided=$(decide "a-0 $drained" "$(pods 850 a-0 | jq -c '.uid = "new"')")
idle "did not help"
expect "did not help" '.say' '["a-0: an administrator'"'"'s turn: its pod was replaced, and it is drained still ([HC] gpu-count: 1 of 2 GPUs)","m-a-0: marked for a-0"]'
recorded "$(entry a-0 100)"
decided=$(decide "a-0 IDLE+CLOUD" "$(pods 50 a-0 | jq -c '.uid = "new" | .machine = "m-7" | .condition = {status: "True", reason: "Replaced", message: "x"}')")
expect "helped" '[.say, .memory.replaced[0].back, .memory.replaced[0].outcome]' \
  '[["a-0: takes jobs again, its pod was replaced for [HC] gpu-count: x; it ran on m-a-0 and runs on m-7"],true,"cured"]'
expect "helped" '.patch[0].condition | [.status, .reason, .lastTransitionTime]' "[\"False\",\"InService\",\"$(TZ=UTC date -d "@$now" +%Y-%m-%dT%H:%M:%SZ)\"]"
# Out of the drain, and not there yet: what the pod is said to be follows when it is.
decided=$(decide "a-0 IDLE+CLOUD+NOT_RESPONDING" "$(pods 50 a-0 | jq -c '.condition = {status: "True", reason: "Replaced", message: "x"}')")
expect "out of the drain, silent" '[(.patch[0].condition | .status, .reason), .pending]' '["False","NotOurs",true]'
recorded
silent=$(pods 50 a-0 | jq -c '.condition = {status: "False", reason: "NotOurs", message: ""}')
decided=$(decide "a-0 IDLE+CLOUD+NOT_RESPONDING" "$silent")
expect "silent still" '[.patch, .pending]' '[[],true]'
decided=$(decide "a-0 IDLE+CLOUD" "$silent")
expect "there" '.patch[0].condition | [.status, .reason, has("lastTransitionTime")]' '["False","InService",false]'
decided=$(decide "a-0 IDLE+CLOUD" "$(jq -c '.condition.reason = "InService"' <<<"$silent")")
expect "there, and it is said" '[.patch, .pending]' '[[],false]'
recorded "$(entry a-0 100)"
decided=$(decide "a-0 IDLE+CLOUD+DRAIN $(reason 10 'rack is to be moved')" "$(pods 50 a-0)")
expect "an administrator took it" '[.say[0], .memory.replaced[0].outcome, .delete]' '["a-0: left to an administrator, who gave another reason","left",[]]'
recorded "$(entry a-0 80000 '{back: true}')"
decided=$(decide "a-0 $drained" "$(pods 79000 a-0)")
idle "again within a day"
expect "again within a day" '.say[0]' '"a-0: an administrator'"'"'s turn: its pod was replaced already within 24 hours ([HC] gpu-count: 1 of 2 GPUs)"'
recorded "$(entry a-0 90000 '{back: true}')"
decided=$(decide "a-0 $drained" "$(pods 79000 a-0)")
expect "another day" '[.delete[].node]' '["a-0"]'

# What did not go through is tried again, three times in all.
recorded "$(entry a-0 31)"
decided=$(decide "a-0 $drained" "$(pods 9000 a-0)")
expect "the pod is there still" '[.delete, .memory.replaced[0].tries, (.memory.replaced | length)]' '[[{"node":"a-0","uid":"u-a-0"}],2,1]'
recorded "$(entry a-0 100 "{tried: $((now - 29))}")"
decided=$(decide "a-0 $drained" "$(pods 9000 a-0)")
idle "not yet"
recorded "$(entry a-0 900 '{tries: 3}')"
decided=$(decide "a-0 $drained" "$(pods 9000 a-0)")
idle "three times"
expect "three times" '.say[0]' '"a-0: an administrator'"'"'s turn: its pod could not be replaced ([HC] gpu-count: 1 of 2 GPUs)"'
memory=$empty

# An elastic set: Slurm takes the pod, and the drain with it.
decided=$(decide "e-0 $drained" "$(pods 9000 e-0)")
expect "elastic" '[.delete, .update]' '[[],[{"node":"e-0","state":"power_down_asap"}]]'
decided=$(decide "e-0 IDLE+CLOUD+DRAIN+POWERED_DOWN $(reason 700 '[HC] gpu-count: x')" '')
expect "power saving took its pod" '[.delete, .update]' '[[],[{"node":"e-0","state":"undrain"}]]'
decided=$(decide "e-0 IDLE+CLOUD+DRAIN+POWERING_DOWN $(reason 700 '[HC] gpu-count: x')" "$(pods 9000 e-0)")
idle "its pod goes anyway"
recorded "$(entry e-0 10)"
decided=$(decide "e-0 IDLE+CLOUD+DRAIN+POWER_DOWN $(reason 700 '[HC] gpu-count: x')" "$(pods 9000 e-0)")
idle "on its way"
decided=$(decide "e-0 IDLE+CLOUD+POWERED_DOWN" '')
expect "can be chosen again" '.memory.replaced[0].outcome' '"cured"'
memory=$empty

# The machine.
bad="a-0 IDLE+CLOUD+DRAIN $(reason 700 '[HC] flapping: 4 drains')"
decided=$(decide "$bad" "$(pods 9000 a-0)")
expect "the machine" '[.patch[] | select(.kind == "machine")] | [.[0].name, .[0].condition.status, .[0].condition.message]' '["m-a-0","True","[HC] flapping: 4 drains; for flapping no pod is to be replaced"]'
memory=$(jq -c .memory <<<"$decided")
decided=$(decide "$bad" "$(pods 9000 a-0)")
expect "told once" '[.patch[] | select(.kind == "machine")]' '[]'
now=$((now + 601))
decided=$(decide "$bad" "$(pods 9000 a-0)")
expect "told again after ten minutes" '[.patch[] | select(.kind == "machine") | .condition.lastTransitionTime]' '[null]'
expect "and not said" .say '[]'
decided=$(decide "$bad
a-1 MIXED+CLOUD" "$(pods 9000 a-0),$(pods 9000 a-1 | jq -c '.machine = "m-a-0"')")
expect "a node on it takes jobs" '[.patch[] | select(.kind == "machine")] | [.[].condition.status]' '["False"]'
expect "a node on it takes jobs" '.memory.marked' '{}'
memory=$empty
decided=$(decide "$bad
a-1 DOWN+CLOUD" "$(pods 9000 a-0),$(pods 9000 a-1 | jq -c '.machine = "m-a-0"')")
expect "who knows what runs there" '[.patch[] | select(.kind == "machine")]' '[]'
recorded "$(entry a-0 900)"
decided=$(decide "a-0 IDLE+CLOUD+DRAIN+COMPLETING $(reason 9000 '[HC] gpu-count: x')" "$(pods 850 a-0 | jq -c '.uid = "new"')")
expect "a job ends there" '[.patch[].kind]' '["pod"]'
memory=$empty
settings=$(jq -c '.pods = false | .machines = false' <<<"$settings")
decided=$(decide "$bad" "$(pods 9000 a-0)")
expect "nobody is told" .patch '[]'
settings=$(jq -c '.pods = true | .machines = true | del(.replace)' <<<"$settings")
decided=$(decide "a-0 $drained" "$(pods 9000 a-0)")
idle "nothing is to be replaced"
expect "nothing is to be replaced" '[.patch[].condition.reason]' '["NeedsAttention","NeedsAttention"]'
recorded "$(entry a-0 100)"
decided=$(decide "a-0 $drained" "$(pods 9000 a-0)")
idle "not any more"
decided=$(decide '' "$(pods 9000 a-0)")
idle "no answer about nodes"

[ "$failures" -eq 0 ] || exit 1
echo 'ok: after_drain_plan_test.sh'
