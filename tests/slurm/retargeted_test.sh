#!/usr/bin/env bash
# Compiles a spec for the Slurm release of a Debian suite instead of its own, and runs it with that release (examples_test.sh).
#   retargeted_test.sh SKIFF SPEC SUITE
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
skiff=$1 spec=$2 suite=$3
if [ "$(id -u)" -ne 0 ]; then
  echo "SKIP: slurm retargeted: building a root filesystem needs root"
  exit 77
fi
read -r _ version _ < <("$here/roots.sh" "$suite")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -E "/^ *target:/s/(slurm: *)\"[0-9.]+\"/\1\"${version%.*}\"/" "$spec" >"$work/cluster.yaml"
grep -q "slurm: *\"${version%.*}\"" "$work/cluster.yaml"
name=$(basename "$(dirname "$spec")")
"$skiff" build "$work/cluster.yaml" -o "$work/$name"
"$here/examples_test.sh" "$work/$name"
