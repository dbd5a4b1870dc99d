#!/usr/bin/env bash
# A real API server refuses exactly the changes of fields that schema/k8s/immutable.tsv calls refused.
#   immutable_test.sh
# SKIFF is the compiler (default build/skiff), SKIFF_KUBERNETES the version (default: `cluster` in the file `versions`). Makes each change of
# changed_fields.tsv in a dry run of the server. Each row of immutable.tsv must decide one of them. Rows that depend on the cluster (unknown,
# expand) decide nothing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=module.sh
. "$here/module.sh"
top=$(cd "$here/../.." && pwd)
skiff=${SKIFF:-$top/build/skiff}
table=${SKIFF_IMMUTABLE:-$top/schema/k8s/immutable.tsv}
work=$(mktemp -d)
cluster=
failed=0

# Stops the control plane and removes the test's files.
# shellcheck disable=SC2317 # the trap calls it
clean_up() {
  if [ -n "$cluster" ]; then
    "$here/control-plane.sh" down "$cluster"
  fi
  rm -rf "$work"
}
trap clean_up EXIT

kubectl() {
  "$here/control-plane.sh" kubectl "$cluster" "$@"
}

# Prints the row of immutable.tsv that decides a change, as compiler/change/immutable.cc chooses it: the number of its line, and its effect:
# row KIND FIELD HOW
row() {
  awk -F '\t' -v kind="$1" -v field="$2" -v how="$3" -v minor="${minor#1.}" '
    function number(version) { split(version, part, "."); return part[2] + 0 }
    FNR == 1 || ($1 != kind && $1 != "*") || ($3 != "any" && $3 != how) { next }
    number($5) > minor || ($6 != "-" && number($6) <= minor) { next }
    field != $2 && index(field, $2 ".") != 1 { next }
    { weight = length($2) * 2 + ($3 != "any") }
    weight > best { best = weight; line = FNR; effect = $4 }
    END { print line + 0, effect }' "$table"
}

# Makes one change. Prints what the server did: accepted or refused, and why: change NAMESPACE KIND NAME PROGRAM
change() {
  local object said
  object=$(kubectl -n "$1" get "$2/$3" -o json | jq "$4")
  if said=$(kubectl replace --dry-run=server -f - <<<"$object" 2>&1); then
    echo accepted
  else
    echo "refused: ${said//$'\n'/ }"
  fi
}

fail() {
  printf 'FAIL  %s\n' "$1"
  failed=1
}

minor=${SKIFF_KUBERNETES:-$(minors cluster)}
"$here/build.sh" "$(minors cluster)/kubectl" "$minor/kube-apiserver" >/dev/null
cluster=$work/cluster
"$here/control-plane.sh" up "$minor" "$cluster"
"$here/control-plane.sh" crds "$cluster"
for example in elastic gpu-training jail storage; do
  cp -r "$top/examples/$example" "$work/$example"
  # Two examples have a node set of the same name in the same namespace.
  sed -i -E "s/kubernetes: *\"?[0-9.]+\"?/kubernetes: \"$minor\"/; s/^(metadata:.*namespace: )[a-z-]+/\1$example/" \
    "$work/$example/cluster.yaml"
  "$skiff" build -q "$work/$example/cluster.yaml" -o "$work/$example/out"
  kubectl apply -k "$work/$example/out" >/dev/null
done
decided=' '
while IFS=$'\t' read -r example kind name field how program; do
  read -r line effect < <(row "$kind" "$field" "$how")
  decided+="$line "
  if [ "$example" = - ]; then
    continue
  fi
  ns=$(sed -n 's/^namespace: //p' "$work/$example/out/plan.yaml")
  # The name of the Job ends with a hash.
  if [ "$kind" = Job ]; then
    name=$(kubectl -n "$ns" get job -o name | sed -n "s|.*/\($name-.*\)|\1|p")
  fi
  said=$(change "$ns" "$kind" "$name" "$program")
  wanted=accepted
  if [ "$effect" = refused ]; then
    wanted=refused
  fi
  if [ "${said%%:*}" != "$wanted" ]; then
    fail "$kind $name $field $how: line $line of immutable.tsv has $effect; the server: $said"
  fi
done < <(grep -v '^#' "$here/changed_fields.tsv")
while read -r line; do
  if [[ $decided != *" $line "* ]]; then
    fail "no change of changed_fields.tsv is decided by line $line of immutable.tsv: $(sed -n "${line}p" "$table")"
  fi
done < <(awk -F '\t' -v minor="${minor#1.}" '
  function number(version) { split(version, part, "."); return part[2] + 0 }
  FNR > 1 && $4 != "unknown" && $4 != "expand" && number($5) <= minor && ($6 == "-" || number($6) > minor) { print FNR }' "$table")
if [ "$failed" -eq 0 ]; then
  echo "ok    $(grep -vc '^[#-]' "$here/changed_fields.tsv") changes of fields, Kubernetes $minor"
fi
exit "$failed"
