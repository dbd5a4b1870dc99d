#!/usr/bin/env bash
# Compares parameters.tsv and plugins.tsv with real Slurm packages: the root filesystems of tests/slurm/roots.sh, and a Slurm that is
# installed on this machine. The slurm.conf parameters of its release must be the same, with the same types. Every key of forms.tsv,
# restart.tsv and values.tsv must be in parameters.tsv.
#   check.sh [TABLE]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
table=${1:-$here/parameters.tsv}

# Prints the slurm.conf parameters that the table has for a release, as "KEY TYPE" lines: view VERSION
view() {
  awk -F '\t' -v at="$1" '
    # Turns 22.05.8 into a number, so that releases can be compared.
    function rank(text,  part) { split(text, part, "."); return part[1] * 10000 + part[2] * 100 + part[3] }
    NR > 1 && $1 == "slurm.conf" && $2 == "-" && rank($5) <= rank(at) && ($7 == "-" || rank(at) < rank($7)) {
      print $3, ($4 == "line" ? "array" : $4)
    }' "$table" | LC_ALL=C sort
}

# Compares one Slurm with the table: compare NAME VERSION ROOT
compare() {
  local name=$1 version=$2 root=$3 lib known
  lib=$(find "$root/usr/lib" -path '*/slurm-wlm/libslurmfull.so' -printf '/%P\n' -quit)
  known=$(mktemp)
  chroot "$root" perl - "/usr/lib$lib" <"$here/extract/options_of.pl" | LC_ALL=C sort >"$known"
  if ! view "$version" | diff --label "parameters.tsv at $version" --label "$name's Slurm $version" -U0 - "$known" >&2; then
    failed=1
    echo "FAIL: slurm parameters: $name $version differs from the table"
  else
    echo "PASS: slurm parameters: $name $version, $(wc -l <"$known") keys"
  fi
  rm -f "$known"
}

failed=0
# Find keys of the other tables that no release has.
for other in forms restart values; do
  strange=$(awk -F '\t' '
    NR == FNR { known[$1 "\t" $2 "\t" $3] = 1; next }
    FNR > 1 && $3 != "*" && !(($1 "\t" $2 "\t" $3) in known) { print $1, $2, $3 }' "$table" "$here/$other.tsv")
  if [ -n "$strange" ]; then
    echo "FAIL: slurm parameters: $other.tsv has keys that no release has: $strange"
    failed=1
  else
    echo "PASS: slurm parameters: every key of $other.tsv is a parameter"
  fi
done
if [ "$(id -u)" -ne 0 ]; then
  echo "SKIP: slurm parameters: building a root filesystem needs root"
  exit 77
fi
lines=$("$here/../../tests/slurm/roots.sh")
while read -r suite version root; do
  compare "$suite" "$version" "$root"
  if ! "$here/extract/plugins.sh" "$suite" | sed 1d | diff --label "plugins.tsv at $version" --label "$suite" -U0 \
    <(grep "^$(grep -oE '^[0-9]+\.[0-9]+' <<<"$version")"$'\t' "$here/plugins.tsv") - >&2; then
    failed=1
    echo "FAIL: slurm plugins: those of $suite's Slurm $version differ from the table"
  else
    echo "PASS: slurm plugins: $suite $version"
  fi
done <<<"$lines"
# shellcheck disable=SC2016 # dpkg's own fields
if installed=$(dpkg-query -W -f '${db:Status-Abbrev}${Version}' slurm-wlm-basic-plugins 2>/dev/null) && [[ $installed == ii* ]]; then
  compare installed "$(sed -E 's/^ii *([0-9]+:)?([0-9]+\.[0-9]+\.[0-9]+).*/\2/' <<<"$installed")" /
fi
exit "$failed"
