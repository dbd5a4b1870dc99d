#!/usr/bin/env bash
# Sourced: whether anything has changed in a folder that is only to be read.

# Prints each file of a folder with what every change of its content or its rights changes.
state_of() {
  find "$1" -printf '%P %y %m %U:%G %s %C@\n'
}

# Prints what is another than it was when `state_of` printed FILE, and then fails: unchanged_since FILE FOLDER
unchanged_since() {
  ! state_of "$2" | LC_ALL=C sort | LC_ALL=C comm -3 <(LC_ALL=C sort "$1") - | grep ''
}
