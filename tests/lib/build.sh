#!/usr/bin/env bash
# Sourced in the repository's root: builds into build/, with progress on a terminal and in silence elsewhere.

# Configures build/ with these options of CMake.
configure() {
  cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release --log-level=WARNING "$@"
}

# Builds these targets; all of them without any.
build() {
  local quiet=(--quiet)
  if [ -t 1 ]; then
    quiet=()
  fi
  ninja -C build "${quiet[@]}" "$@"
}
