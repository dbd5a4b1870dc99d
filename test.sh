#!/usr/bin/env bash
# Tests skiff: installs what is missing, builds, and hands the rest to ctest. Names each test that this machine cannot run, and why; what
# failed keeps its logs in build/failed.
#   ./test.sh [--fast | --full] [--ci] [--update-golden] [-R REGEX] [more options of ctest]
#     --fast            without real daemons
#     --full            with all engines: every Slurm release, a real Kubernetes, the images; without it two examples under the Slurm of
#                       Debian's stable release
#     --ci              a test that cannot run is a failure, unless it is labelled optional
#     --update-golden   writes what skiff does today over what is expected, and fails where that was a change
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=tests/lib/need.sh
. tests/lib/need.sh
# shellcheck source=tests/lib/build.sh
. tests/lib/build.sh

# Which packages are needed and which tests are left out, by their labels (tests/CMakeLists.txt).
uses=(build test stable)
left_out='^engine$'
options=()
ci=
while [ "$#" -gt 0 ]; do
  case $1 in
    --fast)
      uses=(build test)
      left_out='^(engine|stable)$'
      ;;
    --full)
      uses=(build test stable engine fuzz)
      left_out='^$'
      ;;
    --ci) ci=yes ;;
    --update-golden)
      export SKIFF_UPDATE_GOLDEN=1
      uses=(build test)
      left_out='^(engine|stable)$'
      ;;
    -h | --help)
      sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
      exit 0
      ;;
    *) options+=("$1") ;;
  esac
  shift
done

mapfile -t packages < <(packages_for "${uses[@]}")
need "${packages[@]}"
configure -DBUILD_TESTING=ON -DSKIFF_BENCH=ON
build all

results=build/tests.xml
rm -rf "$results" build/failed
status=0
tests/run/left_behind.sh state >build/state
# Eight slots a core: tests say how many they take (whole_test).
# What a skipped test says has to fit into the results, and the last line of each has its times.
SKIFF_RUN=$$ ctest --test-dir build --parallel "$((8 * $(nproc)))" --output-on-failure --output-junit "$PWD/$results" \
  --test-output-size-passed 65536 --test-output-truncation middle --no-tests=error -LE "$left_out" "${options[@]}" || status=$?

# What failed once more, in one place behind all that passed.
awk -v lines=12 -f tests/run/unescape.awk -f tests/run/failed.awk "$results"
tests/run/left_behind.sh since build/state || status=1
# Every test that did not run, with its own words: NAME TAB WHY.
skipped=$(awk -f tests/run/unescape.awk -f tests/run/skipped.awk "$results")
if [ -n "$skipped" ]; then
  printf '\nThis machine could not run:\n'
  awk -F '\t' '{ printf "  %s: %s\n", $1, $2 }' <<<"$skipped"
fi
if [ -n "$ci" ]; then
  optional=$(ctest --test-dir build -N -L '^optional$' | sed -n 's/^ *Test *#[0-9]*: //p')
  while IFS=$'\t' read -r name _; do
    if [ -n "$name" ] && ! grep -qxF "$name" <<<"$optional"; then
      echo "FAILED: $name must run here"
      status=1
    fi
  done <<<"$skipped"
fi
# Seconds of all processes that were waited for: the second line of `times`, which a pipe would ask for another shell's.
times >build/times
processor=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, "[ms]"); sum += part[1] * 60 + part[2] } print sum }' build/times)
awk -v longest=10 -v wall="$SECONDS" -v processor="$processor" -f tests/run/times.awk "$results"
awk -v skipped="$(grep -c . <<<"$skipped" || true)" -F '"' '/<testsuite / || /^\t(tests|failures)=/ {
    for (i = 1; i < NF; i += 2) { name = $i; gsub(/.*[ \t]|=/, "", name); count[name] = $(i + 1) }
  }
  END { printf "%d passed, %d failed, %d skipped\n", count["tests"] - count["failures"] - skipped, count["failures"], skipped }' "$results"
exit "$status"
