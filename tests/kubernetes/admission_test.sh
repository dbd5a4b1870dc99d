#!/usr/bin/env bash
# Real API servers, which also know the kinds of Prometheus' operator, validate the compiled output of each spec.
#   admission_test.sh [SPEC...]       default: examples/*/cluster.yaml and admission/*.yaml
# SKIFF is the compiler (default build/skiff). SKIFF_KUBERNETES lists the versions (default: `admit` and `cluster` in the file `versions`).
# If a version is older than the spec's target, the spec is compiled for that version first, or skipped if the spec has a line
# `# needs Kubernetes MINOR` with a newer one. The checks of each spec on each version:
#   same      kubectl kustomize OUT gives the objects that `skiff build -o -` prints
#   admit     the server would create every object, with strict validation and without a warning; also by server-side apply
#   stored    after kubectl apply -k, the server has every field as it was sent: it dropped and changed nothing
#   change    one more node and another Slurm parameter are applied on top, and stored as sent
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=module.sh
. "$here/module.sh"
top=$(cd "$here/../.." && pwd)
skiff=${SKIFF:-$top/build/skiff}
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

# Runs judge in the network namespace of the API server.
judge() {
  nsenter --net="/run/netns/$(cat "$cluster/netns")" "$judge_program" "$@"
}

# Applies an output directory with kubectl. Fails also on a warning.
apply() {
  local out=$1 said
  if ! said=$("$here/control-plane.sh" kubectl "$cluster" apply -k "$out" 2>&1) || grep -qi '^warning' <<<"$said"; then
    grep -vE ' (created|configured|unchanged)$' <<<"$said"
    return 1
  fi
}

# Prints the older of the spec's own target and a minor version. The spec must be compiled for this version, so that the server admits it.
target_for() {
  local out=$1 minor=$2
  printf '%s\n%s\n' "$(sed -nE 's/^ *kubernetes: *"?([0-9]+\.[0-9]+)"?.*/\1/p' "$out/plan.yaml" | head -n 1)" "$minor" |
    sort -V | head -n 1
}

# Succeeds if the spec has something that no version before a newer one than this has: needs_newer SPEC MINOR
needs_newer() {
  local spec=$1 minor=$2 needed
  needed=$(sed -nE 's/^# needs Kubernetes ([0-9]+\.[0-9]+)$/\1/p' "$spec")
  [ -n "$needed" ] && [ "$(printf '%s\n%s\n' "$needed" "$minor" | sort -V | head -n 1)" != "$needed" ]
}

# Compiles the spec in DIR/spec unchanged, and with a change as an administrator would make it, once for all versions: compile DIR
compile() {
  local dir=$1
  local spec=$dir/spec/cluster.yaml
  "$skiff" build "$spec" -o "$dir/out" &&
    "$skiff" build "$spec" -o - >"$dir/stream.yaml" &&
    cp -r "$dir/spec" "$dir/changed" &&
    "$judge_program" edit "$spec" >"$dir/changed/cluster.yaml" &&
    "$skiff" build "$dir/changed/cluster.yaml" -o "$dir/out-changed" &&
    "$skiff" build "$dir/changed/cluster.yaml" -o - >"$dir/stream-changed.yaml" || return 1
  if cmp -s "$dir/stream.yaml" "$dir/stream-changed.yaml"; then
    echo "the changed spec gives the same output"
    return 1
  fi
}

# Checks one output on the running server and prints errors: check DIR
check() {
  local dir=$1 rc=0
  "$here/control-plane.sh" kubectl "$cluster" kustomize "$dir/out" >"$dir/kustomized.yaml" &&
    judge same "$dir/kustomized.yaml" "$dir/stream.yaml" || rc=1
  judge admit "$cluster" "$dir/stream.yaml" || rc=1
  # If the server refuses objects one by one, it also refuses them together.
  if [ "$rc" -eq 0 ]; then
    apply "$dir/out" && judge stored "$cluster" "$dir/stream.yaml" || rc=1
    apply "$dir/out-changed" && judge stored "$cluster" "$dir/stream-changed.yaml" || rc=1
  fi
  judge wipe "$cluster" "$dir/stream-changed.yaml" && judge wipe "$cluster" "$dir/stream.yaml" || rc=1
  return "$rc"
}

# Prints one line of the report, and the errors below it: report VERDICT NAME MINOR NOTE FILE
report() {
  local verdict=$1 name=$2 minor=$3 note=$4 faults=$5
  printf '%-5s %-36s %-5s %s\n' "$verdict" "$name" "$minor" "$note"
  if [ "$verdict" = FAIL ]; then
    sed 's/^/      /' "$faults"
    failed=1
  fi
}

specs=("$@")
if [ "$#" -eq 0 ]; then
  specs=("$top"/examples/*/cluster.yaml "$here"/admission/*.yaml)
fi
mapfile -t versions < <(if [ -n "${SKIFF_KUBERNETES:-}" ]; then tr ' ' '\n' <<<"$SKIFF_KUBERNETES"; else minors admit cluster; fi)
judge_program=$("$here/build.sh" judge)
"$here/build.sh" "$(minors cluster)/kubectl" "${versions[@]/%//kube-apiserver}" >/dev/null

number=0
compiled=()
for spec in "${specs[@]}"; do
  number=$((number + 1))
  mkdir "$work/$number"
  cp -r "$(dirname "$spec")" "$work/$number/spec"
  cp "$spec" "$work/$number/spec/cluster.yaml"
  if compile "$work/$number" >"$work/faults" 2>&1; then
    compiled+=("$number $spec")
  else
    report FAIL "${spec#"$top"/}" - "does not compile" "$work/faults"
  fi
done

for minor in "${versions[@]}"; do
  cluster=$work/cluster-$minor
  "$here/control-plane.sh" up "$minor" "$cluster"
  "$here/control-plane.sh" crds "$cluster"
  for entry in "${compiled[@]}"; do
    dir=$work/${entry%% *}
    name=${entry#* }
    name=${name#"$top"/}
    note=
    if needs_newer "${entry#* }" "$minor"; then
      continue
    fi
    if [ "$(target_for "$dir/out" "$minor")" != "$(target_for "$dir/out" 9)" ]; then
      note="compiled for this version, "
      mkdir "$dir-$minor"
      cp -r "$dir/spec" "$dir-$minor/spec"
      "$judge_program" retarget "$dir/spec/cluster.yaml" "$minor" >"$dir-$minor/spec/cluster.yaml"
      dir=$dir-$minor
      if ! compile "$dir" >"$work/faults" 2>&1; then
        report FAIL "$name" "$minor" "does not compile for this version" "$work/faults"
        continue
      fi
    fi
    start=$(date +%s%N)
    verdict=ok
    check "$dir" >"$work/faults" 2>&1 || verdict=FAIL
    note="$note$(grep -c '^kind:' "$dir/stream.yaml") objects, $((($(date +%s%N) - start) / 1000000)) ms"
    report "$verdict" "$name" "$minor" "$note" "$work/faults"
  done
  "$here/control-plane.sh" down "$cluster"
  cluster=
done
exit "$failed"
