#!/usr/bin/env bash
# init: a first spec that compiles as it is, and nothing overwritten.
# shellcheck source-path=SCRIPTDIR source=harness.sh
source "$(dirname "$0")/harness.sh"

run init
expect_status 0
expect_out "./cluster.yaml"
expect "ten lines" test "$(wc -l <cluster.yaml)" -eq 10
# shellcheck disable=SC2016 # a dollar sign of its own
expect "a line for editors" grep -qxF '# yaml-language-server: $schema=cluster.schema.json' cluster.yaml
expect "the schema that the line names" test -f cluster.schema.json
run check --strict cluster.yaml
expect_status 0
expect_no_err

cp cluster.yaml before.yaml
run init
expect_status 2
expect_err "./cluster.yaml: is there already"
expect "no change" cmp -s cluster.yaml before.yaml

run init --name zeus sub
expect_status 0
expect "the name" grep -qF 'name: zeus' sub/cluster.yaml
run check sub/cluster.yaml
expect_status 0

# The schema may be there, but not another one under its name.
rm cluster.yaml
run init
expect_status 0
rm cluster.yaml
echo '{}' >cluster.schema.json
run init
expect_status 2
expect_err "./cluster.schema.json: is there already"
expect "no spec" test ! -e cluster.yaml

run init --name 'Not_A_Name' bad
expect_status 2
expect_err "metadata.name"
expect "no folder" test ! -e bad

finish
