#!/usr/bin/env bash
# Runs a lab of skiff-health with the real Slurm of one Debian suite:
# health.sh, or after_drain.sh with the compiled output of after_drain.yaml.
#   health_test.sh LAB SUITE SKIFF SKIFF_HEALTH FAKE_NVML HUNG_MOUNT
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
lab=$1 suite=$2 skiff=$3 program=$4 nvml=$5 hung=$6

if [ "$(id -u)" -ne 0 ] || ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
  echo "SKIP: slurm $lab: this machine does not allow namespaces"
  exit 77
fi
need util-linux mount iproute2
lab_ask "$here/roots.sh" "$suite"
read -r _ version root <<<"$said"
dir=$(lab_folder "$lab-$suite")
freezer=/sys/fs/cgroup/freezer/skiff-health-$$
# Thaws the frozen processes and removes their control group.
lab_clean_more() {
  if [ -d "$freezer" ]; then
    echo THAWED >"$freezer/freezer.state"
    for ((tries = 0; tries < 50; tries++)); do
      if rmdir "$freezer" 2>/dev/null; then break; fi
      sleep 0.1
    done
  fi
}
if [ -d /sys/fs/cgroup/freezer ]; then
  mkdir "$freezer" 2>/dev/null || true
fi
printf '%s\n' "$freezer" >"$dir/freezer"
printf '%s\n' "$version" >"$dir/release"
if [ -e "$here/$lab.yaml" ]; then
  sed "s/RELEASE/${version%.*}/" "$here/$lab.yaml" >"$dir/cluster.yaml"
  "$skiff" build "$dir/cluster.yaml" -o "$dir/out"
fi
cp "$nvml" "$dir/bin/libnvidia-ml-fake.so"
cp "$hung" "$dir/bin/hung_mount"
cp "$program" "$dir/bin/skiff-health"
# The program was compiled on this machine, which may be newer than the root
# filesystem. If it does not run there, run it with this machine's libc.
if ! "$here/in_root.sh" "$root" "$dir" /w/bin/skiff-health --help >/dev/null 2>&1; then
  mkdir "$dir/lib"
  mapfile -t libraries < <(ldd "$program" | grep -oE '/[^ ]+')
  cp -L "${libraries[@]}" "$dir/lib/"
fi
for name in periodic prolog epilog; do
  if [ -d "$dir/lib" ]; then
    printf '#!/bin/sh\nexec /w/lib/ld-linux*.so.* --library-path /w/lib /w/bin/skiff-health --as %s\n' "$name" >"$dir/bin/skiff-health-$name"
    chmod 755 "$dir/bin/skiff-health-$name"
  else
    ln -s skiff-health "$dir/bin/skiff-health-$name"
  fi
done
status=0
lab_run 840 "$lab-$suite" "$dir" "$here/in_root.sh" "$root" "$dir" "/w/lab/$lab.sh" || status=$?
if [ "$status" -ne 0 ]; then
  echo "FAIL: slurm $lab: $suite, Slurm $version (status $status)"
  exit 1
fi
echo "PASS: slurm $lab: $suite, Slurm $version"
