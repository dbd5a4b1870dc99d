# What is to be done for the nodes of elastic sets, decided from what slurmctld and the API server say; power.sh does it.
#   $nodes   lines NAME<tab>STATE<tab>REASON of all nodes, as scontrol shows them in UTC
#   $sets    [[PodTemplate of an elastic set]]
#   $pods    [[{name, uid, phase, leaving, trouble}]], complete
#   $memory  [{old: {UID: NODE}, said: {NODE: TEXT}, marked: {NODE: {since, tried}}}], what the run before remembered; $now in seconds
# They were read in this order, so that a node that was up and has no pod has lost it.
# Out: {memory, say: [TEXT], update: [{node, state?, reason?, undrained?: for no node in a drain, or "ours": but one of ours}], delete: [{node, uid}], create: [{node, pod}], busy}

include "slurm-nodes";

def out_of_service: is("DRAIN") or is("FAIL") or is("DOWN");

# Ours, or Slurm's own for a node whose pod did not come or went: what an administrator wrote is never undone.
def of_power_saving: test("^(skiff: |ResumeTimeout reached|Not responding|Node unexpectedly rebooted)");

# A drain of drain.sh, for the end of the node's pod.
def of_pod: is("DRAIN") and (is("FAIL") | not) and (.reason | test("^skiff: pod is (stopping|gone)"));

# Of a node that is powered down: its slurmd was expected, and is not.
def marked: .power == "off" and is("IDLE") and is("NOT_RESPONDING") and (out_of_service | not);

# The pod of a node: the set's template under the node's name. Its owner is the template, so that it goes with the cluster.
def pod($node; $set):
  {apiVersion: "v1", kind: "Pod",
   metadata: ($set.template.metadata + {name: $node, namespace: $set.metadata.namespace, ownerReferences: [
     {apiVersion: "v1", kind: "PodTemplate", name: $set.metadata.name, uid: $set.metadata.uid, controller: true}]}),
   spec: ($set.template.spec + {hostname: $node})};

