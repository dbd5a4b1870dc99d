#!/usr/bin/env bash
# Metrics on a real node, with the project's own images: Prometheus finds them by the PodMonitor, the ServiceMonitor and the annotations that
# skiff writes. The real operator turns the monitors and alerts into a configuration. Only the peers of the NetworkPolicy can read the metrics.
#   monitoring_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
skiff=${1:-$top/build/skiff}
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"
# shellcheck source-path=SCRIPTDIR source=network_policy.sh
. "$here/network_policy.sh"
# shellcheck source-path=SCRIPTDIR source=../../lib/prometheus.sh
. "$here/../../lib/prometheus.sh"
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=tide-login-0
folder=$dir/prometheus

# Runs a command in a pod of the namespace monitoring: in_monitoring POD COMMAND...
in_monitoring() {
  k exec "$1" --namespace monitoring -- "${@:2}"
}

# Prints the configuration that the operator has written, as its sidecar gives it to Prometheus.
# shellcheck disable=SC2016 # the sidecar's own variable
written() {
  k get secret prometheus-lab --namespace monitoring --output 'jsonpath={.data.prometheus\.yaml\.gz}' | base64 --decode | gunzip |
    sed -e 's/\$(SHARD)/0/' -e 's|/etc/prometheus/rules/[^/]*/|/prometheus/rules/|'
}

# Succeeds if the operator's configuration has a job of a monitor, and no job of another: has_job MONITOR OTHER
has_job() {
  local text
  text=$(written) && grep -F "job_name: $1/slurm/tide-slurmctld/0" >/dev/null <<<"$text" && ! grep -F "job_name: $2/" >/dev/null <<<"$text"
}

# Gives Prometheus the rules that the operator has written.
take_rules() {
  k get configmap prometheus-lab-rulefiles-0 --namespace monitoring --output json | jq --raw-output '.data[]' >"$folder/rules/slurm.yaml"
}

# Gives Prometheus the configuration on standard input.
configure() {
  cat >"$folder/prometheus.yml"
  in_monitoring prometheus bash -c 'exec 3<>/dev/tcp/localhost/9090 && printf "POST /-/reload HTTP/1.0\r\n\r\n" >&3 && grep -q "200 OK" <&3' ||
    fail "Prometheus does not take the configuration"
}

# Succeeds if a query has an answer: found QUERY
found() {
  [ -n "$(in_monitoring prometheus /prometheus/promtool query instant http://localhost:9090 "$1")" ]
}

# Checks the metrics in Prometheus, which come from the target that a query selects: prometheus_has TARGET
prometheus_has() {
  within 90 found "up{$1} == 1"
  within 30 found "skiff_slurmctld_up{app_kubernetes_io_instance=\"tide\",namespace=\"slurm\",pod=\"tide-slurmctld-0\",$1} == 1"
  within 30 found "skiff_nodes{node_set=\"burst\",state=\"powered_down\",$1} == 3"
  found "skiff_node_state{node=\"burst-0\",$1}" || fail "the metrics with $1 have lost the label node"
  if found "{__name__=~\"skiff_.*\",exported_node!=\"\"}" || found "{__name__=~\"skiff_.*\",exported_namespace!=\"\"}"; then
    fail "Prometheus has renamed a label"
  fi
}

# Prints a script for bash that succeeds if it can read the metrics of slurmctld's pod.
reads_metrics() {
  printf '%s' "exec 3<>/dev/tcp/$(k get pod tide-slurmctld-0 --output 'jsonpath={.status.podIP}')/9341 &&" \
    ' printf "GET /metrics HTTP/1.0\r\n\r\n" >&3 && grep "^skiff_slurmctld_up 1" <&3 >/dev/null'
}

# Succeeds if the login pod cannot read the metrics.
login_is_refused() {
  ! login bash -c "$(reads_metrics)" 2>"$dir/refused" && grep -F 'Connection refused' "$dir/refused" >/dev/null
}

# Builds the spec with another way to find the exporter: variant SCRAPE
variant() {
  sed "s/scrape: .*/scrape: $1/" "$here/monitoring.yaml" >"$dir/variant.yaml"
  "$skiff" build --quiet "$dir/variant.yaml" -o "$dir/variant"
  k apply --kustomize "$dir/variant" >/dev/null
}

