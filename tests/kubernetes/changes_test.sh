#!/usr/bin/env bash
# A real API server makes each change of golden/changes, and must do with it what `skiff diff` says.
#   changes_test.sh [NAME...]         default: all of them
# SKIFF is the compiler (default build/skiff), SKIFF_KUBERNETES the version (default: `cluster` in the file `versions`).
# Each pair is built and applied in a namespace of its own, first the old spec, then the new one. The checks:
#   applied   kubectl applies the old output without an error or a warning
#   live      compared with the objects on the server, the old spec changes nothing, and the new one makes the same changes
#   refused   of the new output, the server refuses exactly the objects with the class `refused`
#   changed   the server has exactly those objects newly, and has changed exactly those, that `skiff diff` names
#   steps     after the printed steps, the server has the new output
# An object of class `unknown` can be refused or not. ConfigMaps are not compared, because `skiff diff` names their files.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=module.sh
. "$here/module.sh"
top=$(cd "$here/../.." && pwd)
skiff=$(realpath "${SKIFF:-$top/build/skiff}")
work=$(mktemp -d)
cluster=
failed=0
tab=$'\t'

# Stops the control plane and removes the test's files.
# shellcheck disable=SC2317 # the trap calls it
clean_up() {
  if [ -n "$cluster" ]; then
    "$here/control-plane.sh" down "$cluster"
  fi
  rm -rf "$work"
}
trap clean_up EXIT

# The name by which the steps call it.
kubectl() {
  "$here/control-plane.sh" kubectl "$cluster" "$@"
}

# Prints what is wrong: fault TEXT
fault() {
  printf '      %s\n' "$1" >>"$work/faults"
}

# Compares two sorted lists: same WHAT EXPECTED ACTUAL
same() {
  local difference
  if ! difference=$(diff <(sort -u <<<"$2" | sed '/^$/d') <(sort -u <<<"$3" | sed '/^$/d')); then
    fault "$1 (< skiff diff, > server):"
    sed -n 's/^[<>]/        &/p' <<<"$difference" >>"$work/faults"
  fi
}

# Prints the objects of `skiff diff` that a filter selects, as kubectl names them: statefulset/cpu
changes() {
  jq -r ".changes[] | select((.object | test(\"^[A-Z][A-Za-z]+ [^ ]+\$\")) and ($1)) | .object" diff.json |
    sed -E 's|^([A-Za-z]+) ([^/]*/)?|\L\1/\E|' | grep -v '^configmap/' || true
}

# Prints the objects of the new output as the server has them, one per line: their name, a tab, and what their owner decides, without what
# controllers write when they bind a claim. kubectl's words `configured` and `unchanged` are no help: it also calls objects configured that
# stay as they are.
stored() {
  kubectl get -f new.json --ignore-not-found -o json | jq -r '.items[] | select(.kind != "ConfigMap")
    | (.kind | ascii_downcase) + "/" + .metadata.name + "\t" + (del(.status, .metadata.managedFields, .metadata.resourceVersion,
      .metadata.generation, .metadata.uid, .metadata.annotations["pv.kubernetes.io/bind-completed"], .spec.claimRef.uid,
      .spec.claimRef.resourceVersion, .metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"]) | tojson)' | sort
}

# Follows the steps of the refused objects. Claims do not exist, because no pod was scheduled.
follow() {
  local step
  while IFS= read -r step; do
    case $step in
    *"patch pvc"* | "kubectl apply"*) ;;
    kubectl\ *)
      if ! eval "$step" >>said 2>&1; then
        fault "step: $step: $(tail -n 1 said)"
      fi
      ;;
    *)
      return 1
      ;;
    esac
  done < <(jq -r '.changes[] | select(.class == "refused") | .steps[]?' diff.json)
}

# Prints the objects of the new output that the server did not take: statefulset/cpu
refused() {
  comm -23 <(jq -r '.items[] | (.kind | ascii_downcase) + "/" + .metadata.name' new.json | grep -v '^configmap/' | sort -u) \
    <(sed -nE 's/^([a-z]+)[a-z0-9.]*\/(.*) (created|configured|unchanged)$/\1\/\2/p' applied | sort -u)
}

