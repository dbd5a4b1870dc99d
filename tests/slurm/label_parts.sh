#!/usr/bin/env bash
# Sourced by topology.sh and example.sh: Kubernetes nodes with labels, for a topology whose places follow from them.
# shellcheck disable=SC2154 # client: parts.sh; controller: workload.sh; holder: topology_parts.sh

# Gives the stand-in for the API server one Kubernetes node `on-POD` for each pod, with the label of the topology: label POD=PLACE...
label() {
  printf '%s\n' "$@" | jq -R -s --arg key "$(jq -r .topology.label /w/out/scripts/sidecar.json)" '{metadata: {}, items: [split("\n")[]
    | select(. != "") | split("=") | {metadata: {name: "on-\(.[0])", labels: {($key): .[1]}}}]}' >/w/api/machines.new
  mv /w/api/machines.new /w/api/machines.json
}

# Says on which Kubernetes node a pod runs: runs_on POD KUBERNETES-NODE
runs_on() {
  jq -n --arg name "$1" --arg machine "$2" '{metadata: {name: $name, uid: "uid-\($name)"}, spec: {nodeName: $machine},
    status: {phase: "Running"}}' >/w/api/pod.new
  mv /w/api/pod.new "/w/api/pods/$1.json"
}

# Puts all Kubernetes nodes into the first place of the topology, and one of these pods on each: label_alike POD...
label_alike() {
  local pod place
  place=$(jq -r '.topology.units[0]' /w/out/scripts/sidecar.json)
  label "${@/%/=$place}"
  for pod in "$@"; do runs_on "$pod" "on-$pod"; done
}

# Starts that stand-in. The labels ignore the names of the node sets: both places have nodes of both sets, and rack-b-2 has no label.
start_labels() {
  local pod
  api_start
  label rack-a-0=one rack-a-1=one rack-b-0=one rack-a-2=two rack-b-1=two
  for pod in "$@"; do runs_on "$pod" "on-$pod"; done
}

# Prints the place of each node in the topology, such as `rack-a-0=one`; nothing for a node that has none.
places() {
  lab_in "$client" scontrol --oneliner show nodes | sed -nE 's/^NodeName=([^ ]*) .* Topology=default:([^ ]*) *$/\1=\2/p'
}

# Succeeds when these are all nodes with a place from a label: places_are NODE=PLACE...
places_are() {
  [ "$(places | sort)" = "$(printf '%s\n' "$@" | sort)" ]
}

# Prints how many nodes of each place a job has, such as `2 one`: places_of ID
places_of() {
  local list
  list=$(lab_in "$client" squeue -h -j "$1" -o %N)
  [ -z "$list" ] || join -t= <(lab_in "$client" scontrol show hostnames "$list" | sort) <(places | sort) | sed 's/.*=//' | sort | uniq -c
}

# Succeeds when all nodes of a job have a place, the same: in_one_place ID
in_one_place() {
  [ "$(places_of "$1" | awk '{ print $1 }')" = "$(lab_in "$client" squeue -h -j "$1" -o %D)" ]
}

# Succeeds when the sidecar has told why a node has no place: unplaced NODE WHY
unplaced() {
  grep -qF "$1: in no block or switch, because $2" "$lab_log/$controller.log"
}

# Runs the checks of a topology whose places follow from labels: check_labels TYPE
check_labels() {
  local one=(--segment=2)
  [ "$1" = block ] || one=(--switches=1)
  step 20 "nodes are where the labels of their Kubernetes nodes say" \
    places_are rack-{a-0,a-1,b-0}=one rack-{a-2,b-1}=two
  step 10 "the log says why a node has no place" unplaced rack-b-2 'its Kubernetes node on-rack-b-2 has no label place'
  # Without a topology, the first free nodes are rack-a-2 and rack-b-0, of two places.
  occupy rack-a-0,rack-a-1
  step 20 "a job gets nodes of one place" lands in_one_place plain -N 2 "${one[@]}"
  step 20 "a job for which no place has enough free nodes does not start" waits plain -N 3 "${one[@]/2/3}"
  runs_on rack-b-2 on-rack-a-2
  runs_on rack-b-0 on-rack-b-1
  step 20 "nodes whose pods have moved are where the other Kubernetes nodes are" \
    places_are rack-{a-0,a-1}=one rack-{a-2,b-0,b-1,b-2}=two
  step 20 "that job gets nodes of the place that now has enough" lands in_one_place plain -N 3 "${one[@]/2/3}"
  vacate
  # A job on a node of the place that disappears must continue.
  occupy rack-b-1
  change topology.yaml '/: two$/d; s/one,two/one/'
  step 60 "when a place disappears, slurmctld continues without it" left two
  step 1 "running jobs continue" job_is "$holder" RUNNING
  # slurmctld's pod is replaced, as when the spec no longer has the label. It starts with the compiled topology and its old state.
  lab_stop "$controller"
  sed -i 's/nodes: cpu-\[0-2\]$/&,rack-a-0/' "/w/pods/$controller/etc/slurm/topology.yaml"
  lab_again "$controller" "/w/pods/$controller.run"
  step 60 "after a restart, a node that the topology lists is there, and no longer where its label says" listed rack-a-0
  step 1 "the other nodes are still where their labels say" has_place rack-a-1=one
}

# Succeeds when the sidecar has taken a node out of its old place, and the node is in the place `rest`: listed NODE
listed() {
  grep -qF "taking $1 out of their places" "$lab_log/$controller.log" && ! places | grep "^$1=" >/dev/null &&
    lab_in "$client" scontrol --oneliner show topology | grep -E "Name=rest .*Nodes=.*$1( |,|$)" >/dev/null
}
has_place() {
  places | grep -xF "$1" >/dev/null
}

# Succeeds when slurmctld uses the changed files and no node is in this place: left PLACE
left() {
  grep -q 'slurmctld uses the new files' "$lab_log/$controller.log" && controller_up && ! places | grep "=$1$" >/dev/null
}
