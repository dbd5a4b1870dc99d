#!/usr/bin/env bash
# Sourced by inside.sh: the checks that the parts make.

# Checks that a command succeeds and that its output contains these texts, which are separated by `|`: prints NAME TEXTS COMMAND...
prints() {
  local name=$1 texts=$2 out status=0 text wrong=''
  shift 2
  out=$("$@" 2>&1 </dev/null) || status=$?
  if [ "$status" -ne 0 ]; then
    wrong="status $status: $out"
  fi
  while IFS= read -r text; do
    if [ -n "$text" ] && ! grep -qF -- "$text" <<<"$out"; then
      wrong+="${wrong:+$'\n'}no \"$text\" in: $out"
    fi
  done < <(tr '|' '\n' <<<"$texts")
  verdict "$name" "$wrong"
}

# Checks that a command succeeds and prints exactly this text: equals NAME TEXT COMMAND...
equals() {
  local name=$1 text=$2 out
  shift 2
  out=$("$@" 2>&1 </dev/null) || out+=" (status $?)"
  if [ "$out" = "$text" ]; then
    verdict "$name" ''
  else
    verdict "$name" "expected \"$text\", got: $out"
  fi
}

# Checks that a command fails, and does not time out (status 124): fails NAME COMMAND...
fails() {
  local name=$1 out status=0
  shift
  out=$("$@" 2>&1 </dev/null) || status=$?
  if [ "$status" -eq 124 ]; then
    verdict "$name" "it timed out: $out"
  elif [ "$status" -ne 0 ]; then
    verdict "$name" ''
  else
    verdict "$name" "it succeeded: $out"
  fi
}

# Checks that a file contains a text, and waits for it: has NAME FILE TEXT
has() {
  if lab_until 25 grep -qF -- "$3" "$2" 2>/dev/null; then
    verdict "$1" ''
  else
    verdict "$1" "no \"$3\" in $2, which ends: $(tail -n 5 "$2" 2>&1)"
  fi
}
