#!/usr/bin/env bash
# Sourced by tests of logins, with cluster.sh: SSH with passwords, codes and other options.
# shellcheck disable=SC2154 # dir, node_tests, service: cluster.sh

# Runs a command over SSH: ssh_with USER COMMAND OPTION...
ssh_with() {
  # shellcheck disable=SC2029 # expanded here
  "$node_tests/node.sh" in "$dir" env SSH_ASKPASS="$dir/answer" SSH_ASKPASS_REQUIRE=force ssh -F none -o IdentitiesOnly=yes \
    -o UserKnownHostsFile="$dir/known_hosts" -o LogLevel=ERROR -o ConnectTimeout=40 -o NumberOfPasswordPrompts=1 "${@:3}" "$1@$service" "$2" \
    </dev/null
}

# Sets what is typed for every question: answer_with TEXT
answer_with() {
  printf '#!/bin/sh\nprintf "%%s\\n" %q\n' "$1" >"$dir/answer"
  chmod 700 "$dir/answer"
}

# Runs a command with a password: with_password PASSWORD USER COMMAND
with_password() {
  answer_with "$1"
  ssh_with "$2" "$3" -o PreferredAuthentications=password
}

# Runs a command with a key and the answer to PAM's question, if there is one: with_code CODE USER COMMAND
with_code() {
  answer_with "$1"
  ssh_with "$2" "$3" -i "$dir/key" -o PreferredAuthentications=publickey,keyboard-interactive
}

# Prints what a user sees at a login with a terminal: greeting USER
greeting() {
  "$node_tests/node.sh" in "$dir" ssh -tt -i "$dir/key" -o BatchMode=yes -o UserKnownHostsFile="$dir/known_hosts" -o LogLevel=ERROR \
    "$1@$service" <<<exit 2>&1 || true
}
