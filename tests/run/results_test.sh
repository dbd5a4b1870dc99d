#!/usr/bin/env bash
# The summary of test.sh, from a real run of ctest: skipped tests with their reasons, failed tests with their FAIL lines and their last
# lines, and the longest tests. Tests that passed are not listed: results_test.sh RUN-TEST
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
run_test=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export SKIFF_FAILED=$dir/failed

cat >"$dir/CTestTestfile.cmake" <<CONF
add_test(passes sh -c "echo fine; sleep 1.5")
add_test(fails sh -c "seq 100; echo 'FAIL: a < b & \\"c\\"'; exit 1")
add_test(fails-early sh -c "seq 9; echo '  FAIL the first'; seq 11 15; echo '  ok   the second'; seq 21 29; exit 1")
add_test(says-nothing false)
add_test(skips sh -c "echo 'SKIP: engine: no <root> here'; exit 77")
set_tests_properties(skips PROPERTIES SKIP_RETURN_CODE 77)
add_test(needs-another true)
set_tests_properties(fails PROPERTIES FIXTURES_SETUP broken)
set_tests_properties(needs-another PROPERTIES FIXTURES_REQUIRED broken)
add_test(measured "$run_test" measured 60 sleep 0.5)
CONF
ctest --test-dir "$dir" --output-junit "$dir/results.xml" >"$dir/out" 2>&1 || true

failures=0
# Compares the output of an awk program with the expected text on standard input: says PROGRAM OPTIONS
says() {
  if ! diff -u - <(awk "${@:2}" -f "$here/unescape.awk" -f "$here/$1" "$dir/results.xml"); then
    echo "FAIL: $1"
    failures=1
  fi
}
says failed.awk -v lines=3 <<'TEXT'

Failed: fails
  ...
  99
  100
  FAIL: a < b & "c"

Failed: fails-early
  ...
    FAIL the first
  11
  12
  ...
  27
  28
  29

Failed: says-nothing
TEXT
says outcomes.awk <<'TEXT'
failed	fails	
failed	fails-early	
failed	says-nothing	
skipped	skips	no <root> here
not-run	needs-another	needs fails, which failed
TEXT

# The times differ from run to run. The order of the tests, and which lines have processor times, do not.
said=$(awk -v longest=2 -v wall=12.34 -v processor=5.67 -f "$here/times.awk" "$dir/results.xml")
if ! sed -E 's/[0-9]+\.[0-9]/N/g; s/ +/ /g' <<<"$said" | diff -u <(printf '%s\n' '' ' wall s CPU s test' ' N - passes' ' N N measured' \
  ' N sum of all 7 tests' ' N N the whole run') -; then
  echo "FAIL: times.awk"
  failures=1
fi
grep -qE '^ +12\.3 +5\.7  the whole run$' <<<"$said" || { echo "FAIL: times.awk: the times of the whole run"; failures=1; }
exit "$failures"
