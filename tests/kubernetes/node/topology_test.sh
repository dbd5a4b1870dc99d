#!/usr/bin/env bash
# Places of Slurm nodes from the labels of two Kubernetes nodes (docs/topology.md): a job gets nodes of one rack, nodes follow a changed label,
# and a Kubernetes node without the label is reported.
#   topology_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
skiff=${1:-$top/build/skiff}
export SKIFF_RELEASE=26.05
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=lattice-login-0
out=$dir/out

# Labels a Kubernetes node: label NODE RACK
label() {
  k label --overwrite node "$1" "topology.example.com/rack=$2" >/dev/null
}

# Prints the Slurm nodes whose pods run on a Kubernetes node: pods_on NODE
pods_on() {
  k get pods --field-selector "spec.nodeName=$1" --selector=app.kubernetes.io/name=slurmd \
    --output 'jsonpath={range .items[*]}{.metadata.name}{"\n"}{end}'
}

# Prints the Slurm nodes that are in a rack, or in none if RACK is empty: nodes_in RACK
nodes_in() {
  login scontrol --oneliner show nodes | awk -v rack="$1" '{ place = ""; for (i = 1; i <= NF; i++) if ($i ~ /^Topology=/) place = $i
    sub(/^Topology=(default:)?/, "", place); if (place == rack) print substr($1, 10) }' | sort
}

# Succeeds when exactly these Slurm nodes are in a rack: rack_has RACK NODE...
rack_has() {
  [ "$(nodes_in "$1")" = "$(printf '%s\n' "${@:2}" | sort)" ]
}

# Moves workers until each Kubernetes node has two, which the scheduler does not promise.
balance() {
  local from pods uid
  for from in node other; do
    while mapfile -t pods < <(pods_on "$from") && [ "${#pods[@]}" -gt 2 ]; do
      k cordon "$from" >/dev/null
      uid=$(pod_uid "${pods[0]}")
      k delete pod "${pods[0]}" >/dev/null
      within 60 pod_is_another "${pods[0]}" "$uid"
      k wait --for=condition=Ready "pod/${pods[0]}" --timeout=240s >/dev/null || fail "a worker does not start on the other Kubernetes node"
      k uncordon "$from" >/dev/null
    done
  done
}

# Prints the nodes of a job, sorted.
nodes_of() {
  login scontrol show hostnames "$(job "$1" NodeList)" | sort
}

"$skiff" build "$here/topology.yaml" -o "$out" >&2
node_for "$out" 1
"$here/node.sh" join "$dir" "$imported"
label node rack-a
label other rack-b
start=$(now)
k apply --kustomize "$out" >/dev/null
within 120 k get pod cpu-{0..3} lattice-slurmctld-0 lattice-login-0
k wait --for=condition=Ready pod cpu-{0..3} lattice-slurmctld-0 lattice-login-0 --timeout=720s >/dev/null || fail "the pods are not ready"
balance
for node in cpu-{0..3}; do within 60 node_is_idle "$node"; done
# Kubernetes chooses which workers run on which node.
mapfile -t near < <(pods_on node)
mapfile -t far < <(pods_on other)
[ "${#near[@]} ${#far[@]}" = '2 2' ] || fail "each Kubernetes node must have two workers, not '${near[*]}' and '${far[*]}'"
within 60 rack_has rack-a "${near[@]}"
within 60 rack_has rack-b "${far[@]}"
took "$start" 'applied, all nodes idle and in their racks'

# One node of the first rack has a job, so a job with a segment of two nodes gets the other rack.
first=$(hold "${near[0]}")
within 30 job_is "$first" JobState RUNNING
id=$(submit --nodes=2 --segment=2 --wrap 'srun hostname')
within 60 job_is "$id" JobState COMPLETED
[ "$(nodes_of "$id")" = "$(printf '%s\n' "${far[@]}" | sort)" ] || fail "the job ran on $(nodes_of "$id" | paste -sd' '), not in one rack"

# Now one node of each rack is free. Such a job waits, and a job of two nodes of any rack does not.
second=$(hold "${far[0]}")
within 30 job_is "$second" JobState RUNNING
waiting=$(submit --nodes=2 --segment=2 --wrap 'srun hostname')
sleep 5
job_is "$waiting" JobState PENDING || fail "the segment of a job is in two racks: $(nodes_of "$waiting" | paste -sd' ')"

# The label says that the other Kubernetes node is in the first rack as well. The nodes follow, their job continues, and the waiting job runs.
start=$(now)
label other rack-a
within 90 rack_has rack-a "${near[@]}" "${far[@]}"
took "$start" 'label changed: the nodes are in the other rack'
within 90 job_is "$waiting" JobState COMPLETED
[ "$(nodes_of "$waiting")" = "$(printf '%s\n' "${near[1]}" "${far[1]}" | sort)" ] || fail "the job ran on $(nodes_of "$waiting" | paste -sd' ')"
job_is "$second" JobState RUNNING || fail "a changed label ended a job"

# Without the label, the nodes are in no rack.
start=$(now)
k label node other topology.example.com/rack- >/dev/null
within 90 rack_has '' "${far[@]}"
took "$start" 'label removed: the nodes are in no rack'
within 30 has_said lattice-slurmctld-0 sidecar "${far[1]}: in no block or switch, because its Kubernetes node other has no label topology.example.com/rack"
rack_has rack-a "${near[@]}" || fail "the nodes of the other Kubernetes node have moved: $(nodes_in rack-a | paste -sd' ')"
release "${far[0]}" "$second"
within 60 job_is "$second" JobState COMPLETED
release "${near[0]}" "$first"
within 60 job_is "$first" JobState COMPLETED
echo "ok: $(basename "$0")"
