#!/usr/bin/env bash
# Sourced in the repository's root directory, after need.sh: builds into build/. Progress is shown only on a terminal.

# Prints the CMake prefixes of the header-only packages, separated by semicolons.
header_prefixes() {
  local package prefixes=
  for package in $(packages_for headers); do
    prefixes="$prefixes;$(headers_of "$package")"
  done
  printf '%s\n' "${prefixes#;}"
}

# Configures build/ with the given CMake options.
configure() {
  local prefixes
  prefixes=$(header_prefixes)
  cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release --log-level=WARNING "-DCMAKE_PREFIX_PATH=$prefixes" "$@"
}

# Builds the given targets, or all of them.
build() {
  local quiet=(--quiet)
  if [ -t 1 ]; then
    quiet=()
  fi
  ninja -C build "${quiet[@]}" "$@"
}
