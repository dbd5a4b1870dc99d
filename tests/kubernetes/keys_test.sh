#!/usr/bin/env bash
# The Secrets of `skiff keys` on a real API server: kubectl creates them, nothing replaces one that exists, and those of --for-git can be
# applied again.
#   keys_test.sh
# SKIFF is the compiler (default build/skiff), SKIFF_KUBERNETES the version (default: `cluster` in the file `versions`).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=module.sh
. "$here/module.sh"
top=$(cd "$here/../.." && pwd)
skiff=${SKIFF:-$top/build/skiff}
work=$(mktemp -d)
cluster=$work/cluster

# Stops the control plane and removes the test's files.
# shellcheck disable=SC2317 # the trap calls it
clean_up() {
  "$here/control-plane.sh" down "$cluster"
  rm -rf "$work"
}
trap clean_up EXIT

fail() {
  printf 'FAIL  %s\n' "$1"
  sed 's/^/      /' "$work/said"
  exit 1
}

# Runs kubectl on the output of `skiff keys`: send KUBECTL-ARGUMENTS -- KEYS-ARGUMENTS
send() {
  local arguments=()
  while [ "$1" != -- ]; do
    arguments+=("$1")
    shift
  done
  shift
  "$skiff" keys --quiet "$@" "$top/examples/$example/cluster.yaml" >"$work/secrets.yaml"
  "$here/control-plane.sh" kubectl "$cluster" "${arguments[@]}" --filename="$work/secrets.yaml" >"$work/said" 2>&1
}

# Prints the names and values of all Secrets.
secrets() {
  "$here/control-plane.sh" kubectl "$cluster" -n "$ns" get secret -o json |
    jq --sort-keys '.items[] | select(.type == "Opaque") | {name: .metadata.name, data}'
}

minor=${SKIFF_KUBERNETES:-$(minors cluster)}
"$here/build.sh" "$(minors cluster)/kubectl" "$minor/kube-apiserver" >/dev/null
"$here/control-plane.sh" up "$minor" "$cluster"
example=mixed
ns=$(sed -n 's/^namespace: //p' "$top/golden/$example/out/plan.yaml")
"$here/control-plane.sh" kubectl "$cluster" create namespace "$ns" >/dev/null

send create -- || fail "kubectl create refuses the Secrets"
secrets >"$work/first"
[ "$(jq --slurp length "$work/first")" -ge 3 ] || fail "there are too few Secrets"

for command in create apply 'apply --server-side' 'apply --server-side --force-conflicts' replace; do
  # shellcheck disable=SC2086 # several words
  ! send $command -- || fail "kubectl $command succeeds a second time"
  secrets | cmp --silent - "$work/first" || fail "kubectl $command changed a Secret"
done

# What is missing is created.
"$here/control-plane.sh" kubectl "$cluster" -n "$ns" delete secret transfer-host-keys >/dev/null
! send create -- || fail "kubectl create says nothing of Secrets that exist"
[ "$(secrets | jq --slurp length)" = "$(jq --slurp length "$work/first")" ] || fail "the missing Secret was not created"

# Without the uid, a tool can apply its copy of the Secrets as often as it wants.
"$here/control-plane.sh" kubectl "$cluster" -n "$ns" delete secret --all >/dev/null
send apply --server-side -- --for-git || fail "the Secrets of --for-git cannot be applied"
secrets >"$work/first"
"$here/control-plane.sh" kubectl "$cluster" apply --server-side --filename="$work/secrets.yaml" >/dev/null
secrets | cmp --silent - "$work/first" || fail "the second apply changed a Secret"
echo "ok    the Secrets of skiff keys, Kubernetes $minor"
