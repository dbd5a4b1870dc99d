#!/usr/bin/env bash
# Tests that the examples' test can fail: breaks a compiled output in one way at a time, and expects that the check for it fails.
#   broken_test.sh [DIR]      DIR is an output with a login set, default golden/quickstart/out
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
good=${1:-$here/../../golden/quickstart/out}
export LAB_NODES=2

# FILE | sed program | the verdict that must fail | LAB_PATIENCE, for a verdict that is only reached by a timeout
cases=(
  'slurm/slurm.conf|1iFooBar=1|slurmctld loads the files as compiled'
  'slurm/slurm.conf|s/^(PartitionName=.* Nodes=)/\1nosuch-[0-3],/|slurmctld loads the files as compiled'
  'slurm/slurm.conf|s/^(ReturnToService=.*)/\1\nTopologyPlugin=topology\/nosuch/|the release has every plugin'
  'slurm/slurm.conf|s/RealMemory=[0-9]+/RealMemory=777/|nodes and partitions match plan.yaml'
  'slurm/slurm.conf|s/(NodeAddr=[^.]*\.)/\1x/|every DNS name belongs to a Service'
  'slurm/slurm.conf|s/enable_configless/no_configless/|nodes register and are idle|1'
  'slurm/slurm.conf|s/^(MailProg=)/PriorityWeightAge=5\n\1/|no daemon logs an error'
  'slurm/slurm.conf|s/CR_Core_Memory/CR_Core/|a job that requests no memory gets the partition.s default'
  'k8s/nodeset-cpu.yaml|s/nofile=131072/nofile=4096/|jobs have the limits of their node set'
  'k8s/controller.yaml|s/^( *- )ping$/\1nosuch/|every probe of the pods succeeds'
  'slurm/sshd_config.login|s/^UsePAM/UsePAMM/|SSH login works, and srun works in the session'
)

if [ "$(id -u)" -ne 0 ] || ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
  echo "SKIP: slurm broken outputs: this machine does not allow namespaces"
  exit 77
fi
failed=0
for case in "${cases[@]}"; do
  IFS='|' read -r file program verdict patience <<<"$case"
  rm -rf "$lab_work/broken" "$lab_work/logs"
  mkdir "$lab_work/broken"
  cp -rL "$good" "$lab_work/broken/out"
  sed -i -E "$program" "$lab_work/broken/out/$file"
  if cmp -s "$good/$file" "$lab_work/broken/out/$file"; then
    echo "FAIL: slurm broken outputs: $program changes nothing in $file"
    failed=1
  elif lab_ask env "SKIFF_LOGS=$lab_work/logs" "LAB_PATIENCE=${patience:-4}" "$here/examples_test.sh" "$lab_work/broken/out"; then
    echo "FAIL: slurm broken outputs: the test passes despite $program in $file"
    failed=1
  elif grep -qE "^  FAIL .*$verdict" <<<"$said"; then
    echo "PASS: slurm broken outputs: $program in $file"
  else
    echo "FAIL: slurm broken outputs: $program in $file does not fail the check '$verdict', but:"
    printf '  %s\n' "${said//$'\n'/$'\n'  }"
    [ -z "${SKIFF_LOGS:-}" ] || cp -r "$lab_work/logs/." "$SKIFF_LOGS/"
    failed=1
  fi
done
exit "$failed"
