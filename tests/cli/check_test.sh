#!/usr/bin/env bash
# check: diagnostics on standard error in four forms, the same status in each.
# shellcheck source-path=SCRIPTDIR source=harness.sh
source "$(dirname "$0")/harness.sh"

good_spec good.yaml
bad_spec bad.yaml
line=$(grep -n replcias bad.yaml | cut -d: -f1)

for form in text json sarif github; do
  run check --diagnostics "$form" bad.yaml
  expect_status 1
  expect_no_out
  expect_err replcias
  run check --diagnostics "$form" good.yaml
  expect_status 0
  expect_no_out
done

run check good.yaml
expect_no_err
run check bad.yaml
expect_err "bad.yaml:$line:"
expect_err 'did you mean "replicas"?'
run check --diagnostics github bad.yaml
expect_err "::error file=bad.yaml,line=$line,"

# Standard input is as good as a file, and has a name.
said="check - < bad.yaml"
status=0
"$skiff" check - <bad.yaml >"$work/out" 2>"$work/err" || status=$?
expect_status 1
expect_err "<stdin>:$line:"
status=0
"$skiff" check - <good.yaml >"$work/out" 2>"$work/err" || status=$?
expect_status 0
status=0
"$skiff" check - <&- >"$work/out" 2>"$work/err" || status=$?
expect_status 2
expect_err "standard input: cannot read it"

# An endless input ends.
said="check /dev/zero"
status=0
timeout 20 "$skiff" check /dev/zero >"$work/out" 2>"$work/err" || status=$?
expect_status 1

# A warning is printed, hidden by -q, and an error with --strict, for a build too.
cp good.yaml warned.yaml
cat >>warned.yaml <<'YAML'
  partitions:
    - {name: one, nodeSets: [cpu]}
    - {name: two, nodeSets: [cpu]}
YAML
run check warned.yaml
expect_status 0
expect_err "warned.yaml:12:7: warning: "
run check -q warned.yaml
expect_status 0
expect_no_err
for verb in check plan "build -o out"; do
  # shellcheck disable=SC2086 # an option comes with the verb
  run $verb -q --strict warned.yaml
  expect_status 1
  expect_no_out
  expect_err "SKF311"
done
expect "no folder" test ! -e out

# Colour: never into a file unless it is asked for, and never against NO_COLOR.
escape=$'\e['
run check bad.yaml
expect "no colour in a file" bash -c "! grep -qF '$escape' '$work/err'"
run check --color always bad.yaml
expect_err "$escape"
if command -v script >/dev/null; then
  said="check in a terminal"
  TERM=xterm script -qec "$skiff check bad.yaml" /dev/null >"$work/out" </dev/null || true
  expect_out "$escape"
  NO_COLOR=1 TERM=xterm script -qec "$skiff check bad.yaml" /dev/null >"$work/out" </dev/null || true
  expect "no colour with NO_COLOR" bash -c "! grep -qF '$escape' '$work/out'"
  TERM=dumb script -qec "$skiff check bad.yaml" /dev/null >"$work/out" </dev/null || true
  expect "no colour on a dumb terminal" bash -c "! grep -qF '$escape' '$work/out'"
fi

finish
