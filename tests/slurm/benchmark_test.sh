#!/usr/bin/env bash
# Tests skiff-benchmark with the real Slurm of one Debian suite; see benchmark.sh.
#   benchmark_test.sh SUITE SKIFF_BENCHMARK
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
suite=$1 program=$2

if [ "$(id -u)" -ne 0 ] || ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
  echo "SKIP: slurm benchmark: this machine does not allow namespaces"
  exit 77
fi
need util-linux mount iproute2
lab_ask "$here/roots.sh" "$suite"
read -r _ version root <<<"$said"
dir=$(lab_folder "benchmark-$suite")
cp -r "$here/../../runtime/health/benchmark/recorded" "$dir/recorded"
printf '%s\n' "$version" >"$dir/release"
cp "$program" "$dir/bin/skiff-benchmark"
printf '#!/bin/sh\nexec /w/bin/skiff-benchmark "$@"\n' >"$dir/bin/run-benchmark"
# The program was compiled on this machine, which may be newer than the root
# filesystem. If it does not run there, run it with this machine's libc.
if ! "$here/in_root.sh" "$root" "$dir" /w/bin/skiff-benchmark --help >/dev/null 2>&1; then
  mkdir "$dir/lib"
  mapfile -t libraries < <(ldd "$program" | grep -oE '/[^ ]+')
  cp -L "${libraries[@]}" "$dir/lib/"
  printf '#!/bin/sh\nexec /w/lib/ld-linux*.so.* --library-path /w/lib /w/bin/skiff-benchmark "$@"\n' >"$dir/bin/run-benchmark"
fi
chmod 755 "$dir/bin/run-benchmark"
status=0
lab_run 540 "benchmark-$suite" "$dir" "$here/in_root.sh" "$root" "$dir" /w/lab/benchmark.sh || status=$?
if [ "$status" -ne 0 ]; then
  echo "FAIL: slurm benchmark: $suite, Slurm $version (status $status)"
  exit 1
fi
echo "PASS: slurm benchmark: $suite, Slurm $version"
