#!/usr/bin/env bash
# Runs shellcheck on every shell file, and checks the coding rules: the first line, a comment on the purpose, and the strict mode.
#   tests/shell/shellcheck_test.sh PASSED      PASSED records what passed last; unchanged files are not checked again
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Find every shell file of the repository, also in a copy without git. Files in golden/
# are copies of those in runtime/, and files of a fuzz corpus are not programs.
mapfile -t files < <(
  find . \( -path ./.git -o -path './build*' -o -path ./golden -o -path './*/fuzz/corpus' \) -prune -o -type f -size -200k -print0 |
    xargs -0 awk 'FNR == 1 { if (/^#!.*(bash|\/sh)$/) print FILENAME; nextfile }' | LC_ALL=C sort
)
if [ "${#files[@]}" -lt 20 ]; then
  echo "FAIL: found only ${#files[@]} shell files" >&2
  exit 1
fi
passed=$1
now=$({ shellcheck --version && sha256sum "${files[@]}"; } | sha256sum)
if [ -e "$passed" ] && [ "$(<"$passed")" = "$now" ]; then
  echo "${#files[@]} shell files, unchanged since they last passed"
  exit 0
fi
code=0
programs=()
parts=()
for file in "${files[@]}"; do
  purpose=''
  { read -r _ && IFS= read -r purpose; } <"$file" || true
  if [[ $purpose == '# Sourced'* ]]; then parts+=("$file"); else programs+=("$file"); fi
done
# A few files per process, so that the test uses all processors.
checker=(xargs --null --max-procs="$(nproc)" --max-args=10 shellcheck --external-sources --source-path=SCRIPTDIR)
printf '%s\0' "${programs[@]}" | "${checker[@]}" || code=1
# Sourced files share variables with their callers, and their functions may be called without arguments here.
printf '%s\0' "${parts[@]}" | "${checker[@]}" --exclude=SC2154,SC2034,SC2120 || code=1
for file in "${files[@]}"; do
  first='' purpose=''
  { IFS= read -r first && IFS= read -r purpose; } <"$file" || true
  if [ "$first" != '#!/usr/bin/env bash' ]; then
    echo "FAIL: $file: the first line is not #!/usr/bin/env bash" >&2
    code=1
  fi
  if [[ $purpose != '# '* ]]; then
    echo "FAIL: $file: the second line is not a comment on its purpose" >&2
    code=1
  fi
  # A sourced file leaves the mode to its caller.
  if ! grep -qE '^set -e?uo pipefail$' "$file" && [[ $purpose != '# Sourced'* ]] && ! grep -qE '^(source|\.) ' "$file"; then
    echo "FAIL: $file: needs set -euo pipefail, or '# Sourced' on the second line" >&2
    code=1
  fi
done
echo "${#files[@]} shell files"
if [ "$code" -eq 0 ]; then
  printf '%s\n' "$now" >"$passed"
fi
exit "$code"