# Prints the changes of an answer of `skiff diff`, without the fields of the spec that decided them. The server has the fields of a map in
# another order: answer FILE
answer() {
  jq -c '.changes[] | [.class, .object, .change, .consequence, [.fields[] | del(.decidedBy) | map_values(sub("^[{[].*"; "…"))]]' "$1"
}

# Compares the specs with the objects on the server, of which the record of what was applied is made by one of kubectl's two ways of applying:
# live RECORD
live() {
  if ! "$skiff" diff -q "$1.yaml" old.yaml >said 2>&1; then
    fault "live: $1: the server differs from what was applied: $(head -n 5 said)"
  fi
  if jq -e '.changes[] | select(.object == "the cluster")' diff.json >/dev/null; then
    grep -q "has no object of the cluster" <<<"$("$skiff" diff -q "$1.yaml" new.yaml 2>&1 || true)" || fault "live: $1: accepted for another cluster"
  else
    "$skiff" diff -q "$1.yaml" new.yaml --output json >live.json || [ $? -eq 1 ]
    same "live: $1" "$(answer diff.json)" "$(answer live.json)"
  fi
}

# Makes one change, in its own directory: judge NAME NUMBER
judge() {
  local pair=$top/golden/changes/$1 unknown settled
  # Files that the specs name.
  find "$pair" -type f ! -name '*.yaml' ! -name expected.txt -exec cp --target-directory=. {} +
  for side in old new; do
    sed -E "s/^metadata: \{name: ([a-z]+)\}/metadata: {name: \1, namespace: change-$2}/" "$pair/$side.yaml" >"$side.yaml"
    "$skiff" build -q "$side.yaml" -o "$side"
    "$skiff" build -q "$side.yaml" -o - --format json >"$side.json"
  done
  # The steps apply `out`.
  ln -s new out
  "$skiff" diff -q old.yaml new.yaml --output json >diff.json || [ $? -eq 1 ]
  if ! kubectl apply -k old >applied 2>&1 || grep -qi warning applied; then
    fault "applied: $(grep -vE ' (created|configured|unchanged)$' applied | head -n 3)"
    return 0
  fi
  kubectl get -k old --ignore-not-found -o yaml >annotation.yaml
  live annotation
  kubectl apply -k old --server-side --force-conflicts >said 2>&1 || fault "applied on the server: $(tail -n 1 said)"
  # Without the other record.
  kubectl get -k old --ignore-not-found -o json --show-managed-fields |
    jq 'del(.items[].metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"])' >managed.yaml
  live managed
  stored >before
  kubectl apply -k new >applied 2>said || true
  stored >after
  unknown=$(changes '.class == "unknown"')
  settled=$(refused | grep -vxF -e "$unknown" || true)
  same refused "$(changes '.class == "refused" and .change == "changed"')" "$settled"
  same new "$(changes '.change == "added"')" "$(comm -13 <(cut -f 1 before) <(cut -f 1 after))"
  same changed "$(changes '.change == "changed" and .class != "unknown"' | grep -vxF -e "$settled" || true)" \
    "$(join -t "$tab" before after | awk -F "$tab" '$2 != $3 { print $1 }' | grep -vxF -e "$unknown" || true)"
  if [ -n "$settled" ] && follow; then
    kubectl apply -k out >applied 2>said || true
    same "steps: still refused" "" "$(refused)"
  fi
}

names=("$@")
if [ "$#" -eq 0 ]; then
  mapfile -t names < <(ls "$top/golden/changes")
fi
minor=${SKIFF_KUBERNETES:-$(minors cluster)}
"$here/build.sh" "$(minors cluster)/kubectl" "$minor/kube-apiserver" "$minor/kube-controller-manager" "$minor/kube-scheduler" >/dev/null
cluster=$work/cluster
"$here/control-plane.sh" up "$minor" "$cluster" controllers
"$here/control-plane.sh" crds "$cluster"
number=0
for name in "${names[@]}"; do
  number=$((number + 1))
  mkdir "$work/$number"
  : >"$work/faults"
  (cd "$work/$number" && judge "$name" "$number")
  verdict=ok
  if [ -s "$work/faults" ]; then
    verdict=FAIL
    failed=1
  fi
  printf '%-5s %s\n' "$verdict" "$name"
  cat "$work/faults"
done
exit "$failed"
