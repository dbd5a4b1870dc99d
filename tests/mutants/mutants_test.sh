#!/usr/bin/env bash
# Runs mutants of valid specs that skiff accepts under the real Slurm of one release (judge.sh), and fails for each that a daemon does not take
# as it was meant, unless known.tsv lists it with a reason.
#   mutants_test.sh SKIFF_MUTANTS RELEASE COUNT [SEED [refused]]
# With `refused`, it runs mutants that skiff refuses, and prints those that no daemon complains about, with the reason why the rule refuses them
# (refusals.tsv). It fails if a rule has no reason.
# Prints the number of mutants by verdict. The mutants follow from the seed. With MUTANTS_KEEP=DIR, their files and `verdicts` stay in DIR.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../slurm" && pwd)
mutants=$here/../mutants
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=../slurm/labs.sh
. "$here/labs.sh"
program=$1 release=$2 count=$3 seed=${4:-1} wanted=${5:-accepted}
# More shards than processors, because a shard waits for its daemons.
shards=4
# A busy machine needs up to four seconds for each mutant, and more for the bases and a first slurmdbd.
seconds=$((300 + 4 * count))

if [ "$(id -u)" -ne 0 ] || ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
  echo "SKIP: mutants: this machine does not allow namespaces"
  exit 77
fi
need util-linux mount iproute2
if ! lab_ask "$here/roots.sh" --for "$release"; then
  echo "SKIP: mutants: no Debian suite has Slurm $release, or its root filesystem cannot be built"
  exit 77
fi
root=${said##* }
made=${MUTANTS_KEEP:-$lab_work/made}
rm -rf "$made"
options=()
if [ "$wanted" = refused ]; then
  options+=(--refused)
fi
"$program" --release "$release" --seed "$seed" --count "$count" "${options[@]}" --out "$made" "$here"/../../examples/*/cluster.yaml "$mutants"/bases/*.yaml

# Each shard has all mutants of some bases, so that the base runs once and slurmdbd is seldom restarted. A base with many mutants is cut.
for folder in "$made"/[0-9]*; do
  printf '%s %s\n' "$(<"$folder/base")" "$(basename "$folder")"
done | LC_ALL=C sort >"$lab_work/sorted"
total=$(wc -l <"$lab_work/sorted")
for ((shard = 0; shard < shards; shard++)); do
  dir=$lab_work/shard$shard
  mkdir -p "$dir/lab" "$dir/mutants"
  cp "$here"/{overlay,compare,static}.sh "$here"/*.awk "$here"/{allowed_errors.txt,hostnames.conf} "$mutants"/*.sh "$mutants/lab_errors.txt" \
    "$mutants/../../examples/university/identity-provider.jwks" "$dir/lab/"
  awk -v shard="$shard" -v shards="$shards" -v total="$total" '
    int((NR - 1) * shards / total) == shard { if ($1 != base) print "base-" $1; base = $1; print $2 }' "$lab_work/sorted" >"$dir/list"
  while read -r name; do
    cp -a "$made/$name" "$dir/mutants/"
  done <"$dir/list"
  lab_begin "$seconds" "$dir" "$here/in_root.sh" "$root" "$dir" env ${LAB_SECONDS:+LAB_SECONDS="$LAB_SECONDS"} bash /w/lab/judge.sh
done
failed=0
for ((shard = 0; shard < shards; shard++)); do
  dir=$lab_work/shard$shard
  if ! lab_finish "shard$shard" "$dir" >/dev/null; then
    failed=1
    echo "FAIL: shard $shard ended early:"
    tail -n 5 "$dir/verdict" | cut -c1-300
  fi
  grep -aP '^[a-z-]+\t' "$dir/verdict" || true
done >"$lab_work/all"
grep -avP '^[a-z-]+\t' "$lab_work/all" || true
grep -aP '^[a-z-]+\t' "$lab_work/all" >"$lab_work/verdicts" || true
[ -z "${MUTANTS_KEEP:-}" ] || cp "$lab_work/verdicts" "$made/verdicts"

awk -F '\t' -v release="$release" '$2 !~ /^base-/ { n[$1]++ } END { printf "Slurm %s:", release; for (v in n) printf " %d %s", n[v], v; print "" }' "$lab_work/verdicts"
if [ "$wanted" = refused ]; then
  # That the daemons log nothing and show the value as it is does not mean that they use it, so each of these is for a person to read.
  awk -F '\t' '
    NR == FNR { if (FNR > 1) reason[$1] = $2; next }
    $2 ~ /^base-/ || $1 !~ /^(good|warned)$/ { next }
    match($3, /\(SKF[0-9]+/) {
      rule = substr($3, RSTART + 1, RLENGTH - 1)
      if (!(rule in reason)) { print "FAIL: refusals.tsv has no reason for " rule; bad = 1 }
      print rule " (" reason[rule] "): " $3
    }
    END { exit bad }' "$mutants/refusals.tsv" "$lab_work/verdicts" || failed=1
  exit "$failed"
fi
# Of known.tsv, a row excuses a mutant if its first column, a regular expression, matches WHAT, its second is the verdict, and its third is -
# or names the release.
awk -F '\t' -v release="$release" '
  NR == FNR { if (FNR > 1 && ($3 == "-" || index($3, release))) { pattern[++n] = $1; verdict[n] = $2 }; next }
  $1 == "good" || $1 == "warned" || $1 == "no-base" { next }
  # The lab cannot run this base, so its mutants were not run either.
  $2 ~ /^base-/ { print "FAIL: not run: " $3 ": " $1 ": " substr($4, 1, 200); bad = 1; next }
  { for (i = 1; i <= n; i++) if ($3 ~ pattern[i] && $1 == verdict[i]) next; print "FAIL: " $1 ": " $3 "\n      " $4; bad = 1 }
  END { exit bad }' "$mutants/known.tsv" "$lab_work/verdicts" || failed=1
exit "$failed"
