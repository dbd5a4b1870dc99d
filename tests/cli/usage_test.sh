#!/usr/bin/env bash
# Wrong usage is always status 2, says what is wrong on standard error, and prints no data.
# shellcheck source-path=SCRIPTDIR source=harness.sh
source "$(dirname "$0")/harness.sh"

# usage TEXT ARGUMENT...: these arguments are refused with this text.
usage() {
  local text=$1
  shift
  run "$@"
  expect_status 2
  expect_err "$text"
  expect_no_out
}

good_spec
usage "a verb is missing"
usage 'there is no verb "biuld"; did you mean "build"?' biuld cluster.yaml
usage 'there is no verb "frobnicate"' frobnicate
usage "SPEC is required" check
usage "--output is required" build cluster.yaml
usage "The following argument was not expected: extra" check cluster.yaml extra
usage "The following argument was not expected: --frob" check --frob cluster.yaml
usage "--diagnostics: xml not in {text,json,sarif,github}" check --diagnostics xml cluster.yaml
usage "--color: pink not in {auto,always,never}" check --color pink cluster.yaml
usage "SHELL: tcsh not in {bash,zsh,fish}" completion tcsh
usage "--format is for a stream" build cluster.yaml -o out --format json
usage "--dry-run is for a folder" build cluster.yaml -o - --dry-run
usage "the output folder has an empty name" build cluster.yaml -o ""
usage "missing.yaml: cannot open it: No such file or directory" check missing.yaml
usage "here: cannot read it: Is a directory" check ../here
usage "there is no rule SKF999" explain SKF999
usage "there is no field spec.nodeSetz; did you mean \"nodeSets\"?" explain spec.nodeSetz
usage "not a rule" explain '..'

# Help is data.
for verb in "" build check plan explain init schema completion version; do
  # shellcheck disable=SC2086 # no verb at all is one of the cases
  run $verb --help
  expect_status 0
  expect_out "Usage: skiff"
  expect_no_err
done
run --version
expect_status 0
expect "the same line as the verb's" cmp -s "$work/out" <("$skiff" version | head -n 1)
run version
expect_out "Slurm:      22.05"
expect_out "Kubernetes: 1.30"

# The schema is JSON, byte for byte the repository's.
run schema
expect_status 0
expect "the published schema" cmp -s "$work/out" "$repository/schema/cluster.schema.json"

finish
