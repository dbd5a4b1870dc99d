#!/usr/bin/env bash
# skiff-health with the real NVML, on a machine with NVIDIA GPUs. Compares its results with what the kernel module reports without NVML.
#   nvml_test.sh SKIFF_HEALTH [FAKE_NVML]      with FAKE_NVML it tests itself, on eight GPUs that do not exist
set -euo pipefail
program=$1
nvml=${2:-libnvidia-ml.so.1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
driver=/proc/driver/nvidia/gpus
if [ "$#" -gt 1 ]; then
  driver=$work/gpus
  for number in 1 2 3 4 5 6 7 8; do
    mkdir -p "$driver/0000:0$number:00.0"
    printf 'Model: \t\t NVIDIA H100 80GB HBM3\nIRQ:   \t\t 9\n' >"$driver/0000:0$number:00.0/information"
  done
fi
mapfile -t gpus < <(compgen -G "$driver/*/information" || true)
if [ "${#gpus[@]}" -eq 0 ]; then
  echo "SKIP: nvml: this machine has no NVIDIA GPU"
  exit 77
fi
count=${#gpus[@]}
model=$(sed -n 's/^Model:[[:space:]]*//p' "${gpus[0]}")
type=$(tr ' A-Z' '_a-z' <<<"$model")
failed=0

# Runs the checks with settings that expect COUNT GPUs of TYPE: run CONTEXT COUNT TYPE
# The report is in $work/report, the exit status in $code.
run() {
  printf '{"gpus": {"count": %s, "type": "%s", "nvml": "%s"}}\n' "$2" "$3" "$nvml" >"$work/settings.json"
  code=0
  "$program" --as "$1" --settings "$work/settings.json" --output json >"$work/report" 2>"$work/errors" || code=$?
}

# Checks the last report: expect NAME JQ-FILTER
expect() {
  if ! jq -e "$2" "$work/report" >/dev/null; then
    printf 'FAIL %s: %s\n%s\n' "$1" "$2" "$(cat "$work/report" "$work/errors")"
    failed=1
  fi
}

for context in start prolog epilog; do
  run "$context" "$count" "$type"
  expect "as $context: no GPU check is unknown" '[.checks[] | select(.id | startswith("gpu-")) | select(.level == "unknown")] == []'
done
run start "$count" "$type"
expect "the driver answers for every GPU" ".checks | any(.id == \"gpu-driver\" and .detail == \"the driver answers for $count GPUs\")"
expect "NVML and the kernel report the same number of GPUs" '.checks | any(.id == "gpu-count" and .level == "ok")'
expect "NVML and the kernel report the same GPU model" '.checks | any(.id == "gpu-name" and .level == "ok")'
run start "$((count + 1))" "$type"
expect "a missing GPU is critical" '.checks | any(.id == "gpu-count" and .level == "critical")'
[ "$code" -eq 2 ] || { echo "FAIL exit status $code for a missing GPU" && failed=1; }
run start "$count" nvidia_no_such
expect "another GPU model is a warning or critical" '.checks | any(.id == "gpu-name" and (.level == "critical" or .level == "warn"))'
[ "$failed" -eq 0 ] && echo "ok: $count of $model"
exit "$failed"
