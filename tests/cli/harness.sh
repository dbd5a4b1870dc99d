#!/usr/bin/env bash
# Functions that the tests of the command line share. A test has the path of skiff as its first argument and sources this file. Its current
# directory is then a new empty directory, which is deleted when the test exits.
set -euo pipefail

skiff=$(realpath "$1")
# shellcheck disable=SC2034 # for the tests
repository=$(realpath "$(dirname "$0")/../..")
# An absolute path, because a test may change the directory and even HOME.
work=$(mktemp -d "${TMPDIR:-/tmp}/skiff-cli.XXXXXX")
trap 'chmod -R u+rwX "$work"; rm -rf "$work"' EXIT
mkdir "$work/here"
cd "$work/here"
failures=0
status=0

# Runs skiff. Its exit status is in $status, its output in $work/out and $work/err: run ARGUMENT...
run() {
  status=0
  "$skiff" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
  said="skiff $*"
}

# Prints what was expected and the actual output. The test continues: fail EXPECTED
fail() {
  failures=$((failures + 1))
  {
    echo "FAILED: $said"
    echo "  expected $1"
    head -n 20 "$work/out" | sed 's/^/  out: /'
    head -n 20 "$work/err" | sed 's/^/  err: /'
  } >&2
}

# Checks the exit status of the last run.
expect_status() {
  [[ $status -eq $1 ]] || fail "status $1, not $status"
}

# Checks that a line of standard output or standard error contains this text.
expect_out() {
  grep -qF -- "$1" "$work/out" || fail "on standard output: $1"
}
expect_err() {
  grep -qF -- "$1" "$work/err" || fail "on standard error: $1"
}

# Checks that standard output or standard error is empty.
expect_no_out() {
  [[ ! -s $work/out ]] || fail "nothing on standard output"
}
expect_no_err() {
  [[ ! -s $work/err ]] || fail "nothing on standard error"
}

# Checks any other condition, with a command that must succeed: expect WHAT COMMAND...
expect() {
  local what=$1
  shift
  "$@" || fail "$what"
}

# Ends a test; every test calls it last. Exits with status 1 if a check failed.
finish() {
  if [[ $failures -gt 0 ]]; then
    echo "$failures checks failed" >&2
    exit 1
  fi
}

# Writes a valid spec, as `skiff init` writes it, or an invalid one: good_spec [FILE], bad_spec FILE
good_spec() {
  [[ -e $work/spec ]] || "$skiff" init "$work/spec" >"$work/out"
  cp "$work/spec/cluster.yaml" "${1:-cluster.yaml}"
}
bad_spec() {
  good_spec "$1"
  sed -i 's/replicas/replcias/' "$1"
}
