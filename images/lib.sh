#!/usr/bin/env bash
# Sourced by build and by the tests of the images: which Debian carries a Slurm, and what the images are made of.

# Prints the Debian suite that carries a Slurm release, nothing for one that none carries: suite_of RELEASE
suite_of() {
  case $1 in
    22.05) echo bookworm ;;
    24.11) echo trixie ;;
    26.05) echo sid ;;
  esac
}

# Prints the Debian suite that images stand on: that one, or where Slurm is made from its source the newest stable one: base_suite_of RELEASE
base_suite_of() {
  local suite
  suite=$(suite_of "$1")
  echo "${suite:-trixie}"
}

# Prints a checksum of a source tree: of the names and contents of its files, but for git's own and those that it fetches for itself
# below deps. checksum_of FOLDER
checksum_of() {
  (cd "$1" && find . -type f -not -path './.git/*' -not -path './deps/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum |
    cut -d ' ' -f 1)
}

# Prints a mark of every file of the repository that gets into an image or is compiled for one: made_of REPOSITORY
made_of() {
  (cd "$1" && find images runtime schema/catalogue schema/shared.yaml schema/cluster.schema.json compiler/embed compiler/text compiler/read compiler/diag compiler/tree/catalogue.h compiler/tree/spec_field.h tests/lib CMakeLists.txt -type f -not -path 'runtime/pod/*' -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-16)
}
