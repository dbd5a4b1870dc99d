#!/usr/bin/env bash
# Runs a transcript, *.t: commands behind `  $ ` and all that they print, as cram has it. SKIFF_UPDATE_GOLDEN=1 writes what they print now
# into the file, and still fails.
#   transcript_test.sh SKIFF TRANSCRIPT
set -euo pipefail
PATH=$(dirname "$(realpath "$1")"):$PATH
export PATH
options=()
if [ "${SKIFF_UPDATE_GOLDEN:-}" = 1 ]; then
  options=(--interactive --yes)
fi
# By its name alone: cram has patch write the new text, which takes no absolute path.
cd "$(dirname "$2")"
exec cram3 --shell=/bin/bash "${options[@]}" "$(basename "$2")"
