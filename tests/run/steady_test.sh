#!/usr/bin/env bash
# Tests tests/steady, with a test that sometimes fails, one that never fails and one that does not exist: steady_test.sh RUN-TEST
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
run_test=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export SKIFF_BUILD=$dir

cat >"$dir/now-and-then" <<'SH'
#!/usr/bin/env bash
[ -e "$MADE" ] || { echo "the fixture did not run" && exit 1; }
exec 9>>"$0.count"
flock 9
echo run >&9
if [ "$(wc -l <"$0.count")" = 3 ]; then
  echo 'the third run fails'
  touch "$SKIFF_LOGS/daemon.log"
  exit 1
fi
SH
chmod +x "$dir/now-and-then"
cat >"$dir/CTestTestfile.cmake" <<CONF
add_test(makes touch "$dir/made")
set_tests_properties(makes PROPERTIES FIXTURES_SETUP engine)
add_test(now.and-then "$run_test" now.and-then 60 "$dir/now-and-then")
set_tests_properties(now.and-then PROPERTIES FIXTURES_REQUIRED engine ENVIRONMENT "MADE=$dir/made" WORKING_DIRECTORY "$dir")
add_test(always true)
set_tests_properties(always PROPERTIES WORKING_DIRECTORY "$dir")
CONF

failures=0
# Runs tests/steady and checks its exit status and the lines that it prints: steady STATUS 'ARGUMENTS' PATTERN...
steady() {
  local expected=$1 status=0 pattern
  # shellcheck disable=SC2086 # words
  "$top/tests/steady" $2 >"$dir/said" 2>&1 || status=$?
  [ "$status" -eq "$expected" ] || { echo "FAIL: steady $2: status $status"; failures=1; }
  for pattern in "${@:3}"; do
    grep -qE -- "$pattern" "$dir/said" || { echo "FAIL: steady $2: no line '$pattern': $(cat "$dir/said")"; failures=1; }
  done
}
steady 1 'now.and-then 6 2' '^run [0-9] failed with status 1 after [0-9]+ s: .*steady/now\.and-then/[0-9]\.out$' \
  '^now\.and-then: 6 runs, 1 failed, 0 skipped, '
[ "$(find "$dir/steady/now.and-then" -name daemon.log | wc -l)" = 1 ] || { echo "FAIL: the logs of the failed run are not kept"; failures=1; }
grep -q 'the third run fails' "$dir"/steady/now.and-then/*.out || { echo "FAIL: the output of the failed run is not kept"; failures=1; }
steady 0 'always 2 1' '^always: 2 runs, 0 failed, 0 skipped, '
steady 2 'nowhere 1' 'no test nowhere'
for file in filler load.cc; do
  [ ! -e "$dir/steady/$file" ] || { echo "FAIL: $file remains"; failures=1; }
done
exit "$failures"