"$skiff" build "$here/monitoring.yaml" -o "$dir/out" >&2
operator=$("$here/../build.sh" prometheus-operator)
mkdir -p "$folder/rules"
# Debian's Prometheus cannot ask Kubernetes.
cp "$("$here/../build.sh" prometheus)" "$folder/prometheus"
cp "$(prometheus_folder)/promtool" "$folder/"
echo 'global: {scrape_interval: 2s}' >"$folder/prometheus.yml"
node_for "$dir/out" 1

# The operator and a Prometheus, as they are before a cluster is applied.
"$here/../control-plane.sh" crds "$dir" alertmanagerconfigs alertmanagers podmonitors probes prometheusagents prometheuses prometheusrules \
  scrapeconfigs servicemonitors thanosrulers
"$here/node.sh" start "$dir" operator env KUBECONFIG="$dir/admin.conf" "$operator" --kubelet-endpoints=false
k create namespace monitoring >/dev/null
sed "s|<folder>|$folder|" "$here/prometheus.yaml" | k apply --namespace monitoring --filename - >/dev/null

start=$(now)
k apply --kustomize "$dir/out" >/dev/null
within 120 k get pod tide-slurmctld-0 tide-login-0
k wait --for=condition=Ready pod --all --timeout=720s >/dev/null || fail "the pods are not ready"
k wait --for=condition=Ready pod --all --namespace monitoring --timeout=300s >/dev/null || fail "Prometheus is not ready"
took "$start" 'applied, all pods ready'

start=$(now)
within 120 has_job podMonitor serviceMonitor
within 30 take_rules
written | configure
prometheus_has 'job="slurm/tide-slurmctld",container="exporter"'
took "$start" 'PodMonitor: Prometheus has the metrics'

# The alerts see what happens in Slurm.
found 'ALERTS' && fail "an alert fires in a good cluster"
k exec tide-slurmctld-0 --container slurmctld -- scontrol update nodename=burst-0 state=drain reason='for the test'
within 60 found 'ALERTS{alertname="SlurmNodeDrained",node="burst-0",reason="for the test",slurm_cluster="tide",severity="warning"}'
within 60 found 'ALERTS{alertname="SlurmNodesUnavailable",node_set="burst"}'
k exec tide-slurmctld-0 --container slurmctld -- scontrol update nodename=burst-0 state=resume
no_alert() {
  ! found 'ALERTS'
}
within 60 no_alert
echo 'PrometheusRule: alerts begin and end with the state of the node'

# Without a network plugin that enforces the policy, everyone can read the metrics.
login bash -c "$(reads_metrics)" || fail "the exporter does not answer"
enforce tide-slurmctld
within 10 login_is_refused
in_monitoring prometheus bash -c "$(reads_metrics)" || fail "Prometheus cannot connect to the exporter"
if in_monitoring other bash -c "$(reads_metrics)" 2>/dev/null; then
  fail "a pod without the labels of Prometheus can read the metrics"
fi
login sinfo >/dev/null || fail "slurmctld does not answer the login pod"
found 'skiff_slurmctld_up == 1' || fail "Prometheus has lost the metrics"
echo 'NetworkPolicy: only Prometheus can read the metrics, and slurmctld answers everyone'

start=$(now)
variant '{serviceMonitor: {labels: {release: lab}}}'
k delete podmonitor tide-slurmctld >/dev/null
within 120 has_job serviceMonitor podMonitor
written | configure
prometheus_has 'job="tide-slurmctld",service="tide-slurmctld"'
took "$start" 'ServiceMonitor: Prometheus has the metrics'

# The annotations replace slurmctld's pod.
start=$(now)
uid=$(k get pod tide-slurmctld-0 --output 'jsonpath={.metadata.uid}')
variant '{annotations: true}'
k delete servicemonitor tide-slurmctld >/dev/null
is_replaced() {
  [ "$(k get pod tide-slurmctld-0 --output 'jsonpath={.metadata.uid}')" != "$uid" ]
}
within 180 is_replaced
k wait --for=condition=Ready pod/tide-slurmctld-0 --timeout=300s >/dev/null || fail "slurmctld is not ready"
configure <"$here/annotations.yml"
prometheus_has 'job="kubernetes-pods"'
took "$start" 'annotations: Prometheus has the metrics'
