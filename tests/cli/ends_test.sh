#!/usr/bin/env bash
# Where the output goes: a reader that goes away, and a terminal, which has colours.
# shellcheck source-path=SCRIPTDIR source=harness.sh
source "$(dirname "$0")/harness.sh"

good_spec
bad_spec bad.yaml

# A reader that goes away ends the program, in silence or with a word, but never well.
said="build -o - into a closed pipe"
ended=$(
  set +o pipefail
  {
    status=0
    until [ -e "$work/closed" ]; do sleep 0.01; done
    (trap - PIPE && exec "$skiff" build cluster.yaml -o - 2>"$work/err") || status=$?
    echo "$status" >"$work/status"
  } | {
    exec <&-
    touch "$work/closed"
  }
  cat "$work/status"
)
expect "a failure, not $ended" test "$ended" -ne 0

# Colour in a terminal, but never against NO_COLOR.
escape=$'\e['
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
