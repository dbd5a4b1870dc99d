#!/usr/bin/env bash
# Tests skiff: installs missing packages, builds, and runs the tests with ctest.
#   ./test.sh [--fast | --full] [--ci] [--update-golden] [-R REGEX] [CTEST-OPTION...]
# Without --fast and --full, it runs the tests that need no daemons, and two examples with the daemons of Debian stable's Slurm.
#     --fast            Run only the tests that need no daemons.
#     --full            Run all tests: with every Slurm release, a real Kubernetes, and the images. An engine test that fails is run once
#                       more, alone. If it passes then, it is reported as flaky.
#     --ci              Fail if a test cannot run, unless it is labelled optional.
#     --update-golden   Overwrite the expected outputs with the current ones, and fail if any of them changed.
#     -R REGEX          Run only the tests whose names match REGEX. All other options are passed to ctest too.
# At the end, the script lists each test that was skipped, flaky or failed. The logs of failed and flaky tests are in build/failed.
# The exit status is 0 if all tests passed, 3 if tests were flaky and none failed, and 1 if a test failed.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=tests/lib/need.sh
. tests/lib/need.sh
# shellcheck source=tests/lib/build.sh
. tests/lib/build.sh

# The packages to install and the labels of the tests to leave out (tests/CMakeLists.txt).
uses=(build test stable)
left_out='^engine$'
options=()
ci=
again=
while [ "$#" -gt 0 ]; do
  case $1 in
    --fast)
      uses=(build test)
      left_out='^(engine|stable)$'
      ;;
    --full)
      again=yes
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
outcomes=build/outcomes
rm -rf "$results" "$outcomes" build/failed
tests/run/left_behind.sh state >build/state
# ctest has eight slots per core, and each test says how many it takes (whole_test).
# The size keeps whole what a skipped test says and the line with a test's times.
# SKIFF_RUN marks the processes of the tests for left_behind.sh. The time makes it different from that of a run in another PID namespace.
run=$$-$(date +%s)
ran=0
SKIFF_RUN=$run ctest --test-dir build --parallel "$((8 * $(nproc)))" --output-on-failure --output-junit "$PWD/$results" \
  --test-output-size-passed 65536 --test-output-truncation middle --no-tests=error -LE "$left_out" "${options[@]}" || ran=$?

# Repeat the failures at the end, behind all that passed.
awk -v lines=12 -f tests/run/unescape.awk -f tests/run/failed.awk "$results"
awk -f tests/run/unescape.awk -f tests/run/outcomes.awk "$results" >"$outcomes"
status=0
# ctest exits with 8 when tests failed.
if [ "$ran" -ne 0 ] && { [ "$ran" -ne 8 ] || ! grep -qE '^(failed|not-run)' "$outcomes"; }; then
  echo "test.sh: ctest exited with $ran" >&2
  status=1
fi
if [ -n "$again" ] && grep -qE '^(failed|not-run)' "$outcomes"; then
  printf '\nRunning each failed engine test once more, alone.\n'
  SKIFF_RUN=$run tests/run/again.sh build "$PWD/build/failed" <"$outcomes" >"$outcomes.again"
  mv "$outcomes.again" "$outcomes"
fi
tests/run/left_behind.sh since build/state "$run" || status=1
# `times` prints the seconds of all child processes on its second line; in a pipe it would print another shell's.
times >build/times
processor=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, "[ms]"); sum += part[1] * 60 + part[2] } print sum }' build/times)
awk -v longest=10 -v wall="$SECONDS" -v processor="$processor" -f tests/run/times.awk "$results"

verdict=0
awk -v total="$(grep -c '<testcase ' "$results")" -v must_run="$ci" \
  -v optional="$(ctest --test-dir build -N -L '^optional$' | sed -n 's/^ *Test *#[0-9]*: //p' | tr '\n' ' ')" -f tests/run/verdict.awk "$outcomes" || verdict=$?
if [ "$status" -eq 0 ]; then
  status=$verdict
fi
exit "$status"
