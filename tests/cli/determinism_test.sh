#!/usr/bin/env bash
# The same spec gives the same bytes, with any user, directory, time and environment, and from a file or from standard input.
# shellcheck source-path=SCRIPTDIR source=harness.sh
source "$(dirname "$0")/harness.sh"

examples=$repository/examples
here=$PWD

# Checks that the command builds the same files into ./out as ./first has: same NAME COMMAND...
same() {
  local name=$1
  shift
  said="$name: $*"
  rm -rf out
  "$@" >"$work/out" 2>"$work/err" || fail "the build succeeds"
  expect "the same bytes" diff -r out first
}

for spec in "$examples"/*/cluster.yaml; do
  name=$(basename "$(dirname "$spec")")
  # With the files that it names. A spec from standard input cannot name files.
  rm -rf cluster.yaml slurm
  cp -r "$(dirname "$spec")"/. .
  alone=yes
  [ "$(ls "$(dirname "$spec")")" = cluster.yaml ] || alone=
  rm -rf first
  run build cluster.yaml -o first
  expect_status 0
  run build cluster.yaml -o -
  cp "$work/out" stream

  same "$name" "$skiff" build cluster.yaml -o out
  same "$name" "$skiff" build "$spec" -o "$here/out"
  same "$name" env -i "$skiff" build cluster.yaml -o out
  same "$name" env LANG=tr_TR.UTF-8 LC_ALL=tr_TR.UTF-8 LANGUAGE=tr TZ=Pacific/Kiritimati "$skiff" build cluster.yaml -o out
  same "$name" env LC_ALL=C TZ=America/St_Johns HOME=/nonexistent USER=nobody NO_COLOR=1 TERM=dumb \
    "$skiff" build cluster.yaml -o out
  same "$name" bash -c "umask 077; cd / && exec '$skiff' build '$here/cluster.yaml' -o '$here/out'"
  if [ -n "$alone" ]; then
    same "$name" bash -c "'$skiff' build - -o out <cluster.yaml"
    same "$name" bash -c "cat cluster.yaml | '$skiff' build - -o out"
  fi
  same "$name" bash -c "ulimit -s 256; exec '$skiff' build cluster.yaml -o out"
  # Build into a directory that has the output of another spec.
  same "$name" bash -c "'$skiff' build '$examples/quickstart/cluster.yaml' -o out &&
    '$skiff' build cluster.yaml -o out --accept-other-cluster"

  if [ -n "$alone" ]; then
    said="$name as a stream, from standard input, in another directory"
    (cd / && env -i "$skiff" build - -o -) <cluster.yaml >"$work/out" 2>"$work/err" || fail "the build succeeds"
    expect "the same bytes" cmp "$work/out" stream
  fi
  said="$name"
  expect "no path of this machine in the output" bash -c "! grep -rqF -e '$work' -e '$repository' first"
done

finish
