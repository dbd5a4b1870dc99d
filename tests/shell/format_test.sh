#!/usr/bin/env bash
# Checks that every C++ file is formatted by .clang-format, and prints the difference. Other versions of clang-format break lines differently.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

version=14
program=$(command -v "clang-format-$version" || true)
if [ -z "$program" ]; then
  echo "SKIP: format: clang-format-$version is not installed"
  exit 77
fi

mapfile -t files < <(find . \( -path ./.git -o -path './build*' \) -prune -o -type f \( -name '*.cc' -o -name '*.h' -o -name '*.c' \) -print | LC_ALL=C sort)
if [ "${#files[@]}" -lt 100 ]; then
  echo "FAIL: found only ${#files[@]} C++ files" >&2
  exit 1
fi
# Many files per process, because starting it takes most of the time.
mapfile -t wrong < <(printf '%s\0' "${files[@]}" | xargs --null --max-args=50 "$program" --dry-run 2>&1 | sed -n 's/:[0-9]*:[0-9]*: warning: .*//p' | LC_ALL=C sort -u)
for file in "${wrong[@]}"; do
  "$program" "$file" | diff -u --label "$file" --label "$file, formatted" "$file" - || true
done
echo "${#files[@]} C++ files"
if [ "${#wrong[@]}" -gt 0 ]; then
  echo "FAIL: run $program -i ${wrong[*]}" >&2
  exit 1
fi
