#!/usr/bin/env bash
# Copies what a human needs to find out why a test on a node failed, from this run alone: the test's steps with their times, what was
# compiled, what each program of the control plane and the nodes and each container has said, and the objects and events.
#   logs.sh DIR FOLDER      DIR is the test's; FOLDER is there
# A cluster that is half dead gives what it has.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$1
folder=$2

# kubectl, where the server answers.
k() {
  timeout 10 "$here/node.sh" kubectl "$dir" --request-timeout=8s "$@" 2>&1 || true
}

cp "$dir"/*.log "$folder/" 2>/dev/null || true
if [ -d "$dir/other" ]; then
  mkdir -p "$folder/other"
  cp "$dir"/other/*.log "$folder/other/" 2>/dev/null || true
fi
[ ! -d "$dir/out" ] || cp --recursive "$dir/out" "$folder/"
if [ -e "$dir/node-netns" ]; then
  mkdir -p "$folder/pods"
  "$here/node.sh" pod-logs "$dir" "$folder/pods"
fi
if [ -e "$dir/admin.conf" ]; then
  # A test may have stopped one of these.
  awk '{ print $1 }' "$dir/pids" 2>/dev/null | xargs --no-run-if-empty kill -CONT 2>/dev/null || true
  k get events --all-namespaces --sort-by=.lastTimestamp >"$folder/events"
  k get all,pvc,pv,nodes,configmaps --all-namespaces --output wide >"$folder/objects"
  k describe nodes >"$folder/nodes"
  k describe pods --all-namespaces >"$folder/pods.described"
fi
