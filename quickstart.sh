#!/usr/bin/env bash
# Goes from a bare Debian 12, 13 or Ubuntu 24.04 to a compiled cluster: installs missing packages, builds build/skiff, compiles
# examples/quickstart/cluster.yaml into build/quickstart and shows the output.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=tests/lib/need.sh
. tests/lib/need.sh
# shellcheck source=tests/lib/build.sh
. tests/lib/build.sh

mapfile -t packages < <(packages_for build)
need "${packages[@]}"
# Do not reconfigure a build directory: test.sh may have configured it with tests.
if [ ! -e build/build.ninja ]; then
  configure -DBUILD_TESTING=OFF
  echo "building build/skiff, a few minutes" >&2
fi
build skiff

spec=examples/quickstart/cluster.yaml
out=build/quickstart
printf '$ build/skiff build %s -o %s\n' "$spec" "$out"
build/skiff build "$spec" -o "$out"
printf '\n$ find %s -type f -not -name .skiff\n' "$out"
find "$out" -type f -not -name .skiff | LC_ALL=C sort
printf '\n$ head -n 20 %s/slurm/slurm.conf\n' "$out"
head -n 20 "$out/slurm/slurm.conf"
printf '\nNext: docs/first-cluster.md, install the program (end of step 1)\n'
