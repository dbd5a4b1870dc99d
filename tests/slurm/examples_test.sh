#!/usr/bin/env bash
# Runs compiled outputs with the real Slurm daemons of the releases that they were compiled for; see example.sh.
#   examples_test.sh             runs every golden/*/out
#   examples_test.sh DIR...      runs these output directories
# LAB_NODES is the number of nodes that get a pod, default 24, spread over the node
# sets. One node stays without a pod if a set has several. LAB_PATIENCE: see lab.sh.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
# shellcheck source-path=SCRIPTDIR source=jail_parts.sh
. "$here/jail_parts.sh"

# Prints the Slurm release that an output was compiled for: release_of FOLDER
release_of() {
  sed -nE 's/^[[:space:]{,]*slurm: *"?([0-9]+\.[0-9]+).*/\1/p; s/.*[{,] *slurm: *"?([0-9]+\.[0-9]+).*/\1/p' "$1/plan.yaml" | head -n 1
}

# Runs one output and prints PASS, FAIL or SKIP: run_example NAME FOLDER
run_example() {
  local name=$1 folder=$2 release root dir status=0 began=$SECONDS jail=
  release=$(release_of "$folder")
  if ! lab_ask "$here/roots.sh" --for "$release"; then
    echo "SKIP: slurm example $name: no Debian suite has Slurm $release, or its root filesystem cannot be built"
    return 77
  fi
  root=$said
  dir=$(lab_folder "$name")
  cp -rL "$folder" "$dir/out"
  printf '%s\n' "$release" >"$dir/release"
  # The ConfigMap of the examples that name one for the keys of an identity provider.
  install -D -m 644 "$here/../../examples/university/identity-provider.jwks" "$dir/config_maps/identity-provider/jwks.json"
  if [ -d "$folder/jail" ]; then
    jail_parts "$release" "$dir/jail" || return 1
    # The jail is another overlay on the same root filesystem.
    jail=${root##* }
  fi
  LAB_JAIL=$jail lab_run 540 "$name" "$dir" "$here/in_root.sh" "${root##* }" "$dir" env LAB_NODES="${LAB_NODES:-24}" LAB_PATIENCE="${LAB_PATIENCE:-4}" /w/lab/example.sh || status=$?
  if [ "$status" -eq 0 ]; then
    echo "PASS: slurm example $name (Slurm $(cut -d' ' -f2 <<<"$root"), $((SECONDS - began)) s)"
  else
    echo "FAIL: slurm example $name (status $status)"
    # Replace any other status, because 77 would mean that it was skipped.
    status=1
  fi
  rm -rf "$dir"
  return "$status"
}

if [ "$(id -u)" -ne 0 ]; then
  echo "SKIP: slurm examples: namespaces and root filesystems need root"
  exit 77
fi
if ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
  echo "SKIP: slurm examples: this machine does not allow namespaces"
  exit 77
fi
need util-linux mount iproute2
if [ "$#" -eq 0 ]; then
  set -- "$here"/../../golden/*/out
fi
verdict=77
for folder in "$@"; do
  name=$(basename "$folder")
  if [ "$name" = out ]; then
    name=$(basename "$(dirname "$folder")")
  fi
  status=0
  run_example "$name" "$folder" || status=$?
  # The test fails if one output fails, and is skipped if all are skipped.
  if [ "$status" -eq 0 ] && [ "$verdict" -eq 77 ]; then
    verdict=0
  elif [ "$status" -ne 0 ] && [ "$status" -ne 77 ]; then
    verdict=1
  fi
done
exit "$verdict"
