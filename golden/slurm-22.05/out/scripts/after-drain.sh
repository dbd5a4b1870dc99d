#!/usr/bin/env bash
# Sidecar of slurmctld: what follows when skiff's own checks have drained a node and nothing runs on it any more. Replaces its pod, so
# many an hour and at once as after-drain.json beside this allows, and tells those who watch Kubernetes by a condition on the
# pod, or on the machine when nothing of this helped. What is to be done follows from what slurmctld and the API server say, and from
# the record of what was done (after-drain.jq).
#   after-drain.sh CLUSTER NAMESPACE FOLDER RECORD
# RECORD lies with slurmctld's state and is written before anything is done, so that no start or crash forgets a replacement. While it
# can't work FOLDER/failing exists and says why (readiness probe). Nothing is done on an answer that is not there or not complete.
set -uo pipefail
cluster=$1
namespace=$2
folder=$3
record=$4
here=$(dirname "$0")
program=after-drain
# shellcheck source-path=SCRIPTDIR source=sidecar.sh
. "$here/sidecar.sh"
condition=skiff/Unhealthy

# What is needed of a pod.
slim="{name: .metadata.name, uid: .metadata.uid, leaving: (.metadata.deletionTimestamp != null), machine: .spec.nodeName,
  created: (.metadata.creationTimestamp | fromdateiso8601),
  condition: ([.status.conditions // [] | .[] | select(.type == \"$condition\") | {status, reason, message: (.message // \"\")}] | first)}"

# Sends one request of the API, and says, once for each, what was refused: send VERB PATH CONTENT-TYPE BODY. An object that is gone,
# or another of its name, is seen so at the next look.
send() {
  local code error known
  code=$(printf 'url = "%s%s"\nrequest = "%s"\nheader = "Content-Type: %s"\ndata-binary = %s\n' "$(api)" "$2" "$1" "$3" "$(jq -Rs . <<<"$4")" |
    curl_with --output "$folder/answer" --write-out '%{http_code}' 2>"$folder/error")
  known=$folder/refused.$(tr / . <<<"$1$2")
  case $code in
    2?? | 404 | 409) rm -f "$known" ;;
    *)
      error=$(jq -r '.message // empty' "$folder/answer" 2>/dev/null | tr '\n' ' ' | head -c 300)
      error=$(printf '%s\n' "$error" | cat - "$folder/error" | grep -m 1 .) || error='no answer'
      if [ "$(cat "$known" 2>/dev/null)" != "$code $error" ]; then
        printf '%s %s\n' "$code" "$error" >"$known"
        say "$1 $2: $code $error"
      fi
      return 1
      ;;
  esac
}

# Does what was decided.
act() {
  local node rest kind name
  while read -r node rest; do
    send DELETE "/api/v1/namespaces/$namespace/pods/$node" application/json \
      "{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\",\"preconditions\":{\"uid\":\"$rest\"}}"
  done < <(jq -r '.delete[] | "\(.node) \(.uid)"' "$folder/plan")
  while read -r node rest; do
    timeout 20 scontrol update nodename="$node" state="$rest" 2>"$folder/error" </dev/null ||
      say "$node: slurmctld does not take $rest: $(head -n 1 "$folder/error")"
  done < <(jq -r '.update[] | "\(.node) \(.state)"' "$folder/plan")
  while read -r kind name rest; do
    case $kind in
      pod) kind=/api/v1/namespaces/$namespace/pods ;;
      *) kind=/api/v1/nodes ;;
    esac
    send PATCH "$kind/$name/status" application/strategic-merge-patch+json "$rest"
  done < <(jq -r '.patch[] | "\(.kind) \(.name) \({status: {conditions: [.condition]}} | tojson)"' "$folder/plan")
}

# Keeps the record as a whole or not at all; fails when it can't.
keep() {
  jq -c .memory "$folder/plan" >"$folder/memory.new" || return 1
  cmp -s "$folder/memory.new" "$record" && return
  cp "$folder/memory.new" "$record.new" && sync "$record.new" && mv "$record.new" "$record"
}

# Whether pods have to be looked at: where no drain is ours, and nothing is left of before, there is nothing to do.
must_look() {
  [ -e "$folder/pending" ] || grep -q $'\t\\[HC\\] ' "$folder/nodes"
}

# One look and what follows from it. 0: all is as it should be; 1: nothing could be done; 2: something is on its way.
look() {
  nodes || return 1
  if ! jq -en 'input | (.replaced | type == "array") and (.marked | type == "object") and (.said | type == "object")' "$record" >/dev/null 2>&1; then
    fail "$record is no record of replacements: nothing is done without one (an empty one is made where there is none)"
    return 1
  fi
  if ! must_look; then
    rm -f "$folder/failing"
    return 0
  fi
  list "/api/v1/namespaces/$namespace/pods" "app.kubernetes.io/instance=$cluster,app.kubernetes.io/name=slurmd" "$slim" "$folder/pods" || return 1
  if ! jq -L "$here" -nc --rawfile nodes "$folder/nodes" --slurpfile pods "$folder/pods" --slurpfile settings "$here/after-drain.json" \
    --slurpfile memory "$record" --arg type "$condition" --argjson now "$(date +%s)" -f "$here/after-drain.jq" >"$folder/plan" 2>"$folder/error"; then
    fail "a defect of skiff: $(head -n 1 "$folder/error")"
    return 1
  fi
  if ! keep 2>"$folder/error"; then
    fail "$record can't be written, nothing is done: $(head -n 1 "$folder/error")"
    return 1
  fi
  rm -f "$folder/failing" "$folder/pending"
  jq -r '.say[]' "$folder/plan" | while IFS= read -r line; do say "$line"; done
  act
  ! jq -e .pending "$folder/plan" >/dev/null || touch "$folder/pending"
  jq -e '.delete + .update == []' "$folder/plan" >/dev/null || return 2
}

trap 'exit 0' TERM INT
rm -f "$folder/failing"
# The first look is at the pods, too: what was told of them may be out of date.
touch "$folder/pending"
if [ ! -e "$record" ]; then
  printf '{"replaced":[],"marked":{},"said":{}}\n' >"$record.new" && mv "$record.new" "$record"
fi
say "looking after the nodes of $cluster that its health checks have drained"
failures=0
while :; do
  look
  case $? in
    0) failures=0 && pause 15 ;;
    2) failures=0 && pause 3 ;;
    *)
      failures=$((failures < 5 ? failures + 1 : 5))
      # Not all controllers of a site at once when an API server comes back.
      pause "$((1 << failures))"
      sleep "0.$((RANDOM % 900 + 100))"
      ;;
  esac
done
