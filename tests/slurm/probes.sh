#!/usr/bin/env bash
# Sourced by example.sh: runs a pod's probes as the kubelet would.
# shellcheck disable=SC2154 # lab_ip: lab.sh; http: services.sh

# Prints the number of a probe's port, which may be a port name of the container: probe_port CONTAINER-PATH PORT
probe_port() {
  local index
  for index in $(indexes "$1.ports"); do
    if [ "$(template "$1.ports[$index].name")" = "$2" ]; then
      template "$1.ports[$index].containerPort"
      return
    fi
  done
  printf '%s\n' "$2"
}

# Runs one probe and prints an error if it fails: probe POD CONTAINER-PATH PROBE
probe() {
  local pod=$1 container=$2 path=$2.$3 index answer words=()
  for index in $(indexes "$path.exec.command"); do
    words+=("$(template "$path.exec.command[$index]")")
  done
  if [ "${#words[@]}" -gt 0 ]; then
    answer=$(lab_in "$pod" timeout "$(template "$path.timeoutSeconds" | grep . || echo 1)" \
      bash -c "$(container_user "$container" "$pod") \"\$@\"" - "${words[@]}" 2>&1) || echo "$pod: $3 ${words[*]}: $answer"
  elif [ -n "$(template "$path.httpGet.path")" ]; then
    answer=$(http "$pod" "$(probe_port "$container" "$(template "$path.httpGet.port")")" "$(template "$path.httpGet.path")" | head -n 1)
    case $answer in
      'HTTP/1.1 2'*) ;;
      *) echo "$pod: $3 GET $(template "$path.httpGet.path"): $answer" ;;
    esac
  elif [ -n "$(template "$path.tcpSocket.port")" ]; then
    lab_answers "$pod" "$(probe_port "$container" "$(template "$path.tcpSocket.port")")" || echo "$pod: $3: no connection"
  fi
}

# Runs every probe of one pod: probes POD WORKLOAD
probes() {
  local list container name count=0
  workload "$2"
  for list in initContainers containers; do
    for container in $(indexes "$list"); do
      for name in startupProbe readinessProbe livenessProbe; do
        if grep -qF "spec.template.spec.${list}[$container].$name." /tmp/workload; then
          probe "$1" "${list}[$container]" "$name"
          count=$((count + 1))
        fi
      done
    done
  done
  if [ "$count" -eq 0 ]; then
    echo "$1 has no probe"
  fi
}
