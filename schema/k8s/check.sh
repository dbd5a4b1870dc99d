#!/usr/bin/env bash
# Fails if fields.json does not match the real Kubernetes modules, or crds.json that of Prometheus' operator.
#   check.sh [--all]
# Each run extracts the tables of the versions that the tests run, and compares them with the record. If a pin, a program or fields.json
# differs from the record, or with --all, it also extracts the tables of the other versions, merges all tables and compares the result.
# Otherwise that is not necessary, because a pinned module cannot change.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=table.sh
. "$here/table.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t compiled < <(minors admit cluster)
whole=${1:-}
if ! diff <(grep -v -e '^#' -e '^table ' "$here/record") <(inputs) >"$work/changed"; then
  sed -n 's/^> /changed: /p' "$work/changed"
  whole=--all
fi
if [ "$whole" = --all ]; then
  mapfile -t compiled < <(minors schema admit cluster)
fi
extract_tables "$work" "${compiled[@]}"
code=0
if [ "$whole" = --all ]; then
  merged_table "$work" >"$work/fields"
  diff -u --label fields.json --label 'the Kubernetes modules' "$here/fields.json" "$work/fields" || code=1
fi
custom_table >"$work/custom"
diff -u --label crds.json --label "Prometheus' operator" "$here/crds.json" "$work/custom" || code=1
record "$work" >"$work/record"
diff -u --label record --label 'what it should be' "$here/record" "$work/record" || code=1
if [ "$code" -ne 0 ]; then
  echo "schema/k8s/fields.json or crds.json has drifted; schema/k8s/update.sh writes them anew" >&2
  exit 1
fi
echo "fields.json and crds.json: as recorded, and the same as Kubernetes ${compiled[*]} and Prometheus' operator $(pinned prometheus-operator)"
