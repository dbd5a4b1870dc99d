#!/usr/bin/env bash
# Runs shellcheck over every shell file, and checks what the house asks of each: the first line, the strict mode, a word on its purpose.
#   tests/shell/shellcheck_test.sh PASSED      PASSED records what passed last; unchanged files are not checked again
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Every shell file that is part of the repository, whether git is here or the files came without it. What golden/ holds
# is copied from runtime/; what fuzzers begin with is no program.
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
  echo "${#files[@]} shell files, the same that passed before"
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
# A few files a process: one process would keep the whole test waiting for one processor.
checker=(xargs --null --max-procs="$(nproc)" --max-args=10 shellcheck --external-sources --source-path=SCRIPTDIR)
printf '%s\0' "${programs[@]}" | "${checker[@]}" || code=1
# The variables of what is sourced come from its caller, or go there; its functions may take no arguments here.
printf '%s\0' "${parts[@]}" | "${checker[@]}" --exclude=SC2154,SC2034,SC2120 || code=1
for file in "${files[@]}"; do
  first='' purpose=''
  { IFS= read -r first && IFS= read -r purpose; } <"$file" || true
  if [ "$first" != '#!/usr/bin/env bash' ]; then
    echo "FAIL: $file: the first line is not #!/usr/bin/env bash" >&2
    code=1
  fi
  if [[ $purpose != '# '* ]]; then
    echo "FAIL: $file: the second line does not say what it is for" >&2
    code=1
  fi
  # What is sourced leaves the mode to its caller.
  if ! grep -qE '^set -e?uo pipefail$' "$file" && [[ $purpose != '# Sourced'* ]] && ! grep -qE '^(source|\.) ' "$file"; then
    echo "FAIL: $file: neither set -euo pipefail nor '# Sourced'" >&2
    code=1
  fi
done
echo "${#files[@]} shell files"
if [ "$code" -eq 0 ]; then
  printf '%s\n' "$now" >"$passed"
fi
exit "$code"
