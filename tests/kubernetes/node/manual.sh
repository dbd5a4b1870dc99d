#!/usr/bin/env bash
# Sourced by tests that follow the pages of docs/: a reader with a shell, a clone of the repository, kubectl and Slurm's commands. The test
# sets `top`, `dir`, `namespace` and `login_pod`, and sources cluster.sh.
# shellcheck disable=SC2154

# Gives the reader a home with an SSH key, a clone of the repository, and the commands that the pages use.
welcome_reader() {
  local name
  mkdir -p "$dir/home/.ssh" "$dir/commands"
  : >"$dir/variables"
  ssh-keygen -q -t ed25519 -N '' -C reader -f "$dir/home/.ssh/id_ed25519"
  git clone --quiet "$top" "$dir/skiff"
  printf 'cd %q\n' "$dir/skiff" >"$dir/session"
  cat >"$dir/commands/kubectl" <<CONF
#!/bin/sh
exec nsenter --net="/run/netns/\$(cat '$dir/node-netns')" '$dir/kubectl' --kubeconfig='$dir/admin.conf' "\$@"
CONF
  # The pages run these in a login pod.
  for name in sinfo scontrol; do
    printf '#!/bin/sh\nexec kubectl -n %s exec %s -c sshd -- %s "$@"\n' "$namespace" "$login_pod" "$name" >"$dir/commands/$name"
  done
  chmod 755 "$dir/commands/kubectl" "$dir/commands/sinfo" "$dir/commands/scontrol"
}

# Prints the block of a page that has a line starting with WORDS, without the page's indentation. Fails if not exactly one block has
# such a line: block PAGE LANGUAGE WORDS
block() {
  language=$2 words=$3 awk '
    BEGIN { language = ENVIRON["language"]; words = ENVIRON["words"] }
    !inside && match($0, "^ *```" language "$") { inside = 1; indentation = RLENGTH - 3 - length(language); text = ""; found = 0; next }
    inside && /^ *```$/ { if (found) { blocks++; printf "%s", text } inside = 0; next }
    inside { line = substr($0, indentation + 1); text = text line "\n"; sub(/^ */, "", line); found = found || index(line, words) == 1 }
    END { exit blocks != 1 }' "$top/docs/$1.md"
}

# Runs commands in the reader's shell. It keeps its directory, functions, umask, and the variables that a line of the commands
# sets, until the next commands: reader COMMANDS
reader() {
  grep -oE '^[a-z_]+=' <<<"$1" | tr -d = >>"$dir/variables" || true
  printf '%s\n' ". '$dir/session'" "$1" \
    "{ declare -f; umask -p; $(sed 's/.*/declare -p &;/' "$dir/variables" | paste -sd' ') printf 'cd %q\n' \"\$PWD\"; } >'$dir/session'" \
    >"$dir/commands.sh"
  # The compiler cache is the machine's, so that the build is quick.
  env -i HOME="$dir/home" XDG_CACHE_HOME="${XDG_CACHE_HOME:-$HOME/.cache}" PATH="$dir/commands:$PATH" \
    GIT_AUTHOR_NAME=reader GIT_AUTHOR_EMAIL=reader@example.com GIT_COMMITTER_NAME=reader GIT_COMMITTER_EMAIL=reader@example.com \
    bash -euo pipefail "$dir/commands.sh" >"$dir/printed" 2>&1 </dev/null || {
    cat "$dir/printed" >&2
    fail "the reader's commands failed: $1"
  }
}

# Runs a command block of a page as it is printed there. What it prints is in `printed`. SED replaces names, and ends commands that
# run until they are interrupted: follow PAGE WORDS [SED]
follow() {
  local text
  text=$(block "$1" sh "$2" | sed -E "${3:-}") || fail "$1.md has no block, or several, with a line '$2…'"
  note "$1.md: $2"
  printf '           %s.md: %s\n' "$1" "$(paste -sd';' <<<"$text")"
  reader "$text"
}

# Succeeds if the last commands of the reader printed a line that matches.
printed() {
  grep -qE "$1" "$dir/printed" || fail "no line like '$1' was printed: $(paste -sd' ' "$dir/printed")"
}
