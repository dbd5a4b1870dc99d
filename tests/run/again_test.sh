#!/usr/bin/env bash
# Checks how test.sh judges a run with real runs of ctest: what is failed, flaky, skipped or not run, which logs are kept, and the exit
# status: again_test.sh RUN-TEST
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
run_test=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failures=0
bad() {
  echo "FAIL: $1"
  failures=1
}

# Fails at its first run with one message, and passes at its second with another.
cat >"$dir/second-time" <<'SH'
#!/bin/sh
if [ -e "$0.$1" ]; then
  echo "the second run of $1"
else
  touch "$0.$1"
  echo "FAIL: the first run of $1"
  touch "$SKIFF_LOGS/daemon.log"
  exit 1
fi
SH
chmod +x "$dir/second-time"

# Fails at its first run, and is skipped at its second.
cat >"$dir/skips-later" <<'SH'
#!/bin/sh
[ ! -e "$0.ran" ] || exit 77
touch "$0.ran"
exit 1
SH
chmod +x "$dir/skips-later"

# Adds a test with a label and any further properties: add NAME LABEL 'COMMAND' [PROPERTY VALUE]...
add() {
  printf 'add_test(%s "%s" %s 60 %s)\nset_tests_properties(%s PROPERTIES LABELS %s SKIP_RETURN_CODE 77 %s)\n' \
    "$1" "$run_test" "$1" "$3" "$1" "$2" "${*:4}" >>"$dir/CTestTestfile.cmake"
}
# Judges the tests that were added, as test.sh --full does, and compares the closing lines: judges STATUS <LINES
judges() {
  local expected=$1 status=0
  rm -rf "$dir/failed" "$dir"/second-time.*
  SKIFF_FAILED=$dir/failed ctest --test-dir "$dir" --output-junit "$dir/results.xml" >"$dir/out" 2>&1 || true
  awk -f "$here/unescape.awk" -f "$here/outcomes.awk" "$dir/results.xml" >"$dir/outcomes"
  "$here/again.sh" "$dir" "$dir/failed" <"$dir/outcomes" >"$dir/outcomes.again"
  awk -v total="$(grep -c '<testcase ' "$dir/results.xml")" -v must_run=yes -v optional='may-skip other' -f "$here/verdict.awk" \
    "$dir/outcomes.again" >"$dir/said" || status=$?
  diff -u - "$dir/said" || bad 'the closing lines differ'
  [ "$status" -eq "$expected" ] || bad "exit status $status instead of $expected"
}

add passes engine true
judges 0 <<'TEXT'
1 passed, 0 failed, 0 skipped
TEXT

add may-skip unit '"sh" "-c" "echo SKIP: gpu: none here; exit 77"'
add flaky engine "\"$dir/second-time\" flaky"
judges 3 <<'TEXT'

This machine could not run:
  may-skip: none here

FLAKY: flaky, passed when run again alone; both logs are in build/failed/flaky
1 passed, 0 failed, 1 skipped, 1 flaky
TEXT
grep -qx 'FAIL: the first run of flaky' "$dir/failed/flaky/output" || bad 'the log of the first run of a flaky test is not kept'
[ -e "$dir/failed/flaky/daemon.log" ] || bad "the daemon's log of the first run of a flaky test is not kept"
grep -q 'the second run of flaky' "$dir/failed/flaky/again.log" || bad 'the log of the second run of a flaky test is not kept'

# A test whose setup was flaky runs after it, once.
add setup engine "\"$dir/second-time\" setup" FIXTURES_SETUP tree
add needs-tree engine "\"$dir/second-time\" needs-tree" FIXTURES_REQUIRED tree
judges 1 <<'TEXT'

This machine could not run:
  may-skip: none here

FLAKY: flaky, passed when run again alone; both logs are in build/failed/flaky
FLAKY: setup, passed when run again alone; both logs are in build/failed/setup
FAILED: needs-tree
1 passed, 1 failed, 1 skipped, 2 flaky
TEXT
grep -q '1/1 Test .*needs-tree' "$dir/failed/needs-tree/again.log" || bad 'the second run of a test runs other tests too'

add broken engine false
# Only engine tests get a second run.
add unit-test unit "\"$dir/second-time\" unit-test"
add suite engine false FIXTURES_SETUP suite
add needs-suite engine true FIXTURES_REQUIRED suite FIXTURES_SETUP derived
add needs-derived engine true FIXTURES_REQUIRED derived
# The second time it is skipped, which is no pass.
add skips-later engine "\"$dir/skips-later\""
add must-run engine '"sh" "-c" "exit 77"'
add absent unit true
sed -i 's|add_test(absent .*|add_test(absent /no/such/program)|' "$dir/CTestTestfile.cmake"
judges 1 <<'TEXT'

This machine could not run:
  may-skip: none here
  must-run: SKIP_RETURN_CODE=77

Not run:
  needs-suite: needs suite, which failed
  needs-derived: needs needs-suite, which failed

FLAKY: flaky, passed when run again alone; both logs are in build/failed/flaky
FLAKY: setup, passed when run again alone; both logs are in build/failed/setup
FAILED: broken
FAILED: unit-test
FAILED: suite
FAILED: skips-later
FAILED: absent: Unable to find executable
FAILED: needs-tree
FAILED: must-run: skipped, but it must run here
1 passed, 6 failed, 2 skipped, 2 flaky, 2 not run
TEXT

# Without --ci, a test may be skipped.
printf 'skipped\tmust-run\tnone here\n' | awk -v total=1 -v must_run= -v optional= -f "$here/verdict.awk" >/dev/null ||
  bad 'a skipped test fails a run without --ci'
exit "$failures"
