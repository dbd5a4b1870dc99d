#!/usr/bin/env bash
# What the tests of the command line share. A test sources this file with the program's path as its first argument; it
# then stands in an empty folder of its own that goes away with it.
set -euo pipefail

skiff=$(realpath "$1")
# shellcheck disable=SC2034 # for the tests
repository=$(realpath "$(dirname "$0")/../..")
# Its own variable: a test may change the folder and even HOME.
work=$(mktemp -d "${TMPDIR:-/tmp}/skiff-cli.XXXXXX")
trap 'chmod -R u+rwX "$work"; rm -rf "$work"' EXIT
mkdir "$work/here"
cd "$work/here"
failures=0
status=0

# Runs the program: its status is in $status, what it printed in out and err.
run() {
  status=0
  "$skiff" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
  said="skiff $*"
}

# Says what was expected and what came instead, and lets the test go on.
fail() {
  failures=$((failures + 1))
  {
    echo "FAILED: $said"
    echo "  expected $1"
    head -n 20 "$work/out" | sed 's/^/  out: /'
    head -n 20 "$work/err" | sed 's/^/  err: /'
  } >&2
}

# The exit status of the last run.
expect_status() {
  [[ $status -eq $1 ]] || fail "status $1, not $status"
}

# Standard output or error has a line that holds this text.
expect_out() {
  grep -qF -- "$1" "$work/out" || fail "on standard output: $1"
}
expect_err() {
  grep -qF -- "$1" "$work/err" || fail "on standard error: $1"
}

# Standard output or error is empty.
expect_no_out() {
  [[ ! -s $work/out ]] || fail "nothing on standard output"
}
expect_no_err() {
  [[ ! -s $work/err ]] || fail "nothing on standard error"
}

# Any other condition: expect WHAT COMMAND...
expect() {
  local what=$1
  shift
  "$@" || fail "$what"
}

# The last line of a test.
finish() {
  if [[ $failures -gt 0 ]]; then
    echo "$failures expectations failed" >&2
    exit 1
  fi
}

# A good spec, as `init` writes it, and a bad one.
good_spec() {
  [[ -e $work/spec ]] || "$skiff" init "$work/spec" >"$work/out"
  cp "$work/spec/cluster.yaml" "${1:-cluster.yaml}"
}
bad_spec() {
  good_spec "$1"
  sed -i 's/replicas/replcias/' "$1"
}
