#!/usr/bin/env bash
# build: the folder, the stream, and what goes wrong with either.
# shellcheck source-path=SCRIPTDIR source=harness.sh
source "$(dirname "$0")/harness.sh"

good_spec
bad_spec bad.yaml

run build cluster.yaml -o out
expect_status 0
expect_no_out
expect_err "out: "
expect "plan.yaml" test -f out/plan.yaml
expect "a manifest" test -f out/.skiff
cp -a out first

# The plan is the same by both ways.
run plan cluster.yaml
expect_status 0
expect "out/plan.yaml" cmp -s "$work/out" out/plan.yaml

# Again: nothing is touched.
run build cluster.yaml -o out -q
expect_status 0
expect_no_err
expect "no change of time" test "$(stat -c %y out out/plan.yaml)" = "$(stat -c %y first first/plan.yaml)"

# A spec with errors changes nothing.
run build bad.yaml -o out
expect_status 1
expect "no change" diff -r out first
run build bad.yaml -o new
expect_status 1
expect "no folder" test ! -e new

# A dry run lists, and changes nothing.
sed 's/atlas/zeus/' cluster.yaml >other.yaml
run build other.yaml -o out --dry-run
expect_status 0
expect_out "~ plan.yaml"
expect "no change" diff -r out first
run build other.yaml -o new --dry-run
expect_out "+ plan.yaml"
expect "no folder" test ! -e new

# A changed spec replaces; going back gives the first bytes.
run build other.yaml -o out
expect_status 0
expect "another plan" bash -c '! cmp -s out/plan.yaml first/plan.yaml'
run build cluster.yaml -o out
expect "the first bytes" diff -r out first

# Files of others stay, and stop a build only where they stand in its way.
echo mine >out/README.md
run build other.yaml -o out
expect_status 0
expect "README.md" test -f out/README.md
mkdir foreign
echo mine >foreign/plan.yaml
run build cluster.yaml -o foreign
expect_status 2
expect_err "foreign/plan.yaml: was not written by skiff"
expect "only the foreign file" test "$(find foreign -type f)" = foreign/plan.yaml
echo edited >>out/plan.yaml
run build cluster.yaml -o out
expect_status 2
expect_err "out/plan.yaml: was changed since skiff wrote it"

# Places that can't be written.
touch file
run build cluster.yaml -o file
expect_status 2
expect_err "file: is not a folder"
run build cluster.yaml -o file/below
expect_status 2
expect_err "file: is not a folder"
run build cluster.yaml -o /proc/none/out
expect_status 2
expect_err "/proc/none: cannot make the folder"

# The stream, in both forms, from a file and from standard input.
run build cluster.yaml -o -
expect_status 0
expect_no_err
expect_out "kind: "
cp "$work/out" stream
said="build - -o -"
"$skiff" build - -o - <cluster.yaml >"$work/out" 2>"$work/err"
expect "the same stream" cmp -s stream "$work/out"
run build cluster.yaml -o - --format json
expect_status 0
expect_out '"kind": "List"'

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
said="build -o - into /dev/full"
status=0
"$skiff" build cluster.yaml -o - >/dev/full 2>"$work/err" || status=$?
expect_status 2
expect_err "standard output: cannot write it: No space left on device"

finish
