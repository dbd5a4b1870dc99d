#!/usr/bin/env bash
# Runs every test: installs what is missing, builds, and hands the rest to ctest. Names each test that this machine cannot
# run, and why.
#   ./test.sh [--fast] [--ci] [--update-golden] [-R REGEX] [more options of ctest]
#     --fast            without the real Slurm and the real Kubernetes
#     --ci              a test that cannot run is a failure, unless it needs hardware that no CI has
#     --update-golden   writes what skiff does today over what is expected, and fails where that was a change
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=tests/lib/need.sh
. tests/lib/need.sh
# shellcheck source=tests/lib/build.sh
. tests/lib/build.sh

uses=(build test engine)
options=()
ci=
while [ "$#" -gt 0 ]; do
  case $1 in
    --fast)
      uses=(build test)
      options+=(-LE '^engine$')
      ;;
    --ci) ci=yes ;;
    --update-golden)
      export SKIFF_UPDATE_GOLDEN=1
      uses=(build test)
      options+=(-LE '^engine$')
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
rm -f "$results"
status=0
# What a skipped test says has to fit into the results.
ctest --test-dir build --parallel "$(nproc)" --output-on-failure --output-junit "$PWD/$results" \
  --test-output-size-passed 65536 --no-tests=error "${options[@]}" || status=$?

# What failed once more, in one place behind all that passed.
awk -v lines=60 -f tests/lib/unescape.awk -f tests/lib/failed.awk "$results"
# Every test that did not run, with its own words: NAME TAB WHY.
skipped=$(awk -f tests/lib/unescape.awk -f tests/lib/skipped.awk "$results")
if [ -n "$skipped" ]; then
  printf '\nThis machine could not run:\n'
  awk -F '\t' '{ printf "  %s: %s\n", $1, $2 }' <<<"$skipped"
fi
if [ -n "$ci" ]; then
  hardware=$(ctest --test-dir build -N -L '^hardware$' | sed -n 's/^ *Test *#[0-9]*: //p')
  while IFS=$'\t' read -r name _; do
    if [ -n "$name" ] && ! grep -qxF "$name" <<<"$hardware"; then
      echo "FAILED: $name must run here"
      status=1
    fi
  done <<<"$skipped"
fi
awk -v skipped="$(grep -c . <<<"$skipped" || true)" -F '"' '/<testsuite / || /^\t(tests|failures)=/ {
    for (i = 1; i < NF; i += 2) { name = $i; gsub(/.*[ \t]|=/, "", name); count[name] = $(i + 1) }
  }
  END { printf "%d passed, %d failed, %d skipped\n", count["tests"] - count["failures"] - skipped, count["failures"], skipped }' "$results"
exit "$status"
