#!/usr/bin/env bash
# images/fetch downloads and verifies what a list of sources names, and images/build takes nothing else. The archives are files here.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source-path=SCRIPTDIR source=../../images/lib.sh
. "$top/images/lib.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# Reports an error.
bad() {
  echo "FAIL $*"
  failed=1
}

# Runs images/fetch or images/build with the list, and checks its status and message: gives STATUS MESSAGE PROGRAM ARGUMENT...
gives() {
  local status=0
  "$top/images/$3" --sources "$work/list" "${@:4}" >"$work/said" 2>&1 || status=$?
  [ "$status" -eq "$1" ] || bad "images/${*:3} exits with $status, not $1: $(cat "$work/said")"
  [ "$(cat "$work/said")" = "$2" ] || { [ -n "$2" ] && grep -qF -- "$2" "$work/said"; } || bad "images/${*:3} prints $(cat "$work/said"), not $2"
}

# Checks that a directory has exactly these entries: has DIRECTORY ENTRY...
has() {
  local found
  found=$(find "$1" -mindepth 1 -maxdepth 1 -printf '%P\n' | sort | paste -sd' ')
  [ "$found" = "${*:2}" ] || bad "$1 has $found, not ${*:2}"
}

mkdir -p "$work/tool-1.2/source"
echo 'int main() {}' >"$work/tool-1.2/source/a.c"
tar --create --gzip --directory "$work" --file "$work/tool.tar.gz" tool-1.2
sum=$(checksum_of "$work/tool-1.2")
printf '%s\t%s\t%s\t%s\n' pyxis 1.2 "$sum" "file://$work/tool.tar.gz" enroot 2.0 "${sum/[0-9a-f]/x}" "file://$work/tool.tar.gz" \
  cuda 3.0 "$sum" "file://$work/none.tar.gz" dcgm 4.0 "$sum" '' >"$work/list"
to=$work/to

gives 0 '' fetch "$to" pyxis
has "$to" pyxis-1.2
cmp -s "$to/pyxis-1.2/source/a.c" "$work/tool-1.2/source/a.c" || bad "the source is not that of the archive"
# What is there already is not downloaded again.
mv "$work/tool.tar.gz" "$work/away"
gives 0 '' fetch "$to" pyxis
gives 0 '' fetch --offline "$to" pyxis
mv "$work/away" "$work/tool.tar.gz"

# Nothing is left of a source that has other files, or that cannot be downloaded.
gives 1 "file://$work/tool.tar.gz does not have exactly the files of enroot 2.0: their checksum is $sum, not x" fetch "$to" enroot
gives 1 "cannot download cuda 3.0 from file://$work/none.tar.gz" fetch "$to" cuda
has "$to" pyxis-1.2
gives 1 "$to/dcgm-4.0 is missing, and $work/list has no address for dcgm" fetch "$to" dcgm
gives 1 "$to/enroot-2.0 is missing; where there is a network, run: images/fetch DIRECTORY enroot" fetch --offline "$to" enroot
gives 1 "$work/list has no line for nccl-tests" fetch "$to" nccl-tests
cp -r "$work/tool-1.2" "$to/nccl-tests-5.6"
gives 1 "has no line for nccl-tests; that of $to/nccl-tests-5.6 is, with tabs: nccl-tests 5.6 $sum" fetch "$to" nccl-tests

# A changed file is noticed, and images/build starts nothing then.
echo >>"$to/pyxis-1.2/source/a.c"
gives 1 "$to/pyxis-1.2 does not have exactly the files of pyxis 1.2" fetch --offline "$to" pyxis
if command -v buildah >/dev/null; then
  mkdir "$to/dcgm-4.0"
  gives 1 "$to/dcgm-4.0 does not have exactly the files of dcgm 4.0" build --tool buildah --with dcgm --from "$to"
fi

# Wrong arguments.
gives 2 'needs a directory and the names of sources' fetch "$to"
gives 2 'unknown option --all' fetch --all
gives 2 'is not a file' fetch --sources "$work/none" "$to" pyxis
gives 2 '--with adds containers, cuda, nccl-tests or dcgm, not pyxis' build --with pyxis
gives 2 '--from needs a directory' build --from "$work/none"

# Each source of the project's own list has an address, and a checksum that can be one.
awk -F '\t' '!/^#/ && (NF != 4 || $3 !~ /^[0-9a-f]+$/ || length($3) != 64 || $4 !~ /^(https:|pip:)/) { print "FAIL images/sources.tsv: " $0; bad = 1 }
  END { exit bad }' "$top/images/sources.tsv" || failed=1
[ "$failed" -eq 0 ] && echo "ok: $(basename "$0")"
exit "$failed"
