#!/usr/bin/env bash
# Prints plugins.tsv: the Slurm plugins in each root filesystem of tests/slurm/roots.sh, with the package of each. With SUITE: only in those
# of the suites.
#   plugins.sh [SUITE...]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
lines=$("$here/../../../tests/slurm/roots.sh" "$@")
printf 'release\tpackage\tplugin\n'
while read -r _ version root; do
  for list in "$root"/var/lib/dpkg/info/slurm*.list; do
    package=$(basename "$list" .list)
    sed -nE "s|^/usr/lib/[^/]+/slurm-wlm/([a-z0-9]+_.*)\.so\$|${version%.*}\t${package%%:*}\t\1|p" "$list"
  done
done <<<"$lines" | LC_ALL=C sort
