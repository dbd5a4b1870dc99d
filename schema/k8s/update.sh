#!/usr/bin/env bash
# Generates fields.json from the real Kubernetes modules, crds.json from the module of Prometheus' operator, and the record of what they were
# generated from. The compiler's verify pass checks objects against both.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=table.sh
. "$here/table.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t all < <(minors schema admit cluster)
extract_tables "$work" "${all[@]}"
merged_table "$work" >"$here/fields.json.new"
mv "$here/fields.json.new" "$here/fields.json"
custom_table >"$here/crds.json.new"
mv "$here/crds.json.new" "$here/crds.json"
record "$work" >"$here/record.new"
mv "$here/record.new" "$here/record"
