#!/usr/bin/env bash
# Checks that a thousand node sets, and ten thousand nodes, compile in little memory: memory_test.sh SKIFF MEASURE GENERATE_SPEC
set -euo pipefail
skiff=$1
measure=$2
generate_spec=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# MiB
limit=64
for size in "1000 4" "100 100"; do
  read -r sets replicas <<<"$size"
  "$generate_spec" "$sets" "$replicas" >"$work/cluster.yaml"
  echo "$sets node sets of $replicas nodes:"
  "$measure" --runs 1 --memory "$limit" "$skiff" build "$work/cluster.yaml" -o "$work/out-$sets" -q
done
