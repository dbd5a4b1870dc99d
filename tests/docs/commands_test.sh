#!/usr/bin/env bash
# Checks that each command block (```sh) of the README and of docs/ is run by a test as it is printed, or says why not. A test of a real node
# runs a block by a line `follow PAGE 'WORDS'` (kubernetes/node/manual.sh). Above a block that no test runs is a line
# `<!-- not run: REASON -->`. Each `follow` must match exactly one block.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
failures=0

bad() {
  echo "FAIL: $1"
  failures=1
}

# Prints "PAGE<TAB>WORDS" for each `follow` of the tests.
followed() {
  sed -nE "s/^ *follow ([a-z-]+) '([^']*)'.*/\1\t\2/p; s/^ *follow ([a-z-]+) \"([^\"]*)\".*/\1\t\2/p" tests/kubernetes/node/*.sh |
    sed 's/\\\\/\\/g' | sort -u
}

# Prints "PAGE<TAB>BLOCK<TAB>LINE" for each line of each command block of a page, and "not run" as the line where the page says so. BLOCK is
# the number of its first line.
blocks() {
  awk -v page="$(basename "$1" .md)" '
    inside && /^ *```$/ { inside = 0; next }
    inside { line = $0; sub(/^ */, "", line); printf "%s\t%d\t%s\n", page, block, line }
    /^ *```sh$/ { inside = 1; block = NR + 1; if (before ~ /^ *<!-- not run: .+ -->$/) printf "%s\t%d\tnot run\n", page, block }
    { before = $0 }' "$1"
}

all=$(for page in README.md docs/*.md; do blocks "$page"; done)
while IFS=$'\t' read -r page words; do
  matches=$(page=$page words=$words awk -F'\t' '
    $1 == ENVIRON["page"] && index($3, ENVIRON["words"]) == 1 { seen[$2] } END { for (each in seen) print each }' <<<"$all")
  [ "$(grep -c . <<<"$matches")" -eq 1 ] || bad "follow $page '$words' must match one block of the page, and matches: ${matches:-none}"
done < <(followed)

# What is left when the blocks are taken away that a test follows or the page excuses.
left=$(awk -F'\t' '
  NR == FNR { page[NR] = $1; words[NR] = $2; count = NR; next }
  { key = $1 "\t" $2; if (!(key in first)) { order[++n] = key; first[key] = $3 } }
  $3 == "not run" { done[key] }
  { for (i = 1; i <= count; i++) if ($1 == page[i] && index($3, words[i]) == 1) done[key] }
  END { for (i = 1; i <= n; i++) if (!(order[i] in done)) print order[i] "\t" first[order[i]] }' <(followed) - <<<"$all")
while IFS=$'\t' read -r page line first; do
  [ -z "$page" ] || bad "$page.md:$line: no test runs this block, and it does not say why: $first"
done <<<"$left"

[ "$(grep -c . <<<"$all")" -ge 60 ] || bad "only $(grep -c . <<<"$all") lines of commands were found"
[ "$failures" -eq 0 ] || exit 1
echo "ok: $(cut -f1,2 <<<"$all" | sort -u | wc -l) command blocks, $(followed | wc -l) of them run by tests"
