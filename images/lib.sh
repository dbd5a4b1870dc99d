#!/usr/bin/env bash
# Sourced by build, by fetch and by the tests: which Debian suite has a Slurm release, the keys of Debian, and checksums of the sources of
# the images.

# Options of mmdebstrap: the keys that this machine's apt trusts, and Debian's own, which Ubuntu's apt does not trust.
# shellcheck disable=SC2034 # used by those who source this
debian_keys=(--keyring=/etc/apt/trusted.gpg.d --keyring=/usr/share/keyrings/debian-archive-keyring.gpg)

# Prints the Debian suite that has a Slurm release, or nothing if no suite has it: suite_of RELEASE
suite_of() {
  case $1 in
    22.05) echo bookworm ;;
    24.11) echo trixie ;;
    26.05) echo sid ;;
  esac
}

# Prints the Debian suite that the images are based on: the suite that has the release, or else the newest stable suite, for a Slurm that is
# built from source: base_suite_of RELEASE
base_suite_of() {
  local suite
  suite=$(suite_of "$1")
  echo "${suite:-trixie}"
}

# Prints a checksum of the names and contents of the files in a source directory, without .git and without deps, to which some sources
# download their dependencies: checksum_of FOLDER
checksum_of() {
  (cd "$1" && find . -type f -not -path './.git/*' -not -path './deps/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum |
    cut -d ' ' -f 1)
}

# Prints a checksum of all files of the repository that are copied into an image or compiled for one: made_of REPOSITORY
made_of() {
  (cd "$1" && find images runtime schema/catalogue schema/shared.yaml schema/cluster.schema.json compiler/embed compiler/text compiler/read compiler/diag compiler/policy compiler/tree/catalogue.h compiler/tree/spec_field.h tests/lib CMakeLists.txt -type f -not -path 'runtime/pod/*' -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-16)
}
