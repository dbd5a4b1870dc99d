#!/usr/bin/env bash
# Copies everything that helps to find out why a test on a node failed: the test's steps with their times, the compiled output, the logs of
# the control plane, the nodes and all containers, and the objects and events.
#   logs.sh DIR FOLDER      copies from the test's directory DIR into FOLDER, which must exist
# If parts of the cluster no longer work, it copies what it can get.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$1
folder=$2

# Runs kubectl. Does not fail if the server does not answer.
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
