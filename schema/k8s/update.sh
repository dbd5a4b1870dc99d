#!/usr/bin/env bash
# Writes fields.json, the table that the compiler's verify pass judges objects by, from the real Kubernetes modules.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=table.sh
. "$here/table.sh"

mapfile -t all < <(minors schema admit cluster)
merged_table "${all[@]}" >"$here/fields.json.new"
mv "$here/fields.json.new" "$here/fields.json"
