#!/usr/bin/env bash
# Sourced inside a tree (in_root.sh) beside lab.sh and workload.sh: the pods of elastic sets, as Kubernetes would run them. What
# is to run lies in /w/api/pods (runtime/sidecar/testing/fake_api.cc); /w/api/full.SET says that none of a set finds a place.
# shellcheck disable=SC2154 # lab_pid, lab_log: lab.sh

# Puts the stand-in for the API server in place, with the PodTemplates of the output.
api_start() {
  local file name
  mkdir -p /w/api/pods
  # slurmctld's pod is not root's.
  chmod 755 /w
  chmod 777 /w/api /w/api/pods
  /w/bin/fake-api 10.77.0.1 8001 /w/api >/dev/null 2>"$lab_log/fake-api" &
  for file in /w/out/k8s/nodeset-*.yaml; do
    name=$(basename "$file" .yaml)
    grep -qx 'kind: PodTemplate' "$file" || continue
    awk -f /w/lab/flatten.awk "$file" | jq -R -s --arg name "${name#nodeset-}" '
      [split("\n")[] | select(startswith("metadata.annotations.")) | ltrimstr("metadata.annotations.") | split("\t") | {key: .[0], value: .[1]}]
      | {metadata: {name: $name, namespace: "slurm", uid: "uid-of-\($name)", annotations: from_entries}, template: {metadata: {labels: {"skiff/scaling": "elastic"}}, spec: {}}}'
  done | jq -s '{items: ., metadata: {}}' >/w/api/podtemplates.json
}

# Rewrites a pod's record: api_edit POD JQ-FILTER
api_edit() {
  jq "$2" "/w/api/pods/$1.json" >"/w/api/pods/$1.edit"
  mv "/w/api/pods/$1.edit" "/w/api/pods/$1.json"
}

# Says of pods that find no place that they find none, until it is killed: at once, whatever the kubelet has to do meanwhile.
scheduler() {
  local file pod
  while :; do
    for file in /w/api/pods/*.json; do
      pod=$(basename "$file" .json)
      if [ -e "$file" ] && [ -e "/w/api/full.${pod%-*}" ] && ! grep -q PodScheduled "$file"; then
        api_edit "$pod" '.status.conditions = [{type: "PodScheduled", status: "False", message: "0/1 nodes are available: 1 Insufficient cpu."}]'
      fi
    done
    sleep 0.3
  done
}

# Starts and ends pods as their records say, until it is killed.
kubelet() {
  local file pod set
  while :; do
    for file in /w/api/pods/*.json; do
      [ -e "$file" ] || continue
      pod=$(basename "$file" .json)
      set=${pod%-*}
      if [ "$(jq -r '.metadata.deletionTimestamp // ""' "$file")" != '' ]; then
        if [ -n "${lab_pid[$pod]-}" ]; then
          lab_in "$pod" env SKIFF_LOG=/dev/null /etc/skiff/scripts/drain.sh "$pod" 20 >>"$lab_log/$pod.log" 2>&1 || true
          lab_stop "$pod" || true
          # By itself its link would go a little later, in the way of the next pod's.
          ip link delete "v${lab_ip[$pod]//./}" 2>/dev/null || true
          ip netns delete "$pod"
          unset "lab_pid[$pod]"
        fi
        rm -f "$file"
      elif [ -e "/w/api/full.$set" ]; then
        :
      elif [ -z "${lab_pid[$pod]-}" ]; then
        if [ ! -e "/w/pods/$set-model.run" ]; then
          lay_out "$set-model" "$set"
        fi
        lay_out_like "$pod" "$set-model"
        lab_pod "$pod" "/w/pods/$pod.run"
        api_edit "$pod" '.status.phase = "Running"'
      elif ! lab_alive "$pod" && [ "$(jq -r .status.phase "$file")" = Running ]; then
        api_edit "$pod" '.status.phase = "Failed" | .status.reason = "Evicted" | .status.message = "The node was low on resource: memory."'
      fi
    done
    sleep 0.3
  done
}
