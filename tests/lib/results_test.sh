#!/usr/bin/env bash
# What test.sh says of a run's results, from a real run of ctest: each test that was skipped with its reason, each that failed with
# its last lines, and nothing of those that passed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/CTestTestfile.cmake" <<'CONF'
add_test(passes sh -c "echo fine")
add_test(fails sh -c "seq 100; echo 'FAIL: a < b & \"c\"'; exit 1")
add_test(says-nothing false)
add_test(skips sh -c "echo 'SKIP: engine: no <root> here'; exit 77")
set_tests_properties(skips PROPERTIES SKIP_RETURN_CODE 77)
add_test(needs-another true)
set_tests_properties(fails PROPERTIES FIXTURES_SETUP broken)
set_tests_properties(needs-another PROPERTIES FIXTURES_REQUIRED broken)
CONF
ctest --test-dir "$dir" --output-junit "$dir/results.xml" >"$dir/out" 2>&1 || true

failures=0
# Compares what one program says with what is expected, on standard input: says PROGRAM OPTIONS
says() {
  if ! diff -u - <(awk "${@:2}" -f "$here/unescape.awk" -f "$here/$1" "$dir/results.xml"); then
    echo "FAIL: $1"
    failures=1
  fi
}
says failed.awk -v lines=3 <<'TEXT'

Failed: fails
  99
  100
  FAIL: a < b & "c"

Failed: says-nothing
TEXT
says skipped.awk <<'TEXT'
skips	no <root> here
needs-another	Fixture dependency failed
TEXT
exit "$failures"
