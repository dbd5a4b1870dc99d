#!/usr/bin/env bash
# Runs a transcript (*.t) with cram: commands after `  $ `, each followed by its complete output.
#   transcript_test.sh SKIFF TRANSCRIPT
# With SKIFF_UPDATE_GOLDEN=1 it writes the current output into the transcript, and still fails.
set -euo pipefail
PATH=$(dirname "$(realpath "$1")"):$PATH
export PATH
options=()
if [ "${SKIFF_UPDATE_GOLDEN:-}" = 1 ]; then
  options=(--interactive --yes)
fi
# Pass only the file name: cram writes the new text with `patch`, which does not accept an absolute path.
cd "$(dirname "$2")"
exec cram3 --shell=/bin/bash "${options[@]}" "$(basename "$2")"
