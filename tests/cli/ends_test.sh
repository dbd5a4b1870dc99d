#!/usr/bin/env bash
# The reader of the output: a pipe whose reader exits, and a terminal, which gets colours.
# shellcheck source-path=SCRIPTDIR source=harness.sh
source "$(dirname "$0")/harness.sh"

good_spec
bad_spec bad.yaml

# If the reader exits, skiff fails. It may print a message.
said="skiff build -o - into a closed pipe"
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
expect "a failure, not status $ended" test "$ended" -ne 0

# Runs a check in a terminal, with these variables.
in_terminal() {
  # shellcheck disable=SC2016 # script's shell expands it
  env skiff="$skiff" "$@" script -qec '"$skiff" check bad.yaml' /dev/null >"$work/out" </dev/null || true
  expect_out 'error'
}

# Output to a terminal has colours, unless NO_COLOR is set or the terminal has none.
escape=$'\e['
if command -v script >/dev/null; then
  said="skiff check in a terminal"
  in_terminal TERM=xterm
  expect_out "$escape"
  in_terminal NO_COLOR=1 TERM=xterm
  expect "no colour with NO_COLOR" bash -c "! grep -qF '$escape' '$work/out'"
  in_terminal TERM=dumb
  expect "no colour on a dumb terminal" bash -c "! grep -qF '$escape' '$work/out'"
fi

finish
