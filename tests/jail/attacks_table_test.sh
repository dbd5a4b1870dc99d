#!/usr/bin/env bash
# Compares docs/jail-attacks.md with the jail's test: each line names an existing check, and each attempt of the test has a line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
page=docs/jail-attacks.md
lab=tests/jail/lab
failures=0

bad() {
  echo "FAIL: $1"
  failures=1
}

# The last cell of each numbered line is PART: NAME.
lines=0
while IFS= read -r cell; do
  lines=$((lines + 1))
  part=${cell%%: *} name=${cell#*: }
  grep -qF -- "$name" "$lab/$part.sh" || bad "$page says \"$cell\", and $lab/$part.sh does not contain this name"
done < <(sed -nE 's/^\| [0-9]+ \|.* \| ([^|]*) \|$/\1/p' "$page")
[ "$lines" -ge 60 ] || bad "$page has $lines lines with a check"

while IFS= read -r cell; do
  grep -qF -- "$cell" "$page" || bad "$page has no line for \"$cell\""
done < <(for part in attacks neighbours; do
  sed -nE "s/^ *attempt '[a-z ]*' \"([^\"\$]*).*/$part: \1/p" "$lab/$part.sh"
done)

# The lines are numbered in order.
diff <(sed -nE 's/^\| ([0-9]+) \|.*/\1/p' "$page") <(seq "$lines") >/dev/null || bad "the lines of $page are not numbered through"
exit "$failures"
