#!/usr/bin/env bash
# Sourced: detects changes in a directory that must only be read.

# Prints each file of a directory with its attributes. Any change of a file's contents or permissions changes its line: state_of FOLDER
state_of() {
  find "$1" -printf '%P %y %m %U:%G %s %C@\n'
}

# Prints what changed since `state_of` wrote FILE. Fails if something did: unchanged_since FILE FOLDER
unchanged_since() {
  ! state_of "$2" | LC_ALL=C sort | LC_ALL=C comm -3 <(LC_ALL=C sort "$1") - | grep ''
}
