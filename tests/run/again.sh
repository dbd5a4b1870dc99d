#!/usr/bin/env bash
# Runs each failed engine test once more, alone, because the load of the machine can make one fail. A test that passes then is flaky.
#   again.sh BUILD LOGS <OUTCOMES      OUTCOMES is what outcomes.awk printed; prints the same form, with the outcome flaky added
# BUILD is ctest's folder. LOGS/NAME keeps the output of the second run as again.log, beside what the first run left.
# A test that was not run is run now if the tests that it needs passed in their second run.
set -euo pipefail
build=$1
logs=$2
engines=$(ctest --test-dir "$build" -N -L '^engine$' | sed -n 's/^ *Test *#[0-9]*: //p')

# Runs one test, without the tests that it needs. Succeeds if it passes; a test that is skipped now has not passed.
run() {
  local status=0
  mkdir -p "$logs/$1"
  SKIFF_FAILED=$logs/$1/again ctest --test-dir "$build" --no-tests=error --verbose -FA '.*' -R "^${1//./\\.}\$" \
    --output-log "$logs/$1/again.log" >/dev/null 2>&1 </dev/null || status=$?
  rmdir "$logs/$1/again" 2>/dev/null || true
  [ "$status" -eq 0 ] && ! grep -qF '***Skipped' "$logs/$1/again.log"
}

# Succeeds if none of these tests is still without a pass: passed_now NAME...
passed_now() {
  local name
  for name in "$@"; do
    if [[ " ${without_pass[*]} " == *" $name "* ]]; then
      return 1
    fi
  done
}

mapfile -t outcomes
without_pass=()
# First the failed tests, then those that need them.
for line in "${outcomes[@]}"; do
  IFS=$'\t' read -r outcome name why <<<"$line"
  if [ "$outcome" != failed ]; then
    continue
  fi
  if grep -qxF -- "$name" <<<"$engines" && run "$name"; then
    outcome=flaky
  else
    without_pass+=("$name")
  fi
  printf '%s\t%s\t%s\n' "$outcome" "$name" "$why"
done
for line in "${outcomes[@]}"; do
  IFS=$'\t' read -r outcome name why <<<"$line"
  if [ "$outcome" = skipped ]; then
    printf '%s\n' "$line"
  elif [ "$outcome" = not-run ]; then
    # outcomes.awk: needs NAME..., which failed
    needed=${why#needs } needed=${needed%, which failed}
    # shellcheck disable=SC2086 # names
    if ! passed_now $needed; then
      without_pass+=("$name")
      printf '%s\n' "$line"
    elif ! run "$name"; then
      without_pass+=("$name")
      printf 'failed\t%s\t\n' "$name"
    fi
  fi
done
