#!/usr/bin/env bash
# Prometheus' own tool evaluates the alerts of a compiled cluster: each fires when it should, and does not otherwise.
#   alerts_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
# NAME.yml has the tests of the alert NAME. Each alert must have such a file, in which it fires and in which it does not, a runbook in
# docs/alerts.md, and a place in the schema's list. docs/monitoring.md must name the metrics in its expression.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
skiff=${1:-$top/build/skiff}
# shellcheck source-path=SCRIPTDIR source=../lib/prometheus.sh
. "$here/../lib/prometheus.sh"
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
need jq
promtool=$(prometheus_folder)/promtool
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
  printf 'FAIL  %s\n' "$1" >&2
  failed=1
}

# Compares two lists of alerts: same WHAT FILE FILE
same() {
  diff "$2" "$3" >"$work/difference" || fail "$1: $(sed -n 's/^[<>]/&/p' "$work/difference" | paste -sd' ')"
}

"$skiff" build --quiet "$here/cluster.yaml" -o "$work/out"
cp "$work/out/monitoring/alerts.yaml" "$here"/*.yml "$work/"
sed -n 's/^  - alert: //p' "$work/alerts.yaml" >"$work/alerts"

jq -r '.properties.spec.properties.monitoring.properties.alerts.properties.disabled.items.enum[]' "$top/schema/cluster.schema.json" >"$work/schema"
same 'not as in the schema' "$work/alerts" "$work/schema"
sed -n 's/^## \(Slurm[A-Za-z]*\)$/\1/p' "$top/docs/alerts.md" >"$work/runbooks"
same 'not as in docs/alerts.md' "$work/alerts" "$work/runbooks"
find "$here" -name '*.yml' -printf '%f\n' | sed 's/\.yml$//' | sort >"$work/tested"
same 'not as in tests/alerts' <(sort "$work/alerts") "$work/tested"
while IFS= read -r alert; do
  grep -E "^ *- \{eval_time: .*, alertname: $alert, exp_alerts: \[\]\}\$" "$here/$alert.yml" >/dev/null || fail "$alert: in no test it is quiet"
  grep -E '^    - exp_labels: ' "$here/$alert.yml" >/dev/null || fail "$alert: it fires in no test"
done <"$work/tested"
while IFS= read -r metric; do
  grep -F "\`$metric\`" "$top/docs/monitoring.md" >/dev/null || fail "docs/monitoring.md does not name $metric"
done < <(grep -oE '\bskiff_[a-z_]+' "$work/alerts.yaml" | sort -u)

cd "$work"
"$promtool" check rules alerts.yaml >"$work/said" 2>&1 || { cat "$work/said"; fail "promtool check rules"; }
"$promtool" test rules ./*.yml >"$work/said" 2>&1 || { grep -v -e SUCCESS -e '^Unit' -e '^$' "$work/said"; fail "promtool test rules"; }
[ "$failed" -eq 0 ] || exit 1
echo "ok    $(wc -l <"$work/alerts") alerts"
