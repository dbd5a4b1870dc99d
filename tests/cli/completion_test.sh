#!/usr/bin/env bash
# skiff completion: bash really completes with the printed script. If zsh and fish are installed, they must parse theirs.
# shellcheck source-path=SCRIPTDIR source=harness.sh
source "$(dirname "$0")/harness.sh"

run completion bash
expect_status 0
# shellcheck source=/dev/null
source "$work/out"
expect "the completion function is registered" test "$(complete -p skiff)" = "complete -o filenames -F _skiff skiff"

# Checks the completions of the last word, which may be empty: completes EXPECTED WORD...
completes() {
  local expected=$1
  shift
  COMP_WORDS=(skiff "$@")
  COMP_CWORD=$#
  _skiff
  said="complete: skiff $*"
  expect "'$expected', not '${COMPREPLY[*]}'" test "${COMPREPLY[*]}" = "$expected"
}

touch cluster.yaml
mkdir clusters
completes "build" bu
completes "build check diff plan explain init keys policy schema completion version --help --version" ""
completes "--dry-run --diagnostics" build --d
completes "text" check --diagnostics t
completes "text json sarif github" check --diagnostics ""
completes "cluster.yaml clusters" check clu
completes "clusters" build cluster.yaml -o clu
completes "cluster.yaml clusters" explain -f clu
completes "cluster.yaml clusters" diff cluster.yaml clu
completes "drain" diff --fail-on dr
completes "bash" completion b
completes "plan" policy p
completes "cluster.yaml clusters" policy plan clu
completes "cluster.yaml clusters" policy plan cluster.yaml --against clu
completes "" init --name clu
completes "" nonsense ""

run completion zsh
expect_status 0
expect_out "#compdef skiff"
if command -v zsh >/dev/null; then
  expect "zsh parses the script" zsh -n "$work/out"
fi
run completion fish
expect_status 0
expect_out "complete -c skiff -n '__fish_seen_subcommand_from build' -s o -l output"
if command -v fish >/dev/null; then
  expect "fish parses the script" fish -n "$work/out"
fi

finish
