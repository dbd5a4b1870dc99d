#!/usr/bin/env bash
# Fails when fields.json is not what the real Kubernetes modules say today.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=table.sh
. "$here/table.sh"

fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT
mapfile -t all < <(minors schema admit cluster)
merged_table "${all[@]}" >"$fresh"
if ! diff -u --label fields.json --label 'the Kubernetes modules' "$here/fields.json" "$fresh"; then
  echo "schema/k8s/fields.json has drifted; schema/k8s/update.sh writes it anew" >&2
  exit 1
fi
echo "fields.json: the same as Kubernetes ${all[*]}"
