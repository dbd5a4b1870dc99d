#!/usr/bin/env bash
# Sourced inside a root filesystem (in_root.sh), with lab.sh and workload.sh: runs the pods of elastic sets as Kubernetes would. The records
# in /w/api/pods (runtime/sidecar/testing/fake_api.cc) define what runs. If /w/api/full.SET exists, pods of that set cannot be scheduled.
# shellcheck disable=SC2154 # lab_pid, lab_log: lab.sh

# Starts the stand-in for the API server, with the PodTemplates of the output and the Secrets for tokens of services.
api_start() {
  local file name
  mkdir -p /w/api/pods /w/api/secrets
  for name in $(jq -r '.serviceTokens[]?.secret' /w/out/scripts/sidecar.json); do
    touch "/w/api/secrets/$name"
  done
  # slurmctld's pod does not run as root.
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

# Changes a pod's record: api_edit POD JQ-FILTER
api_edit() {
  jq "$2" "/w/api/pods/$1.json" >"/w/api/pods/$1.edit"
  mv "/w/api/pods/$1.edit" "/w/api/pods/$1.json"
}

# Runs until it is killed: marks pods that cannot be scheduled. It is a separate process, so that it does not wait for the kubelet.
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

# Runs until it is killed: starts and stops pods according to their records.
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
          # Delete its link now. The kernel would delete it a little later, and until then the next pod cannot create its own.
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
