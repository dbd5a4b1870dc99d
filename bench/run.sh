#!/usr/bin/env bash
# Prints the wall time and peak memory of complete runs of `skiff build`, for every example and for two large specs: into a new directory,
# into a directory with the same output, and to a stream. `--passes` adds the time of each pass, and of the YAML parser alone.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=../tests/lib/need.sh
. tests/lib/need.sh
# shellcheck source=../tests/lib/build.sh
. tests/lib/build.sh

mapfile -t packages < <(packages_for build test)
need "${packages[@]}"
configure -DSKIFF_BENCH=ON
build skiff measure generate_spec compile_bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skiff=${SKIFF:-build/skiff}

# Measures one spec: NAME RUNS SPEC
measure() {
  printf '%-34s' "$1, new directory"
  build/bench/measure --runs "$2" --fresh "$work/out" "$skiff" build "$3" -o "$work/out" -q
  printf '%-34s' "$1, no change"
  build/bench/measure --runs "$2" "$skiff" build "$3" -o "$work/out" -q
  printf '%-34s' "$1, stream"
  build/bench/measure --runs "$2" "$skiff" build "$3" -o - -q
}

printf '%-34s' "skiff version"
build/bench/measure --runs 100 "$skiff" version
for spec in examples/*/cluster.yaml; do
  measure "$(basename "$(dirname "$spec")")" 100 "$spec"
done
build/bench/generate_spec 1000 4 >"$work/1000.yaml"
build/bench/generate_spec 100 100 >"$work/100.yaml"
measure "1,000 node sets" 20 "$work/1000.yaml"
measure "10,000 nodes in 100 sets" 20 "$work/100.yaml"
if [ "${1:-}" = --passes ]; then
  build/bench/compile_bench --benchmark_color=false
fi
