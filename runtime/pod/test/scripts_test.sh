#!/usr/bin/env bash
# Tests all scripts that are shipped in a ConfigMap.
set -euo pipefail
pod=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
code=0
for script in "$pod"/*.sh; do
  name=$(basename "$script")
  # Flux would substitute such an expression in the objects that it applies. Kubernetes substitutes nothing in a ConfigMap.
  # shellcheck disable=SC2016
  if grep -nF '${' "$script"; then
    echo "FAIL: scripts_test.sh: $name contains \${" >&2
    code=1
  fi
  if [ "$(head -n 1 "$script")" != '#!/usr/bin/env bash' ] || ! bash -n "$script"; then
    echo "FAIL: scripts_test.sh: $name is not a bash program" >&2
    code=1
  fi
  # A command that stops reading early ends the command before it with SIGPIPE, and pipefail reports that. It happens only now and then.
  if grep -nE '\|[^|]*\b(grep( -[a-zA-Z]+)* -[a-zA-Z]*q|head )|sed [^|]*;q' "$script"; then
    echo "FAIL: scripts_test.sh: $name pipes into a command that stops reading early" >&2
    code=1
  fi
  if [ ! -x "$script" ] && ! sed -n 2p "$script" | grep '^# Sourced' >/dev/null; then
    echo "FAIL: scripts_test.sh: $name is not executable" >&2
    code=1
  fi
done
[ "$code" -eq 0 ] && echo 'ok: scripts_test.sh'
exit "$code"
