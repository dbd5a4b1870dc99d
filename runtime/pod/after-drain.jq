# What follows for nodes that skiff's own checks have drained, decided from what slurmctld and the API server say; after-drain.sh
# does it.
#   $nodes     lines NAME<tab>STATE<tab>REASON of all nodes, as scontrol shows them in UTC
#   $pods      [[{name, uid, leaving, machine, created, condition: {status, reason, message} or null}]] of all workers, complete
#   $settings  [after-drain.json]
#   $memory    [{replaced: [{node, at, reason, uid, machine, tries, tried, back}], marked: {MACHINE: {node, at}}, said: {NODE: TEXT}}], which
#              outlives the pod; $type of the conditions; $now in seconds
# Out: {memory, say: [TEXT], delete: [{node, uid}], update: [{node, state}], patch: [{kind: pod or machine, name, condition}], pending}

include "slurm-nodes";

# `gpu-count` of `[HC] gpu-count: 7 of 8 GPUs`, `mount` of `[HC] mount:/data: …`. Where a comment could be taken for it, it is none.
def cause: if contains(" Reason=") then null else (capture("^\\[HC\\] (?<check>[a-z0-9-]+)(:[^ ]*)?: ").check // null) end;

def only($allowed): (.flags - $allowed) == [];
# No job is there and none can come; a node that does not answer, or is in somebody's reservation, is not quiet.
def quiet: is("IDLE") and is("DRAIN") and only(["IDLE", "DRAIN", "CLOUD", "DYNAMIC_NORM"]);
# An elastic node whose pod power saving took in the meantime.
def off: is("IDLE") and is("DRAIN") and is("POWERED_DOWN") and only(["IDLE", "DRAIN", "CLOUD", "POWERED_DOWN", "NOT_RESPONDING"]);
def busy: is("ALLOCATED") or is("MIXED") or is("COMPLETING");
def serves: only(["IDLE", "MIXED", "ALLOCATED", "CLOUD", "DYNAMIC_NORM", "COMPLETING", "PLANNED", "RESERVED"]);

def hours: "\(. / 3600 * 10 | round / 10) hours";

$settings[0] as $set | $memory[0] as $before | ($now | todateiso8601) as $time
| ($set.replace // null) as $replace
| ($pods[0] | map({key: .name, value: .}) | from_entries) as $pods
| [records($nodes)[] | . as $n | ($n.name | capture("^(?<set>.+)-(?<number>[0-9]+)$").set? // null) as $name
   | select($name != null and $set.sets[$name] != null)
   | {name, reason, since, state, flags, set: $name, elastic: ($set.sets[$name] == "elastic"), pod: $pods[$n.name], cause: ($n.reason | cause)}
   | . + {serves: serves, quiet: quiet, off: (.elastic and off), drained: is("DRAIN")}
   | . + {ours: (.drained and .cause != null and (.cause | IN($set.checks[], ($set.benchmarks // [])[], "flapping")))}] as $nodes

# A replacement is over when its node is out of the drain, by whomever, or the drain is somebody else's now.
| [$before.replaced[] | . as $entry | ([$nodes[] | select(.name == $entry.node)] | first) as $n
   | if .back or $n == null or $n.ours then . else . + {back: true, over: true, outcome: (if $n.drained then "left" else "cured" end)} end] as $replaced
| [$replaced[] | select(.at > $now - 3600)] as $hour

# At what point each of our drains is.
| [$nodes[] | select(.ours) | . as $n
   | ([$replaced[] | select(.node == $n.name)] | last) as $last
   | ([.since, (.pod.created // 0)] | max) as $begin
   | . + {last: $last, begin: $begin} + (
     if $last != null and ($last.back | not) then
       if $replace == null then {stage: "NeedsAttention", why: "no pod is to be replaced any more"}
       elif $last.tries < 3 and $last.tried <= $now - 30
          and (if .elastic then .quiet or .off else .quiet and .pod != null and .pod.uid == $last.uid and (.pod.leaving | not) end) then {stage: "Again"}
       elif $now - $last.at < $replace.patience then {stage: "Replaced"}
       elif (.elastic | not) and .pod != null and .pod.uid == $last.uid then {stage: "NeedsAttention", why: "its pod could not be replaced"}
       else {stage: "NeedsAttention", why: "its pod was replaced, and it is drained still"} end
     elif (.quiet or .off) | not then
       {stage: "Draining", why: (if busy then "jobs are on it" else "its state is \(.state)" end)}
     elif $now - $begin < $set.wait then {stage: "Drained"}
     elif $replace == null then {stage: "NeedsAttention", why: "no pod is to be replaced"}
     elif $replace.sets[.set] == null then {stage: "NeedsAttention", why: "pods of \(.set) are not to be replaced"}
     elif .cause | IN(($replace.checks // $set.checks)[]) | not then {stage: "NeedsAttention", why: "for \(.cause) no pod is to be replaced"}
     elif $last != null and $last.at > $now - $replace.again then
       {stage: "NeedsAttention", why: "its pod was replaced already within \($replace.again | hours)"}
     elif (.elastic | not) and (.pod == null or .pod.leaving) then {stage: "Drained"}
     else {stage: "Candidate"} end)] as $drained

# As many as the hour and the moment allow, those first that have waited longest.
| ([$drained[] | select(.stage == "Replaced" or .stage == "Again")] | length) as $under_way
| (if $replace == null then 0 else [$replace.perHour - ($hour | length), $replace.atOnce - $under_way] | min end) as $room
| ([$drained[] | select(.stage == "Candidate")] | sort_by(.begin, .name) | to_entries
   | map(.value.name as $name | {key: $name, value: (
       if .key < $room then {stage: "Replacing"}
       elif .key + ($hour | length) >= $replace.perHour then {stage: "Waiting", why: "\($replace.perHour) pods an hour are replaced, no more"}
       else {stage: "Waiting", why: "\($replace.atOnce) at once are replaced, no more"} end)}) | from_entries) as $chosen
| [$drained[] | . + ($chosen[.name] // {})] as $drained
| [$drained[] | select(.stage == "Replacing")] as $replacing
| [$drained[] | select(.stage == "Again")] as $again

# A machine is marked when nothing of ours is left to be tried, and no other worker on it may have jobs. What takes jobs there clears it.
| [$drained[] | select($set.machines and .stage == "NeedsAttention") | . as $n | (.pod.machine // .last.machine // null) as $machine
   | select($machine != null and (busy | not) and ([$nodes[] | select(.name != $n.name and .pod.machine == $machine and (.quiet | not))] == []))
   | {machine: $machine, node: .name, text: ("\(.reason); \(.why)" | line)}] as $bad
| [$bad[] | select($before.marked[.machine] == null or $before.marked[.machine].at < $now - 600)] as $mark
| [$before.marked | to_entries[] | .key as $machine | select([$nodes[] | select(.serves and .pod.machine == $machine)] != []) | .key] as $unmark

| ($drained | map(select(.why != null) | {key: .name, value: "\(.why) (\(.reason))"}) | from_entries) as $said
| {memory: {
     replaced: ([$replaced[] | del(.over) | . as $entry | if any($again[]; .name == $entry.node) and (.back | not) then . + {tries: (.tries + 1), tried: $now} else . end
                 | select((.back | not) or .at > $now - ([604800, $replace.again // 0] | max))]
                + [$replacing[] | {node: .name, at: $now, reason, uid: .pod.uid, machine: .pod.machine, tries: 1, tried: $now, back: false}]),
     marked: (($before.marked | with_entries(select(.key as $key | $unmark | index($key) == null)))
              + ($mark | map({key: .machine, value: {node, at: $now}}) | from_entries)),
     said: $said},
   say: ([$replaced[] | select(.over) | . as $entry | if .outcome == "left" then "\(.node): left to an administrator, who gave another reason"
          else "\(.node): takes jobs again, its pod was replaced for \(.reason)"
               + (($pods[$entry.node].machine // null) as $machine | if $machine != null and .machine != null and $machine != .machine then
                    "; it ran on \(.machine) and runs on \($machine)" else "" end) end]
         + [$replacing[] | "\(.name): drained and idle, \(if .elastic then "powered down, so that it gets another pod" else "its pod is replaced" end), "
            + "the \([$hour[] | .node] | length + 1). of \($replace.perHour) in this hour: \(.reason)"]
         + [$again[] | "\(.name): still has the pod that was to go: tried again"]
         + [$drained[] | select(.why != null) | {name, stage, text: "\(.why) (\(.reason))"} | select($before.said[.name] != .text)
            | "\(.name): \(if .stage == "NeedsAttention" then "an administrator's turn" else "waits" end): \(.text)"]
         + [$mark[] | select($before.marked[.machine] == null) | "\(.machine): marked for \(.node)"]
         + [$unmark[] | "\(.): no longer marked, a node on it takes jobs"]),
   delete: [($replacing + $again)[] | select(.elastic | not) | {node: .name, uid: .pod.uid}],
   # The end of a power down takes the drain with it. Where the pod has gone already it is taken back; "resume" would expect a slurmd.
   update: [($replacing + $again)[] | select(.elastic) | {node: .name, state: (if .off then "undrain" else "power_down_asap" end)}],
   patch: ([$nodes[] | select($set.pods and .pod != null and (.pod.leaving | not)) | . as $n
            | ([$drained[] | select(.name == $n.name)] | first) as $d
            | (if $d != null then {status: "True", reason: ($d.stage | if . == "Replacing" or . == "Again" then "Replaced" else . end),
                                   message: ($d.reason + (if $d.why then "; " + $d.why else "" end) | line)}
               elif .pod.condition.status == "True" or (.serves and .pod.condition.reason == "NotOurs") then {status: "False", reason: (if .serves then "InService" else "NotOurs" end), message: ""}
               else null end)
            | select(. != null and . != $n.pod.condition)
            | {kind: "pod", name: $n.name, condition: (. + {type: $type} + (if .status != $n.pod.condition.status then {lastTransitionTime: $time} else {} end))}]
           + [$mark[] | {kind: "machine", name: .machine, condition: ({type: $type, status: "True", reason: "NeedsAttention", message: .text, lastHeartbeatTime: $time}
              + (if $before.marked[.machine] == null then {lastTransitionTime: $time} else {} end))}]
           + [$unmark[] | {kind: "machine", name: ., condition: {type: $type, status: "False", reason: "InService", message: "",
              lastHeartbeatTime: $time, lastTransitionTime: $time}}])}
| . + {pending: ($drained != [] or .patch != [] or .memory.marked != {} or any(.memory.replaced[]; .back | not)
               or any($nodes[]; .pod.condition.reason == "NotOurs"))}
