#!/usr/bin/env bash
# Sidecar of slurmctld for elastic node sets: sees to it that each node which slurmctld powers up has its pod, and no node
# that it powers down has one. What is to be done follows from what slurmctld and the API server say (power.jq), so it
# does not matter what happened while this or one of them was away.
#   power.sh CLUSTER NAMESPACE FOLDER
# slurmctld's programs wake it by FOLDER/wake; while it can't work FOLDER/failing exists and says why (readiness probe).
# Nothing is done on an answer that is not there or not complete.
set -uo pipefail
cluster=$1
namespace=$2
folder=$3
here=$(dirname "$0")
# As many requests are under way at a time, and in one run of curl.
parallel=16
batch=200
program=power
# shellcheck source-path=SCRIPTDIR source=sidecar.sh
. "$here/sidecar.sh"

# What is needed of a pod: what it lacks is the scheduler's or the first waiting container's word.
# shellcheck disable=SC2016 # jq's own variables
slim='{name: .metadata.name, uid: .metadata.uid, phase: .status.phase, leaving: (.metadata.deletionTimestamp != null),
  trouble: ([
    (.status.conditions // [] | .[] | select(.type == "PodScheduled" and .status == "False") | .message // .reason),
    ((.status.initContainerStatuses // []) + (.status.containerStatuses // []) | .[].state.waiting // empty
     | select(.reason != "PodInitializing" and .reason != "ContainerCreating") | "\(.reason): \(.message // "")"),
    (if .status.phase == "Failed" then "\(.status.reason // "failed"): \(.status.message // "")" else empty end)] | first)}'

# Prints those of several nodes that are in no drain, or with "ours" in one for their pod's end, with commas between: not_drained NODES [ours]
not_drained() {
  timeout 20 scontrol --oneliner show node "$1" 2>"$folder/error" </dev/null | awk -f "$here/slurm-nodes.awk" |
    awk -F '\t' -v allowed="$2" '$2 !~ /DRAIN/ || allowed == "ours" && $3 ~ /^skiff: pod is (stopping|gone)/ { print $1 }' | paste -sd,
}

# Tells slurmctld what power.jq decided, all nodes with the same in one call; the calls are sorted, so that "down" comes before "resume".
# What would take a drain away is not said of a node that an administrator has drained since the look.
update() {
  local node state reason undrained
  jq -r '[.update[]] | group_by([.state, .reason, .undrained])[] | .[0] as $one
    | [(map(.node) | join(",")), $one.state // "", $one.reason // "", $one.undrained // ""] | join("\u001f")' "$folder/plan" |
    while IFS=$'\x1f' read -r node state reason undrained; do
      [ -z "$undrained" ] || node=$(not_drained "$node" "$undrained")
      [ -n "$node" ] || continue
      set -- nodename="$node"
      [ -z "$reason" ] || set -- "$@" reason="$reason"
      [ -z "$state" ] || set -- "$@" state="$state"
      if ! timeout 20 scontrol update "$@" 2>"$folder/error" </dev/null; then
        say "slurmctld does not take $*: $(head -n 1 "$folder/error")"
      fi
    done
}

# Sends the requests that power.jq decided, a bounded number at a time. A pod that is there already or gone already is
# what was wanted, or is seen so in the next run. What the API server refuses is remembered as what the node lacks.
send() {
  local lines from code node kind
  rm -rf "$folder/answers"
  mkdir -p "$folder/answers"
  # shellcheck disable=SC2016 # jq's own variables
  jq -r --arg url "$(api)/api/v1/namespaces/$namespace/pods" --arg folder "$folder/answers" '
    def request($kind; $node; $url; $verb; $body):
      ["url = \($url | @json)", "request = \($verb | @json)", "header = \("Content-Type: application/json" | @json)",
       "data-binary = \($body | tojson | @json)", "output = \("\($folder)/\($node)" | @json)",
       "write-out = \("%{http_code} \($kind) \($node)\\n" | @json)"];
    (.delete[] | request("delete"; .node; "\($url)/\(.node)"; "DELETE"; {apiVersion: "v1", kind: "DeleteOptions", preconditions: {uid}})),
    (.create[] | request("create"; .node; $url; "POST"; .pod)) | @base64 "\(join("\n"))"' "$folder/plan" >"$folder/requests"
  lines=$(wc -l <"$folder/requests")
  for ((from = 1; from <= lines; from += batch)); do
    sed -n "$from,$((from + batch - 1))p" "$folder/requests" |
      {
        first=yes
        while IFS= read -r line; do
          # An option holds for its own request alone.
          [ "$first" = yes ] || printf 'next\nsilent\nshow-error\nconnect-timeout = 5\nmax-time = 30\ncacert = "%s"\nheader = "Authorization: Bearer %s"\n' \
            "$account/ca.crt" "$(tr -cd '[:alnum:]._-' <"$account/token")"
          first=
          base64 --decode <<<"$line"
          printf '\n'
        done
      } | curl_with --parallel --parallel-max "$parallel" 2>"$folder/error" >>"$folder/answers/.codes"
  done
  touch "$folder/answers/.codes"
  while read -r code kind node; do
    case $code in
      2?? | 404) ;;
      409)
        [ "$kind" = delete ] || say "$node: a pod of this name is there already"
        ;;
      *)
        error=$(jq -r '.message // empty' "$folder/answers/$node" 2>/dev/null | tr '\n' ' ' | head -c 200)
        error=$(printf '%s\n' "$error" | cat - "$folder/error" | grep -m 1 .) || error='no answer'
        say "$node: $kind pod: $code $error"
        if [ "$kind" = create ]; then
          jq -c --arg node "$node" --arg why "$code $error" '.said[$node] = $why' "$folder/memory" >"$folder/memory.new" &&
            mv "$folder/memory.new" "$folder/memory"
        fi
        ;;
    esac
  done <"$folder/answers/.codes"
}

# One look and what follows from it. 0: all is as it should be; 1: nothing could be done; 2: something is on its way.
look() {
  local mark="app.kubernetes.io/instance=$cluster,skiff/scaling=elastic"
  nodes || return 1
  list "/api/v1/namespaces/$namespace/podtemplates" "$mark" . "$folder/sets" || return 1
  list "/api/v1/namespaces/$namespace/pods" "$mark" "$slim" "$folder/pods" || return 1
  if ! jq -L "$here" -nc --rawfile nodes "$folder/nodes" --slurpfile sets "$folder/sets" --slurpfile pods "$folder/pods" \
    --slurpfile memory "$folder/memory" --argjson now "$(date +%s)" -f "$here/power.jq" >"$folder/plan" 2>"$folder/error"; then
    fail "a defect of skiff: $(head -n 1 "$folder/error")"
    return 1
  fi
  rm -f "$folder/failing"
  jq -c .memory "$folder/plan" >"$folder/memory"
  jq -r '.say[]' "$folder/plan" | while IFS= read -r line; do say "$line"; done
  update
  send
  ! jq -e .busy "$folder/plan" >/dev/null || return 2
}

trap 'exit 0' TERM INT
rm -f "$folder/failing" "$folder/wake"
[ -s "$folder/memory" ] || printf '{"old":{},"said":{}}\n' >"$folder/memory"
say "looking after the elastic node sets of $cluster"
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
