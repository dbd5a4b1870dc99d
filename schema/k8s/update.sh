#!/usr/bin/env bash
# Generates fields.json from the real Kubernetes modules, and the record of what it was generated from. The compiler's verify pass checks
# objects against fields.json.
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
record "$work" >"$here/record.new"
mv "$here/record.new" "$here/record"
