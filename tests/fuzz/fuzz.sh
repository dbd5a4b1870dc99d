#!/usr/bin/env bash
# Fuzzing, with clang's sanitizers:
#   fuzz.sh build [TARGET...]       builds all targets, or these, into build/fuzz
#   fuzz.sh run TARGET SECONDS      that long, from its corpus; what is found lies in build/fuzz/found. SKIFF_FUZZ_SEED: 1 without it, 0 for another each time
#   fuzz.sh keep TARGET SECONDS     the same, and keeps what reaches something new, as small as it gets, in the corpus
#   fuzz.sh coverage [TARGET...]    the branches that the corpora reach, a line a source file
#   fuzz.sh threads                 compiles the examples in several threads at once, with the sanitizer for data races
# The corpus of jail-cdi is runtime/spank-chroot/fuzz/corpus/cdi, beside it cdi.dict with words, and cdi.seeds with files of the repository that
# are good inputs as they are.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../.." && pwd)
build=$repository/build/fuzz
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=../lib/build.sh
. "$here/../lib/build.sh"

# make_targets FOLDER INSTRUMENTS TARGET...
make_targets() {
  local log=$1.log
  mkdir -p "$1"
  # What is compiled in is written by the program of the build in build/.
  cmake -S "$repository" -B "$1" -G Ninja "-DCMAKE_CXX_COMPILER=clang++-$clang" -DCMAKE_BUILD_TYPE=Fuzz -DBUILD_TESTING=OFF \
    -DSKIFF_STATIC=OFF -DSKIFF_WERROR=OFF -DSKIFF_FUZZ=ON "-DSKIFF_EMBED=$repository/build/compiler/skiff_embed" \
    "-DCMAKE_PREFIX_PATH=$(header_prefixes)" \
    -DCMAKE_CXX_FLAGS="-O1 -gline-tables-only -fno-omit-frame-pointer -Wno-unknown-warning-option $2" >"$log" 2>&1 ||
    { tail -n 30 "$log" && return 1; }
  nice ninja -C "$1" "${@:3}" >>"$log" 2>&1 || { tail -n 30 "$log" && return 1; }
}

corpus_of() {
  local folder
  case $1 in
    jail-*) folder=runtime/spank-chroot ;;
    skiff-*) folder=compiler ;;
    *) folder=runtime/${1%%-*} ;;
  esac
  printf '%s/%s/fuzz/corpus/%s\n' "$repository" "$folder" "${1#*-}"
}

# The files that a target's .seeds names, one a line.
seeds_of() {
  local file pattern
  file=$(corpus_of "$1").seeds
  [ -e "$file" ] || return 0
  while read -r pattern; do
    compgen -G "$repository/$pattern"
  done <"$file"
}

# Runs one in a folder of its own, so that what it finds new goes nowhere: run_target TARGET SECONDS NEW-INPUTS
run_target() {
  # Its timeout is by the clock, of which a busy machine gives it little.
  local options=(-max_total_time="$2" -max_len=8192 -timeout=120 -rss_limit_mb=2048 -print_final_stats=1)
  options+=(-artifact_prefix="$build/found/$1-")
  # One way through the inputs, of which a faster machine goes a longer part: the tests are not the place for luck. SKIFF_FUZZ_SEED=0 is any.
  options+=(-seed="${SKIFF_FUZZ_SEED:-1}")
  mkdir -p "$build/found" "$3/inputs" "$3/files"
  [ ! -e "$(corpus_of "$1").dict" ] || options+=(-dict="$(corpus_of "$1").dict")
  seeds_of "$1" | paste -sd , >"$3/seeds"
  [ "$(wc -c <"$3/seeds")" -lt 2 ] || options+=(-seed_inputs="@$3/seeds")
  # It takes what the other tests leave of the machine.
  TMPDIR=$3/files nice -n 19 "$build/$1" "${options[@]}" "$3/inputs" "$(corpus_of "$1")" >"$build/$1.run" 2>&1 ||
    { tail -n 60 "$build/$1.run"; echo "FAIL: $1: what it found lies in $build/found" && return 1; }
  echo "PASS: $1, $(sed -n 's/^stat::number_of_executed_units: //p' "$build/$1.run") runs"
}

# Adds to a corpus what of the new inputs reaches a branch that neither it nor the seeds reach: keep_new TARGET FOLDER
keep_new() {
  local corpus file
  corpus=$(corpus_of "$1")
  mkdir -p "$corpus" "$2/known"
  cp -r "$corpus/." "$2/known"
  while read -r file; do
    cp "$file" "$2/known/$(sha1sum <"$file" | cut -c -40)"
  done < <(seeds_of "$1")
  find "$2/known" -type f -printf '%f\n' | LC_ALL=C sort >"$2/before"
  TMPDIR=$2/files "$build/$1" -merge=1 -use_counters=0 -max_len=8192 "$2/known" "$2/inputs" >>"$build/$1.run" 2>&1
  find "$2/known" -type f -printf '%f\n' | LC_ALL=C sort | LC_ALL=C comm -13 "$2/before" - | while read -r file; do
    cp "$2/known/$file" "$corpus/$file"
  done
}

mapfile -t packages < <(packages_for fuzz)
# Before 15 clang has no std::source_location.
clang=$(printf '%s\n' "${packages[@]}" | sed -n 's/^clang-//p')
if [ -z "$clang" ]; then
  echo "SKIP: tests/lib/packages names no clang for this release"
  exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
targets=("${@:2}")
case ${1:-} in
  build)
    need "${packages[@]}"
    make_targets "$build" '-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all' "${targets[@]:-fuzz_targets}"
    ;;
  run | keep)
    [ -x "$build/$2" ] || { echo "SKIP: fuzz: $2 is not built" && exit 77; }
    mkdir -p "$(corpus_of "$2")"
    run_target "$2" "$3" "$scratch"
    [ "$1" = run ] || keep_new "$2" "$scratch"
    ;;
  coverage)
    need "${packages[@]}"
    make_targets "$build/coverage" '-fprofile-instr-generate -fcoverage-mapping' "${targets[@]:-fuzz_targets}"
    objects=()
    for target in "$build"/coverage/*-*; do
      name=$(basename "$target")
      if [ ! -x "$target" ] || [ ! -d "$(corpus_of "$name")" ]; then continue; fi
      seeds_of "$name" | paste -sd , >"$scratch/seeds"
      LLVM_PROFILE_FILE=$build/coverage/$name.raw TMPDIR=$scratch \
        "$target" -runs=0 -seed_inputs="@$scratch/seeds" "$(corpus_of "$name")" >"$build/coverage/$name.run" 2>&1
      objects+=(-object "$target")
    done
    "llvm-profdata-$clang" merge -o "$build/coverage/all" "$build"/coverage/*.raw
    "llvm-cov-$clang" report "${objects[@]:1}" -instr-profile="$build/coverage/all" -show-branch-summary \
      -ignore-filename-regex='(^/usr/|_test\.cc|/build/|/fuzz/[a-z_]*\.)'
    ;;
  threads)
    need "${packages[@]}"
    make_targets "$build/threads" '-fsanitize=thread' skiff-threads
    nice "$build/threads/skiff-threads" "$repository"/examples/*/cluster.yaml
    ;;
  *)
    sed -n '2,9s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