{now: $now, sets: $sets[0], pods: $pods[0], memory: $memory[0], nodes: records($nodes)}
| . as $in
| ($in.sets | map({key: .metadata.name, value: .}) | from_entries) as $sets
| ($in.pods | map({key: .name, value: .}) | from_entries) as $pods
| [$in.nodes[] | . as $n | ($n.name | capture("^(?<set>.+)-(?<number>[0-9]+)$")? // {}) as $part
   | select($part.set != null and $sets[$part.set] != null)
   | $n + {set: $part.set, pod: $pods[$n.name]}
   | . + {gone: (.pod == null), ended: (.pod != null and (.pod.phase == "Failed" or .pod.phase == "Succeeded")),
          leaving: (.pod != null and .pod.leaving), old: (.pod != null and $in.memory.old[.pod.uid] != null)}
   | . + {power: (if is("POWERING_UP") then "coming" elif is("POWERED_DOWN") then "off" elif is("POWERING_DOWN") then "going" else "on" end)}]
  as $nodes

# What becomes of each node.
| [$nodes[] | . as $n
   | if .leaving then {busy: true}
     elif .power == "coming" then
       if .gone then {create: [{node: .name, pod: pod(.name; $sets[.set])}], busy: true}
       elif .ended or .old then {delete: [{node: .name, uid: .pod.uid}], busy: true,
                                 say: ["\(.name): a pod of before is in the way (\(.pod.phase)): deleted"]}
       else {busy: true, trouble: .pod.trouble}
       end
     elif .power == "off" or .power == "going" then
       if .gone | not then
         {delete: [{node: .name, uid: .pod.uid}], old: [{uid: .pod.uid, node: .name}], busy: true,
          say: ["\(.name) is powered down: its pod is deleted"]}
         + (if (.reason | startswith("ResumeTimeout reached")) and is("DOWN") then
              {update: [{node: .name, reason: ("skiff: pod did not start: " + (.pod.trouble // $in.memory.said[.name] // .pod.phase) | line)}]}
            else {} end)
       # The pod has really gone: no need to wait for SuspendTimeout.
       elif .power == "going" and ((out_of_service | not) or ((is("DRAIN") or is("FAIL") | not) and (.reason | of_power_saving))) then
         {update: [{node: .name, state: "resume", undrained: true}], busy: true}
       # slurmctld powers down what is drained and idle, too: where the pod takes longer to go, nobody else ends its drain.
       elif of_pod then {update: [{node: .name, state: "resume", undrained: "ours"}], busy: true}
       # 22.05 keeps this mark on nodes that were powered down when slurmctld started, and then never chooses them: down and up again
       # takes it away, if anything does (24.11 puts it back): once. Not at once: a node that has just gone has the mark too, and its next
       # job, which would be requeued. power.sh sends "down" first.
       elif marked then
         if $in.memory.marked[.name].tried then {}
         elif $in.now - ($in.memory.marked[.name].since // $in.now) < 20 then {busy: true}
         else
         {update: [{node: .name, state: "down", reason: "skiff: powered down", undrained: true}, {node: .name, state: "resume", undrained: true}],
          say: ["\(.name) is powered down and would never be chosen: set down and up again"], busy: true}
         end
       elif .power == "off" and is("DOWN") and (is("DRAIN") or is("FAIL") | not) and (.reason | of_power_saving)
            and $in.now - .since >= ($sets[.set].metadata.annotations["skiff/retry-after"] | tonumber) then
         {update: [{node: .name, state: "resume", undrained: true}], say: ["\(.name) may be powered up again (\(.reason))"]}
       elif .power == "off" and is("DOWN") and (.reason | startswith("ResumeTimeout reached")) and $in.memory.said[.name] != null then
         {update: [{node: .name, reason: ("skiff: pod did not start: " + $in.memory.said[.name] | line)}]}
       else {} end
     elif .gone or .ended then
       (if .ended then {delete: [{node: .name, uid: .pod.uid}]} else {} end)
       + (if is("UNKNOWN") or is("FUTURE") then {}
          elif out_of_service and (.reason | of_power_saving | not) then {say: ["\(.name) has no pod; left as it is, with the reason \(.reason)"], once: true}
          # Down first: a job whose node is powered down waits for a slurmd that is no more.
          elif is("DOWN") | not then
            {update: [{node: .name, state: "down", reason: ("skiff: pod is gone" + (if .pod.trouble then ": " + .pod.trouble else "" end) | line)}],
             say: ["\(.name) is up and has no pod: down, its jobs are requeued"], busy: true}
          elif is("POWER_DOWN") then {busy: true}
          else {update: [{node: .name, state: "power_down_force"}], busy: true}
          end)
     else {}
     end
   | . + {node: $n.name}] as $done

# Nodes that stay even when nothing runs.
| [$sets[] | . as $set | ($set.metadata.annotations["skiff/min"] | tonumber) as $min
   | [$nodes[] | select(.set == $set.metadata.name)] as $own
   | ($min - ([$own[] | select((out_of_service | not) and (.power == "coming" or .power == "on" or is("POWER_UP")) and (is("POWER_DOWN") | not))] | length)) as $missing
   | select($missing > 0)
   | [$own[] | select((out_of_service | not) and .power == "off" and .gone and (is("POWER_UP") | not)) | .name][0:$missing]
   | select(length > 0)
   | {update: [.[] | {node: ., state: "power_up"}], say: ["\($set.metadata.name): \(join(",")) powered up, \($min) nodes stay"], busy: true}] as $kept

# Pods of nodes that slurmctld has no more. A list of nodes that is empty is no answer.
| ([$in.nodes[].name] | map({key: ., value: true}) | from_entries) as $known
| [$in.pods[] | select(($in.nodes | length) > 0 and $known[.name] == null and (.leaving | not))
   | {delete: [{node: .name, uid: .uid}], say: ["\(.name) is no node of slurmctld: its pod is deleted"], busy: true}] as $strays

| ($done + $kept + $strays) as $all
| ($in.pods | map({key: .uid, value: true}) | from_entries) as $present
# What a pod lacks is said once, and remembered until its node has come or gone.
| ($done | map(select(.trouble != null) | {key: .node, value: (.trouble | line)}) | from_entries) as $lacking
| ($done | map(select(.once) | {key: .node, value: .say[0]}) | from_entries) as $left
| ($done | map(select(.update // [] | any(.reason == "skiff: powered down")) | .node)) as $tried
| {memory: {marked: ([$nodes[] | select(marked) | .name as $name | {key: $name, value: {
              since: ($in.memory.marked[$name].since // $in.now),
              tried: ($in.memory.marked[$name].tried == true or ($tried | index($name) != null))}}] | from_entries),
            old: (($in.memory.old + ([$all[] | .old // [] | .[] | {key: .uid, value: .node}] | from_entries)) | with_entries(select($present[.key]))),
            said: (($in.memory.said | with_entries(select(.key as $k | any($nodes[]; .name == $k and (.power == "coming" or is("DOWN") or is("DRAIN")))))) + $lacking + $left)},
   say: ([$all[] | select(.once | not) | .say // [] | .[]]
         + [$left | to_entries[] | select($in.memory.said[.key] != .value) | .value]
         + [$lacking | to_entries[] | select($in.memory.said[.key] != .value) | "\(.key): its pod does not start: \(.value)"]),
   update: [$all[] | .update // [] | .[]],
   delete: [$all[] | .delete // [] | .[]],
   create: [$all[] | .create // [] | .[]],
   busy: any($all[]; .busy)}
